// What became of the question, in words: the outcome, the ranked chunks with what each holds, and what the setting costs.
import { element } from "./element.js";

const OPENING = 90;
const HOLDS = {
  w: "holds the whole answer",
  s: "holds the start of the answer and is cut before its end",
  e: "holds the end of the answer without its start",
  m: "holds only the middle of the answer",
  p: "holds a part of what has to stand together",
  n: "holds nothing of the answer",
};

// The outcome as one heading and one sentence.
export function outcomeWords({ outcome, refusal, rank }, outcomes, { size, overlap, k }) {
  const [sign, words, meaning] = outcomes[outcome];
  const why = {
    answered: `The best chunk that holds the whole answer has rank ${rank}, and the first ${k} are retrieved.`,
    outranked: rank === null ? "A chunk holds the whole answer, but this search finds nothing in it that is like the question." : `The best chunk that holds the whole answer has rank ${rank}, but only the first ${k} are retrieved.`,
    cut: "No chunk holds the whole answer, so no search can find one that does.",
    refused: refusal,
  }[outcome];
  return [
    element("span", { class: `explorer-sign ${outcome}`, "aria-hidden": "true" }, sign),
    element("span", { class: "explorer-words" }, element("strong", { title: meaning }, words[0].toUpperCase() + words.slice(1)), ` at chunk_size ${size}, chunk_overlap ${overlap}`),
    element("span", { class: "explorer-why" }, why),
  ];
}

// The first chunks by rank; a line parts those that are retrieved from the rest.
export function rankedList(rows, chunks, { slice }, { k, rank, digits }) {
  const items = rows.map(({ chunk, score, letter, whole, repeats }, place) => {
    const pieces = chunks[chunk];
    const text = pieces.map(([start, end]) => slice(start, end)).join(" … ");
    const opening = Array.from(text.trim()).slice(0, OPENING).join("").replace(/\s+/g, " ");
    return element(
      "li",
      { class: `${place < k ? "retrieved" : "left"}${whole ? " whole" : ""}` },
      element("span", { class: "explorer-rank" }, String(place + 1)),
      element("span", { class: "explorer-score" }, score.toFixed(digits)),
      element("span", { class: "explorer-holds" }, `${whole ? "✓ " : ""}${HOLDS[letter]}${repeats ? "; more than half of it stands in chunks above" : ""}`),
      element("span", { class: "explorer-place" }, `chunk ${chunk + 1}, ${pieces.map(([start, end]) => `[${start}, ${end})`).join(" ")}`),
      element("q", {}, `${opening}${opening.length < text.trim().length ? "…" : ""}`),
    );
  });
  const below = rank > rows.length ? element("p", { class: "explorer-below" }, `The best chunk that holds the whole answer has rank ${rank}.`) : null;
  return [element("ol", {}, ...items), below].filter(Boolean);
}

// What the setting costs, and what it delivers of the overlap that was asked for.
export function readouts(chunks, at, { sizeAt, overlap, unit, characters }) {
  const inForce = chunks.in_force[sizeAt];
  const delivered = chunks.delivered[at];
  const rows = [
    ["chunks", chunks.count[at].toLocaleString("en")],
    ["characters stored", `${chunks.stored[at].toLocaleString("en")} for a document of ${characters.toLocaleString("en")}`],
    ["stored ratio", chunks.ratio[at].toFixed(2)],
    ["overlap asked for", `${overlap} ${unit}${inForce === overlap ? "" : `, in force ${inForce}: half the size, since it was not smaller than the size`}`],
    ["overlap delivered", delivered === null ? "n/a: there is a single chunk" : `${delivered.toFixed(1)} characters between neighbours, on average`],
  ];
  return element("dl", { class: "explorer-readouts" }, ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

// At how many sizes this question goes well with this overlap.
export function sizesWords({ sizes }, of, k) {
  return `With this splitter and overlap, ${sizes.contained} of ${of} sizes hold the whole answer in some chunk, and ${sizes[k]} bring one among the first ${k}.`;
}
