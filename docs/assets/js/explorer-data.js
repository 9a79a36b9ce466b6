// The explorer's data: what the generators computed for each setting is looked up here, and nothing is computed.
import { loadJson } from "./site.js";

const WHOLE = new Set(["w", "W"]);

// A document with its questions, and its signs one by one, for places are counted in code points.
export async function loadDocument({ file }) {
  const { text, questions } = await loadJson(file);
  return { questions, points: Array.from(text) };
}

export const loadGrid = ({ file }) => loadJson(file);

// What became of one question at one setting, as the Python side's `outcome` tells it.
export function lookUp(grid, question, sizeAt, overlapAt, k) {
  const at = grid.settings[sizeAt][overlapAt];
  if (at < 0) return { outcome: "refused", refusal: grid.refusals[-1 - at] };
  const asked = grid.asked[question];
  const holders = asked.holders[at];
  const rank = asked.rank[at];
  const retrieved = rank !== null && rank <= k;
  return { outcome: holders.length === 0 ? "cut" : retrieved ? "answered" : "outranked", at, holders, rank };
}

// The chunks of a chunking, each as its pieces in order.
export function chunksOf(grid, at) {
  const { starts, ends } = grid;
  return starts[at].map((start, chunk) => {
    const end = ends[at][chunk];
    return Array.isArray(start) ? start.map((from, piece) => [from, end[piece]]) : [[start, end]];
  });
}

// The first chunks by rank, each with its score and what it holds.
export function ranked(grid, question, at) {
  const { first, scores, holds } = grid.asked[question];
  return first[at].map((chunk, place) => {
    const letter = holds[at][place];
    return { chunk, score: scores[at][place], letter: letter.toLowerCase(), whole: WHOLE.has(letter), repeats: letter !== letter.toLowerCase() };
  });
}
