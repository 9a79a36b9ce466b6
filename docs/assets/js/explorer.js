// The explorer on the lottery page: fields, strip, document, ranking and address hang together here.
import { copyText } from "./copy.js";
import { element, write } from "./element.js";
import { buildCost, buildOutcome, buildRanking, sizesWords } from "./explorer-answer.js";
import { chunksOf, loadAsked, loadChunks, loadDocument, lookUp, ranked } from "./explorer-data.js";
import { buildDocument } from "./explorer-document.js";
import { buildForm, LABELS, offer } from "./explorer-form.js";
import { readAddress, writeAddress } from "./explorer-state.js";
import { buildStrip } from "./explorer-strip.js";

const FIRST_SIZE = 10; // an odd size somewhere in the strip, at which there is a cut to see
const PAUSE = 150; // milliseconds
const LOADED = new Set(["document", "question", "splitter", "encoder"]); // the fields whose data are in files of their own

// Settles once the first state is shown.
export function startExplorer(place) {
  const start = JSON.parse(place.dataset.start);
  const form = buildForm(changed);
  const { controls } = form;
  const strip = buildStrip(start.outcomes, chooseSize);
  const outcome = buildOutcome(start.outcomes);
  const counted = element("p", { class: "explorer-counted" });
  const text = buildDocument();
  const ranker = element("span");
  const ranking = buildRanking();
  const cost = buildCost();
  const call = element("code");
  const copy = element("button", { type: "button", class: "button" }, "Copy link to this state");
  const said = element("span", { role: "status" });
  const lost = element("p", { class: "explorer-lost", role: "status" }); // before all else: what an address names and there is not
  const detail = element(
    "div",
    { class: "explorer-detail" },
    element("h3", {}, "The document and its chunks"),
    text.frame,
    element("h3", {}, "The first chunks for this question, ranked by ", ranker),
    ranking.node,
    element("h3", {}, "What the setting costs"),
    cost.node,
  );
  const paste = element("pre", { class: "call" }, call);
  place.replaceChildren(lost, form.root, strip.root, key(start.outcomes), counted, outcome.node, element("p", { class: "explorer-actions" }, copy, said), detail, paste);
  place.ownerDocument.getElementById("explorer-plain")?.remove();

  let state = first();
  let shown = null; // what is loaded and on the page: the document with its text, the splitter with its chunks, and the question
  let asked = 0;
  let keeping;

  function first() {
    const [one] = start.documents;
    const [encoder] = Object.keys(start.searches);
    return { document: one.name, question: "", splitter: one.splitters[0].name, size: "", overlap: "0", encoder, k: String(start.depth) };
  }

  // Loads what the state needs and shows it; a newer call overtakes an older one. What an address has `given` comes into sight, and is told
  // where there is no such thing.
  async function load(given) {
    const turn = ++asked;
    place.setAttribute("aria-busy", "true");
    const document = start.documents.find(({ name }) => name === state.document) ?? start.documents[0];
    const splitter = document.splitters.find(({ name }) => name === state.splitter) ?? document.splitters[0];
    const question = known(state.question, document.questions);
    const encoder = known(state.encoder, splitter.searches);
    try {
      const [own, chunks, found] = await Promise.all([loadDocument(document), loadChunks(splitter), loadAsked(splitter, question, encoder)]);
      if (turn !== asked) return;
      state = { ...state, document: document.name, question, splitter: splitter.name, encoder };
      shown = { document, splitter, own, chunks, found };
    } catch {
      if (turn === asked) outcome.fail("The data could not be loaded. Choose again to try once more.");
      return;
    } finally {
      if (turn === asked) place.removeAttribute("aria-busy");
    }
    fill();
    show();
    if (!given) return;
    const other = Object.keys(given).filter((name) => given[name] !== state[name]);
    if (other.length > 0) lost.textContent = `There is no ${other.map((name) => `${LABELS[name]} “${given[name]}”`).join(", no ")} here: what is shown stands in for it.`;
    (other.length > 0 ? lost : place.ownerDocument.getElementById("explorer"))?.scrollIntoView();
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
    offer(controls.encoder, splitter.searches.map((name) => [name, start.searches[name][0]]));
    offer(controls.k, same(start.depths));
    state.overlap = known(state.overlap, splitter.overlaps.map(String));
    state.size = known(state.size, splitter.sizes.map(String), FIRST_SIZE);
    state.k = known(state.k, start.depths.map(String), start.depths.indexOf(start.depth));
    strip.fill(splitter.sizes, unitOf(splitter));
  }

  function show() {
    const { document, splitter, own, chunks, found } = shown;
    for (const [name, control] of Object.entries(controls)) if (control.value !== state[name]) control.value = state[name];
    const [sizeAt, overlapAt, k] = [splitter.sizes.indexOf(Number(state.size)), splitter.overlaps.indexOf(Number(state.overlap)), Number(state.k)];
    const { answers } = own.questions.find(({ name }) => name === state.question);
    const search = found[state.encoder];
    const outcomes = splitter.sizes.map((_, at) => lookUp(chunks, search, overlapAt, at, k));
    const { outcome: name, at, rank } = outcomes[sizeAt];
    strip.show(outcomes.map((one) => one.outcome), sizeAt);
    outcome.show(outcomes[sizeAt], state, chunks.numbered.rows[at]?.length);
    write(counted, sizesWords(found, state.encoder, overlapAt, splitter.sizes.length, k));
    write(call, splitter.call.replace("{size}", state.size).replace("{overlap}", state.overlap));
    const refused = name === "refused";
    const cut = refused ? [] : chunksOf(chunks, found, at);
    const [words, digits] = start.searches[state.encoder];
    write(ranker, words);
    ranking.show(refused ? [] : ranked(search, cut, at, Math.max(...start.depths)), own, answers, { k, rank, digits });
    cost.show(chunks, { at, count: cut.length, inForce: chunks.in_force[overlapAt][sizeAt] }, { overlap: state.overlap, unit: unitOf(splitter), characters: document.characters });
    text.show(own, cut, answers);
  }

  function changed(name) {
    state = { ...state, [name]: controls[name].value };
    said.textContent = lost.textContent = "";
    if (LOADED.has(name)) {
      load().then(keep);
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
    if (!kept) return null;
    clearTimeout(keeping);
    state = { ...first(), ...kept };
    said.textContent = lost.textContent = "";
    return load(kept).then(keep);
  }

  addEventListener("hashchange", restore);
  return restore() ?? load();
}

// The value if it is among these, else the one that stands in its place.
const known = (value, values, other = 0) => (values.includes(value) ? value : values[other]);

const unitOf = ({ unit }) => (unit === "characters" ? unit : "tokens");

function key(outcomes) {
  const items = Object.entries(outcomes).map(([name, [sign, words]]) => element("li", {}, element("span", { class: `sign ${name}`, "aria-hidden": "true" }, sign), ` ${words}`));
  return element("ul", { class: "strips-key" }, ...items);
}
