// The menu and search signs are labels of hidden boxes; this lets the keyboard press them too.
export function makeLabelsButtons(labels) {
  for (const label of labels) {
    label.tabIndex = 0;
    label.setAttribute("role", "button");
    label.setAttribute("aria-label", label.title);
    label.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      label.click();
    });
  }
}
