// The explorer on the lottery page: fields, strip, document, ranking and address hang together here.
import { copyText } from "./copy.js";
import { element } from "./element.js";
import { outcomeWords, rankedList, readouts, sizesWords } from "./explorer-answer.js";
import { chunksOf, loadDocument, loadSheet, lookUp, ranked } from "./explorer-data.js";
import { buildDocument } from "./explorer-document.js";
import { buildForm, offer } from "./explorer-form.js";
import { readAddress, writeAddress } from "./explorer-state.js";
import { buildStrip } from "./explorer-strip.js";

const FIRST_SIZE = 10; // an odd size somewhere in the strip, at which there is a cut to see
const PAUSE = 150; // milliseconds
const LOADED = new Set(["document", "splitter", "overlap", "encoder"]); // the fields whose data are in files of their own

export function startExplorer(place) {
  const start = JSON.parse(place.dataset.start);
  const form = buildForm(changed);
  const { controls } = form;
  const strip = buildStrip(start.outcomes, chooseSize);
  const outcome = element("output", { class: "explorer-outcome", "aria-live": "polite", "aria-atomic": "true" });
  const counted = element("p", { class: "explorer-counted" });
  const text = buildDocument();
  const ranker = element("span");
  const ranking = element("div", { class: "explorer-ranks" });
  const cost = element("div", { class: "explorer-cost" });
  const call = element("code");
  const copy = element("button", { type: "button", class: "button" }, "Copy link to this state");
  const said = element("span", { role: "status" });
  const detail = element(
    "div",
    { class: "explorer-detail" },
    element("h3", {}, "The document and its chunks"),
    text.frame,
    element("h3", {}, "The first chunks for this question, ranked by ", ranker),
    ranking,
    element("h3", {}, "What the setting costs"),
    cost,
  );
  const paste = element("pre", { class: "call" }, call);
  place.replaceChildren(form.root, strip.root, key(start.outcomes), counted, outcome, element("p", { class: "explorer-actions" }, copy, said), detail, paste);
  place.ownerDocument.getElementById("explorer-plain")?.remove();

  let state = first();
  let shown = null; // what is loaded and on the page: the document with its text, the splitter's row, and the sheet
  let asked = 0;
  let keeping;

  function first() {
    const [one] = start.documents;
    const [encoder] = Object.keys(start.searches);
    return { document: one.name, question: "", splitter: one.splitters[0].name, size: "", overlap: "0", encoder, k: String(start.depth) };
  }

  // Loads what the state needs and shows it; a newer call overtakes an older one.
  async function load(opened) {
    const turn = ++asked;
    place.setAttribute("aria-busy", "true");
    const document = start.documents.find(({ name }) => name === state.document) ?? start.documents[0];
    const splitter = document.splitters.find(({ name }) => name === state.splitter) ?? document.splitters[0];
    const overlap = known(state.overlap, splitter.overlaps.map(String));
    const encoder = known(state.encoder, Object.keys(start.searches));
    try {
      const [own, sheet] = await Promise.all([loadDocument(document), loadSheet(splitter, overlap, encoder)]);
      if (turn !== asked) return;
      state = { ...state, document: document.name, splitter: splitter.name, overlap, encoder };
      shown = { document, splitter, own, sheet };
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
    const { document, splitter, own } = shown;
    const same = (values) => values.map((value) => [String(value), String(value)]);
    offer(controls.document, start.documents.map(({ name, characters }) => [name, `${name}, ${characters.toLocaleString("en")} characters`]));
    offer(controls.question, own.questions.map((one) => [one.name, one.text]));
    offer(controls.splitter, document.splitters.map((one) => [one.name, `${one.use}, in ${unitOf(one)}`]));
    offer(controls.size, same(splitter.sizes));
    offer(controls.overlap, same(splitter.overlaps));
    offer(controls.encoder, Object.entries(start.searches).map(([name, [words]]) => [name, words]));
    offer(controls.k, same(start.depths));
    state.question = known(state.question, own.questions.map(({ name }) => name));
    state.size = known(state.size, splitter.sizes.map(String), FIRST_SIZE);
    state.k = known(state.k, start.depths.map(String), start.depths.indexOf(start.depth));
    strip.fill(splitter.sizes, unitOf(splitter));
  }

  function show() {
    const { document, splitter, own, sheet } = shown;
    for (const [name, control] of Object.entries(controls)) control.value = state[name];
    const sizeAt = splitter.sizes.indexOf(Number(state.size));
    const question = own.questions.findIndex(({ name }) => name === state.question);
    const k = Number(state.k);
    strip.show(splitter.sizes.map((_, at) => lookUp(sheet, question, at, k).outcome), sizeAt);
    const found = lookUp(sheet, question, sizeAt, k);
    outcome.replaceChildren(...outcomeWords(found, start.outcomes, { size: state.size, overlap: state.overlap, k }));
    counted.textContent = sizesWords(sheet.asked[question], splitter.sizes.length, k);
    call.textContent = splitter.call.replace("{size}", state.size).replace("{overlap}", state.overlap);
    detail.hidden = found.outcome === "refused";
    if (detail.hidden) return;
    const chunks = chunksOf(sheet.chunks, found.at);
    const [words, digits] = start.searches[state.encoder];
    ranker.textContent = words;
    ranking.replaceChildren(...rankedList(ranked(sheet, question, found.at), chunks, own, { k, rank: found.rank, digits }));
    cost.replaceChildren(readouts(sheet.chunks, found.at, { sizeAt, overlap: Number(state.overlap), unit: unitOf(splitter), characters: document.characters }));
    text.show(own, chunks, own.questions[question].answers, found.holders);
  }

  function changed(name) {
    state = { ...state, [name]: controls[name].value };
    said.textContent = "";
    if (LOADED.has(name)) {
      load(false).then(keep);
      return;
    }
    show();
    keep();
  }

  // The address follows when there is a pause: it costs as much as all the rest, and some browsers take only a few in a second.
  function keep() {
    clearTimeout(keeping);
    keeping = setTimeout(() => writeAddress(state), PAUSE);
  }

  function chooseSize(at) {
    controls.size.value = String(shown.splitter.sizes[at]);
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
    clearTimeout(keeping);
    state = { ...first(), ...kept };
    load(true);
    return true;
  }

  if (!restore()) load(false);
  addEventListener("hashchange", restore);
}

// The value if it is among these, else the one that stands in its place.
const known = (value, values, other = 0) => (values.includes(value) ? value : values[other]);

const unitOf = ({ unit }) => (unit === "characters" ? unit : "tokens");

function key(outcomes) {
  const items = Object.entries(outcomes).map(([name, [sign, words]]) => element("li", {}, element("span", { class: `sign ${name}`, "aria-hidden": "true" }, sign), ` ${words}`));
  return element("ul", { class: "strips-key" }, ...items);
}
