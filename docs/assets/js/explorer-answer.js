// What became of the question, in words: the outcome, the ranked chunks with what each holds, and what the setting costs. Each part is built
// once, and what is shown anew changes the texts in it that are other than before.
import { element, write } from "./element.js";
import { holds, repeats } from "./explorer-holds.js";

const OPENING = 90;
const REFUSED = "n/a: the library refuses this setting";
const HOLDS = {
  w: "holds the whole answer",
  s: "holds the start of the answer and is cut before its end",
  e: "holds the end of the answer without its start",
  m: "holds only the middle of the answer",
  p: "holds a part of what has to stand together",
  n: "holds nothing of the answer",
};

// The outcome as one heading and one sentence, announced where it changes.
export function buildOutcome(outcomes) {
  const sign = element("span", { "aria-hidden": "true" });
  const [words, setting, why] = [element("strong"), element("span"), element("span", { class: "explorer-why" })];
  const node = element("output", { class: "explorer-outcome", "aria-live": "polite", "aria-atomic": "true" }, sign, element("span", { class: "explorer-words" }, words, setting), why);

  function show({ outcome, refusal, rank }, { size, overlap, k }, many) {
    const [mark, name, meaning] = outcomes[outcome];
    const best = `The best chunk that holds the whole answer has rank ${rank}`;
    const unfound = rank === 0 ? "A chunk holds the whole answer, but this search finds nothing in it that is like the question." : `${best}, but only ${firstWords(k)} retrieved.`;
    sign.className = `explorer-sign ${outcome}`;
    words.title = meaning;
    write(sign, mark);
    write(words, name[0].toUpperCase() + name.slice(1));
    write(setting, ` at chunk_size ${size}, chunk_overlap ${overlap}`);
    write(
      why,
      {
        answered: `${best}, and ${k < many ? firstWords(k) : `all ${many} are`} retrieved.`,
        outranked: unfound,
        cut: "No chunk holds the whole answer, so no search can find one that does.",
        refused: refusal,
      }[outcome],
    );
  }

  function fail(said) {
    sign.className = "";
    for (const one of [sign, words, setting]) write(one, "");
    write(why, said);
  }

  return { node, show, fail };
}

// The first chunks by rank; a line parts those that are retrieved from the rest. A refused setting has none, and no rank.
export function buildRanking() {
  const list = element("ol");
  const below = element("p", { class: "explorer-below" });
  const node = element("div", { class: "explorer-ranks" }, list, below);
  const items = [];

  function show(rows, { slice }, answers, { k, rank, digits }) {
    while (items.length < rows.length) items.push(buildItem(items.length));
    if (list.childElementCount !== rows.length) list.replaceChildren(...items.slice(0, rows.length).map(({ item }) => item));
    for (const [at, { place, pieces, whole, score }] of rows.entries()) {
      const { item, parts } = items[at];
      const text = pieces.map(([start, end]) => slice(start, end)).join(" … ").trim();
      const opening = Array.from(text.slice(0, 2 * OPENING)).slice(0, OPENING).join("");
      const again = repeats(pieces, rows.slice(0, at).flatMap((row) => row.pieces));
      const kind = `${at < k ? "retrieved" : "left"}${whole ? " whole" : ""}`;
      if (item.className !== kind) item.className = kind;
      write(parts.score, (score / 10 ** digits).toFixed(digits));
      write(parts.holds, `${whole ? "✓ " : ""}${HOLDS[holds(pieces, answers, whole)]}${again ? "; more than half of it stands in chunks above" : ""}`);
      write(parts.place, `chunk ${place + 1}, ${pieces.map(([start, end]) => `[${start}, ${end})`).join(" ")}`);
      write(parts.opening, `${opening.replace(/\s+/g, " ")}${opening.length < text.length ? "…" : ""}`);
    }
    below.hidden = rank <= rows.length;
    write(below, rank === undefined ? REFUSED : `The best chunk that holds the whole answer has rank ${rank}.`);
  }

  return { node, show };
}

function buildItem(at) {
  const [score, place] = ["score", "place"].map((name) => element("span", { class: `explorer-${name}` }));
  const parts = { score, holds: element("span", { class: "explorer-holds" }), place, opening: element("q") };
  return { item: element("li", {}, element("span", { class: "explorer-rank" }, String(at + 1)), ...Object.values(parts)), parts };
}

// What the setting costs, and what it delivers of the overlap that was asked for.
export function buildCost() {
  const values = Object.fromEntries(["chunks", "characters stored", "stored ratio", "overlap asked for", "overlap delivered"].map((name) => [name, element("dd")]));
  const node = element("dl", { class: "explorer-readouts" }, ...Object.entries(values).flatMap(([name, value]) => [element("dt", {}, name), value]));

  function show(chunks, { at, count, inForce }, { overlap, unit, characters }) {
    const delivered = chunks.delivered[at];
    const shown = at === undefined ? {} : {
      chunks: count.toLocaleString("en"),
      "characters stored": `${chunks.stored[at].toLocaleString("en")} for a document of ${characters.toLocaleString("en")}`,
      "stored ratio": chunks.ratio[at].toFixed(2),
      "overlap asked for": `${overlap} ${unit}${inForce === null ? "" : `, in force ${inForce}: half the size, since it was not smaller than the size`}`,
      "overlap delivered": delivered === null ? "n/a: there is a single chunk" : `${delivered.toFixed(1)} characters between neighbours, on average`,
    };
    for (const [name, value] of Object.entries(values)) write(value, shown[name] ?? REFUSED);
  }

  return { node, show };
}

const firstWords = (k) => (Number(k) === 1 ? "the first is" : `the first ${k} are`);

// At how many sizes this question goes well with an overlap.
export function sizesWords(asked, search, overlapAt, of, k) {
  return `With this splitter and overlap, ${asked.contained[overlapAt]} of ${of} sizes hold the whole answer in some chunk, and ${asked[search].found[k][overlapAt]} bring one ${k === 1 ? "first of all" : `among the first ${k}`}.`;
}
