// The calculator on the Tables page: fields, answer and address hang together here.
import { breakdown, foundTables, headline } from "./calculator-answer.js";
import { delayed } from "./calculator-delay.js";
import { buildForm, showError } from "./calculator-form.js";
import { readLengths, readWhole, writeLengths } from "./calculator-lengths.js";
import { readAddress, writeAddress } from "./calculator-state.js";
import { followText } from "./calculator-text.js";
import { copyText } from "./copy.js";
import { element } from "./element.js";

const LONG_PASTE = 20_000;
const FIELDS = ["size", "overlap", "unit", "document", "lengths"];

export function startCalculator(place) {
  const { sizes, bands, ranks } = JSON.parse(place.dataset.start);
  const form = buildForm(sizes);
  const { controls } = form;
  const answer = element("output", { class: "calculator-answer", "aria-live": "polite", for: FIELDS.map((name) => `calculator-${name}`).join(" ") });
  const detail = element("div", { class: "calculator-detail" });
  const copy = element("button", { type: "button", class: "button" }, "Copy link to this answer");
  const said = element("span", { role: "status" });
  place.replaceChildren(form.root, answer, element("p", { class: "calculator-actions" }, copy, said), detail);
  document.getElementById("calculator-plain")?.remove();
  const text = followText(place, form, ranks, update);

  const fields = () => Object.fromEntries(FIELDS.map((name) => [name, controls[name].value.trim()]));

  function fill(values) {
    for (const [name, value] of Object.entries(values)) controls[name].value = value;
    if (!controls.unit.value) controls.unit.value = "tokens";
  }

  function show() {
    const written = fields();
    const named = sizes.findIndex(({ size, overlap, unit }) => `${size} ${overlap} ${unit}` === `${written.size} ${written.overlap} ${written.unit}`);
    controls.preset.value = named < 0 ? "" : named;
    const { question, errors } = ask(written);
    for (const [name, error] of Object.entries(errors)) showError(controls[name], error);
    detail.hidden = copy.hidden = !question;
    answer.replaceChildren(...(question ? headline(question) : ["There is no answer until what is marked above is put right."]));
    if (!question) return;
    detail.replaceChildren(...breakdown(question), ...(text.tables().length > 0 ? [foundTables(text.tables(), question)] : []));
  }

  function update() {
    show();
    said.textContent = writeAddress(fields()) ? "" : "The lengths are too many for the address: a link keeps only the sizes.";
  }

  function changeUnit() {
    if (text.given()) {
      text.measureAgain();
      return;
    }
    update();
    form.found.textContent = `The lengths are now read as ${controls.unit.value}. They were not converted.`;
  }

  const typed = delayed(update);
  for (const name of ["size", "overlap", "document", "lengths"]) controls[name].addEventListener("input", typed);
  controls.lengths.addEventListener("paste", (event) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted.length < LONG_PASTE) return;
    event.preventDefault(); // a browser takes seconds to lay out so many lines
    const { value, selectionStart: from, selectionEnd: to } = controls.lengths;
    const list = value.slice(0, from) + pasted + value.slice(to);
    const read = readLengths(list);
    controls.lengths.value = read.bands ? writeLengths(read.bands) : list.trim().replace(/\s*[\r\n]\s*/g, ", ");
    update();
  });
  controls.unit.addEventListener("change", changeUnit);
  controls.preset.addEventListener("change", () => {
    const chosen = sizes[controls.preset.value];
    if (!chosen) return;
    const before = controls.unit.value;
    fill({ size: chosen.size, overlap: chosen.overlap, unit: chosen.unit });
    if (before === chosen.unit) update();
    else changeUnit();
  });
  copy.addEventListener("click", async () => {
    const whole = writeAddress(fields());
    const copied = await copyText(location.href, copy.parentElement);
    const without = whole ? "" : ", without the lengths: they are too many";
    said.textContent = copied ? `Link copied${without}.` : "Copying is not allowed here. Take the address of this page.";
  });

  const { name: _, ...first } = sizes[0];
  const start = { ...first, document: "", lengths: writeLengths(bands) };

  // What the address holds comes into the fields, and the calculator into sight; Back to what stands there leaves the page where it was.
  function restore(opened) {
    const kept = readAddress();
    if (!kept) return;
    const before = JSON.stringify(fields());
    fill({ ...start, ...kept });
    if (!opened && JSON.stringify(fields()) === before) return;
    show();
    document.getElementById("calculator")?.scrollIntoView();
  }

  fill(start);
  show();
  restore(true);
  addEventListener("hashchange", () => restore(false));
}

// The question that the fields ask, or null where they ask none, and what is wrong with each field.
function ask({ size: sizeText, overlap: overlapText, unit, document: documentText, lengths: lengthsText }) {
  const size = readWhole(sizeText, 1);
  const overlap = readWhole(overlapText, 0);
  const lengths = readLengths(lengthsText);
  const end = documentText ? readWhole(documentText, 1) : {};
  if (!size.error && overlap.value >= size.value) overlap.error = tooLarge(size.value, overlap.value);
  const longest = lengths.bands?.at(-1)[1];
  if (end.value < longest) end.error = `A table of ${longest.toLocaleString("en")} does not fit into such a document.`;
  const errors = { size: size.error, overlap: overlap.error, lengths: lengths.error, document: end.error };
  if (size.error || overlap.error || lengths.error) return { question: null, errors };
  return { question: { size: size.value, overlap: overlap.value, unit, bands: lengths.bands, document: end.error ? null : end.value }, errors };
}

function tooLarge(size, overlap) {
  return overlap > size
    ? `LangChain and LlamaIndex refuse this run: “Got a larger chunk overlap (${overlap}) than chunk size (${size}), should be smaller.”`
    : "A chunk that repeats the whole of the one before never gets on. Choose less than the chunk size.";
}
