// The explorer's data: what the generators computed for each setting is looked up here, and nothing is computed.
import { loadJson } from "./site.js";

const WHOLE = new Set(["w", "W"]);

// A document with its questions. `slice` gives a stretch of its text, for places are counted in code points, of which a few take two units.
export async function loadDocument({ file }) {
  const { text, questions } = await loadJson(file);
  const points = Array.from(text);
  const slice = points.length === text.length ? (start, end) => text.slice(start, end) : (start, end) => points.slice(start, end).join("");
  return { questions, slice, length: points.length };
}

// A splitter at one overlap: its chunks at every size, and what a search makes of each question.
export async function loadSheet({ file }, overlap, search) {
  const [chunks, asked] = await Promise.all(["chunks", search].map((part) => loadJson(`${file}-${overlap}-${part}.json`)));
  return { chunks, asked };
}

// What became of one question at one size, as the Python side's `outcome` tells it.
export function lookUp({ chunks, asked }, question, sizeAt, k) {
  const at = chunks.settings[sizeAt];
  if (at < 0) return { outcome: "refused", refusal: chunks.refusals[-1 - at] };
  const holders = chunks.holders[question][at];
  const rank = asked[question].rank[at];
  const retrieved = rank !== null && rank <= k;
  return { outcome: holders.length === 0 ? "cut" : retrieved ? "answered" : "outranked", at, holders, rank };
}

// The chunks of a chunking, each as its pieces in order.
export function chunksOf({ starts, ends }, at) {
  return starts[at].map((start, chunk) => {
    const end = ends[at][chunk];
    return Array.isArray(start) ? start.map((from, piece) => [from, end[piece]]) : [[start, end]];
  });
}

// The first chunks by rank, each with its score and what it holds.
export function ranked({ asked }, question, at) {
  const { first, scores, holds } = asked[question];
  return first[at].map((chunk, place) => {
    const letter = holds[at][place];
    return { chunk, score: scores[at][place], letter: letter.toLowerCase(), whole: WHOLE.has(letter), repeats: letter !== letter.toLowerCase() };
  });
}
