// The explorer's data: what the generators computed for each setting is unpacked and looked up here, and nothing is computed.
import { unpack, unpackSteps } from "./explorer-packed.js";
import { loadJson } from "./site.js";

// A document with its questions. `slice` gives a stretch of its text, for places are counted in code points, of which a few take two units.
export async function loadDocument({ file }) {
  const { text, questions } = await loadJson(file);
  const points = Array.from(text);
  const slice = points.length === text.length ? (start, end) => text.slice(start, end) : (start, end) => points.slice(start, end).join("");
  return { questions, slice, length: points.length };
}

// A document under a splitter, at every size with every overlap.
export async function loadChunks({ file }) {
  const chunks = await loadJson(`${file}.json`);
  chunks.numbered ??= numbered(chunks);
  return chunks;
}

// What the searches make of a question under a splitter. A frozen one has a file of its own, which is loaded when it is asked for.
export async function loadAsked({ file }, question, search) {
  const asked = await loadJson(`${file}-${question}.json`);
  asked[search] ??= await loadJson(`${file}-${question}-${search}.json`);
  asked.holders ??= new Set(unpackSteps(asked.whole));
  return asked;
}

// The chunks of every chunking by their numbers, which follow the order of their bounds, and the pieces of each number.
function numbered({ starts, ends, others, first, last }) {
  const [from, to] = [starts, ends].map(unpackSteps);
  const [firsts, lasts] = [first, last].map((text) => text.split(" ").map(unpackSteps));
  const keys = firsts.map((row, at) => row.map((one, place) => one * (to.length + 1) + lasts[at][place]));
  const different = Float64Array.from(new Set(keys.flat())).sort();
  const numbers = new Map(Array.from(different, (key, number) => [key, number]));
  const pieces = Array.from(different, (key) => {
    const place = Math.floor(key / (to.length + 1));
    return place < from.length ? [[from[place], to[key % (to.length + 1)]]] : others[place - from.length];
  });
  return { rows: keys.map((row) => row.map((key) => numbers.get(key))), pieces };
}

// The chunks of a chunking in order: the place, the number and the pieces of each, and whether it holds the whole answer of a question.
export function chunksOf({ numbered: { rows, pieces } }, { holders }, at) {
  return rows[at].map((number, place) => ({ place, number, pieces: pieces[number], whole: holders.has(number) }));
}

// What became of the question at one setting, as the Python side's `outcome` tells it.
export function lookUp({ settings, refusals }, search, overlapAt, sizeAt, k) {
  const at = settings[overlapAt][sizeAt];
  if (at < 0) return { outcome: "refused", refusal: refusals[-1 - at] };
  search.best ??= unpack(search.ranks);
  const rank = search.best[at] - 1;
  return { outcome: rank < 0 ? "cut" : rank > 0 && rank <= k ? "answered" : "outranked", at, rank };
}

// The first of a chunking's chunks by rank, each with its score in units of the last digit that is told.
export function ranked(search, chunks, at, many) {
  return "first" in search ? listed(search, chunks, at) : sorted(search, chunks, many);
}

function listed(search, chunks, at) {
  search.lists ??= search.first.split(" ");
  search.falls ??= search.scores.split(" ");
  const falls = unpack(search.falls[at]);
  let score;
  return unpack(search.lists[at]).map((place, rank) => {
    score = rank === 0 ? falls[0] : score - falls[rank];
    return { ...chunks[place], score };
  });
}

// A chunk has the same score in every chunking: the best first, of equal ones the one with the lower tie, of those the one that stands first.
function sorted(search, chunks, many) {
  search.told ??= toldOf(search);
  const { told } = search;
  return chunks
    .filter(({ number }) => told.has(number))
    .map((chunk) => ({ chunk, ...told.get(chunk.number) }))
    .sort((one, other) => other.score - one.score || one.tie - other.tie || one.chunk.place - other.chunk.place)
    .slice(0, many)
    .map(({ chunk, score }) => ({ ...chunk, score }));
}

function toldOf({ chunks, scores, ties }) {
  const [score, tie] = [unpackSteps(scores), unpack(ties)];
  return new Map(unpackSteps(chunks).map((number, at) => [number, { score: score[at], tie: tie[at] }]));
}
