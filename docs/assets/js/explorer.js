// The explorer on the lottery page: fields, strip, document, ranking and address hang together here.
import { copyText } from "./copy.js";
import { element } from "./element.js";
import { outcomeWords, rankedList, readouts, sizesWords } from "./explorer-answer.js";
import { chunksOf, loadDocument, loadGrid, lookUp, ranked } from "./explorer-data.js";
import { drawDocument, showAnswer } from "./explorer-document.js";
import { buildForm, offer } from "./explorer-form.js";
import { readAddress, writeAddress } from "./explorer-state.js";
import { buildStrip } from "./explorer-strip.js";

const FIRST_SIZE = 10; // an odd size somewhere in the strip, at which there is a cut to see

export function startExplorer(place) {
  const start = JSON.parse(place.dataset.start);
  const form = buildForm(changed);
  const { controls } = form;
  const strip = buildStrip(start.outcomes, chooseSize);
  const outcome = element("output", { class: "explorer-outcome", "aria-live": "polite", "aria-atomic": "true" });
  const counted = element("p", { class: "explorer-counted" });
  const frame = element("div", { class: "explorer-document exhibit-text", tabindex: "0", role: "region", "aria-label": "The document with its chunks" });
  const ranking = element("div", { class: "explorer-ranks" });
  const cost = element("div", { class: "explorer-cost" });
  const call = element("code");
  const copy = element("button", { type: "button", class: "button" }, "Copy link to this state");
  const said = element("span", { role: "status" });
  const detail = element(
    "div",
    { class: "explorer-detail" },
    element("h3", {}, "The document and its chunks"),
    frame,
    element("h3", {}, `The first chunks for this question, by ${start.encoder}`),
    ranking,
    element("h3", {}, "What the setting costs"),
    cost,
  );
  const paste = element("pre", { class: "call" }, call);
  place.replaceChildren(form.root, strip.root, key(start.outcomes), counted, outcome, element("p", { class: "explorer-actions" }, copy, said), detail, paste);
  place.ownerDocument.getElementById("explorer-plain")?.remove();

  let state = first();
  let shown = null; // what is loaded and on the page: the document, the grid and the splitter's row
  let asked = 0;

  function first() {
    const [one] = start.documents;
    return { document: one.name, question: "", splitter: one.splitters[0].name, size: "", overlap: "0", k: String(start.depth) };
  }

  // Loads what the state needs and shows it; a newer call overtakes an older one.
  async function load(opened) {
    const turn = ++asked;
    place.setAttribute("aria-busy", "true");
    const document = start.documents.find(({ name }) => name === state.document) ?? start.documents[0];
    const splitter = document.splitters.find(({ name }) => name === state.splitter) ?? document.splitters[0];
    try {
      const [text, grid] = await Promise.all([loadDocument(document), loadGrid(splitter)]);
      if (turn !== asked) return;
      shown = { document, splitter, text, grid };
    } catch {
      if (turn === asked) outcome.replaceChildren("The data could not be loaded. Choose again to try once more.");
      return;
    } finally {
      if (turn === asked) place.removeAttribute("aria-busy");
    }
    fill();
    show();
    if (opened) place.ownerDocument.getElementById("explorer")?.scrollIntoView();
  }

  // Offers what there is to choose, and puts right what the state names and there is not.
  function fill() {
    const { document, splitter, text, grid } = shown;
    const known = (value, values, other) => (values.includes(value) ? value : other);
    offer(controls.document, start.documents.map(({ name, characters }) => [name, `${name}, ${characters.toLocaleString("en")} characters`]));
    offer(controls.question, text.questions.map((one) => [one.name, one.text]));
    offer(controls.splitter, document.splitters.map((one) => [one.name, `${one.use}, in ${unitOf(one)}`]));
    offer(controls.size, grid.sizes.map((size) => [String(size), String(size)]));
    offer(controls.overlap, grid.overlaps.map((overlap) => [String(overlap), String(overlap)]));
    offer(controls.k, start.depths.map((k) => [String(k), String(k)]));
    const values = (control) => Array.from(control.options, ({ value }) => value);
    state = {
      document: document.name,
      question: known(state.question, values(controls.question), text.questions[0].name),
      splitter: splitter.name,
      size: known(state.size, values(controls.size), String(grid.sizes[FIRST_SIZE])),
      overlap: known(state.overlap, values(controls.overlap), String(grid.overlaps[0])),
      k: known(state.k, values(controls.k), String(start.depth)),
    };
    strip.fill(grid.sizes, unitOf(splitter));
  }

  function show() {
    const { document, splitter, text, grid } = shown;
    for (const [name, control] of Object.entries(controls)) control.value = state[name];
    const sizeAt = grid.sizes.indexOf(Number(state.size));
    const overlapAt = grid.overlaps.indexOf(Number(state.overlap));
    const question = text.questions.findIndex(({ name }) => name === state.question);
    const k = Number(state.k);
    strip.show(grid.sizes.map((_, at) => lookUp(grid, question, at, overlapAt, k).outcome), sizeAt);
    const found = lookUp(grid, question, sizeAt, overlapAt, k);
    outcome.replaceChildren(...outcomeWords(found, start.outcomes, { size: state.size, overlap: state.overlap, k }));
    counted.textContent = sizesWords(grid, question, overlapAt, k);
    call.textContent = splitter.call.replace("{size}", state.size).replace("{overlap}", state.overlap);
    detail.hidden = found.outcome === "refused";
    if (detail.hidden) return;
    const chunks = chunksOf(grid, found.at);
    const { answers } = text.questions[question];
    frame.replaceChildren(drawDocument(text.points, chunks, answers, found.holders));
    showAnswer(frame);
    ranking.replaceChildren(...rankedList(ranked(grid, question, found.at), chunks, text.points, { k, rank: found.rank }));
    const unit = unitOf(splitter);
    cost.replaceChildren(readouts(grid, found.at, { sizeAt, overlapAt, unit, characters: document.characters }));
  }

  function changed(name) {
    state = { ...state, [name]: controls[name].value };
    said.textContent = "";
    if (name === "document" || name === "splitter") {
      load(false).then(() => writeAddress(state));
      return;
    }
    show();
    writeAddress(state);
  }

  function chooseSize(at) {
    controls.size.value = String(shown.grid.sizes[at]);
    changed("size");
  }

  copy.addEventListener("click", async () => {
    writeAddress(state);
    const copied = await copyText(location.href, copy.parentElement);
    said.textContent = copied ? "Link copied." : "Copying is not allowed here. Take the address of this page.";
  });

  // What the address holds is shown, and the explorer comes into sight.
  function restore() {
    const kept = readAddress();
    if (!kept) return false;
    state = { ...first(), ...kept };
    load(true);
    return true;
  }

  if (!restore()) load(false);
  addEventListener("hashchange", restore);
}

const unitOf = ({ unit }) => (unit === "characters" ? unit : "tokens");

function key(outcomes) {
  const items = Object.entries(outcomes).map(([name, [sign, words]]) => element("li", {}, element("span", { class: `sign ${name}`, "aria-hidden": "true" }, sign), ` ${words}`));
  return element("ul", { class: "strips-key" }, ...items);
}
