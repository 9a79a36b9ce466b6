// A decision summary's button: it copies the summary as Markdown, for a design review. Without it the Markdown can be selected by hand.
import { copyText } from "./copy.js";

export function makeDecisionButtons(places) {
  for (const place of places) {
    const [button, said, markdown] = ["button", "[role=status]", "pre"].map((part) => place.querySelector(part));
    button.hidden = false;
    button.addEventListener("click", async () => {
      const copied = await copyText(markdown.textContent, place);
      said.textContent = copied ? "Copied." : "Copying is not allowed here. Select it below by hand.";
      if (!copied) place.querySelector("details").open = true;
    });
  }
}
