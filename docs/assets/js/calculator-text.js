// The Markdown that a reader hands over, by keyboard, clipboard, file or drop, and the lengths of the tables in it.
import { showError } from "./calculator-form.js";
import { readLengths, writeLengths } from "./calculator-lengths.js";
import { measure, readFile, stopMeasuring } from "./calculator-measure.js";
import { delayed } from "./calculator-delay.js";
import { siteUrl } from "./site.js";

const LONG_PASTE = 200_000;
const OTHERS = "The answer is still that for the lengths above.";

// Calls `changed` when other tables were found; gives the tables found, and a way to measure the text anew in another unit.
export function followText(place, { root, controls, found, forget, details }, ranks, changed) {
  const given = { text: "", name: "", tables: [], lengths: "" };

  async function measureAgain() {
    const inTokens = controls.unit.value === "tokens";
    found.textContent = "Measuring …";
    root.setAttribute("aria-busy", "true");
    try {
      if (inTokens && !ranks) throw new Error("this copy of the site has no list of tokens, so choose characters");
      const tables = await measure(given.text, inTokens ? siteUrl(ranks).href : null);
      if (!tables) return; // another text came meanwhile
      take(tables);
    } catch (error) {
      found.textContent = `The tables could not be measured: ${error.message}. ${OTHERS}`;
    }
    root.removeAttribute("aria-busy");
  }

  // Puts the lengths where lengths are written, unless somebody has written there since the last time.
  function take(tables) {
    const own = given.lengths !== "" && controls.lengths.value !== given.lengths;
    given.tables = tables;
    found.textContent = inWords(tables, given.name, own);
    if (tables.length > 0 && !own) {
      given.lengths = writeLengths(readLengths(tables.map(({ length }) => length).join(" ")).bands);
      controls.lengths.value = given.lengths;
    }
    changed();
  }

  function accept(text, name) {
    Object.assign(given, { text, name, lengths: "" });
    forget.hidden = false;
    measureAgain();
  }

  async function takeFile(file) {
    showError(controls.file);
    try {
      const text = await readFile(file);
      controls.markdown.value = "";
      accept(text, file.name);
    } catch (error) {
      showError(controls.file, `${error.message} ${OTHERS}`);
    }
  }

  function forgetText() {
    stopMeasuring();
    Object.assign(given, { text: "", name: "", tables: [], lengths: "" });
    controls.markdown.value = controls.file.value = found.textContent = "";
    showError(controls.file);
    root.removeAttribute("aria-busy");
    forget.hidden = true;
    changed();
  }

  const typed = delayed(() => (controls.markdown.value ? accept(controls.markdown.value, "") : forgetText()));
  controls.markdown.addEventListener("input", () => {
    controls.file.value = "";
    typed();
  });
  controls.markdown.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (text.length < LONG_PASTE) return;
    event.preventDefault(); // a browser takes seconds to lay out so much
    controls.markdown.value = controls.file.value = "";
    accept(text, "the pasted text");
  });
  controls.file.addEventListener("change", () => controls.file.files[0] && takeFile(controls.file.files[0]));
  for (const name of ["dragover", "drop"]) {
    place.addEventListener(name, (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      if (name === "dragover") return;
      details.open = true;
      controls.file.value = "";
      takeFile(event.dataTransfer.files[0]);
    });
  }
  // An error of a file is no longer of use once something else is given; a paste may be taken without an input.
  for (const name of ["input", "paste"]) root.addEventListener(name, () => showError(controls.file));
  forget.addEventListener("click", () => {
    forgetText();
    controls.markdown.focus();
  });
  forget.hidden = true;

  return { tables: () => given.tables, given: () => given.text !== "", measureAgain };
}

function inWords(tables, name, own) {
  const where = name ? ` in ${name}` : "";
  if (tables.length === 0) return `No table found${where}: neither a Markdown table nor neighbouring lines with the same number of |. ${OTHERS}`;
  const count = `${tables.length.toLocaleString("en")} ${tables.length === 1 ? "table" : "tables"} found${where}.`;
  return own ? `${count} The lengths that you wrote were left as they are.` : `${count} Their lengths stand above.`;
}
