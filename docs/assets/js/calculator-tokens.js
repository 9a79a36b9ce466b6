// Counting cl100k_base tokens. `ranks` maps each token's bytes, one character a byte, to its rank.

// tiktoken's pattern. Its \s is Unicode's White_Space, which differs from JavaScript's, and it also folds ſ to s.
const PIECE = new RegExp(
  [
    "'(?:[sdmtSDMTſ]|[lL]{2}|[vV][eE]|[rR][eE])",
    "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+",
    "\\p{N}{1,3}",
    " ?[^\\p{White_Space}\\p{L}\\p{N}]+[\\r\\n]*",
    "\\p{White_Space}+$",
    "\\p{White_Space}*[\\r\\n]",
    "\\p{White_Space}+(?!\\P{White_Space})",
    "\\p{White_Space}",
  ].join("|"),
  "gu",
);

// The ranks from a file with one token in base64 a line, in order of rank.
export const readRanks = (file) => new Map(file.trimEnd().split("\n").map((line, rank) => [atob(line), rank]));

export function countTokens(text, ranks) {
  let count = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const bytes = asBytes(piece);
    count += ranks.has(bytes) ? 1 : merged(bytes, ranks);
  }
  return count;
}

const encoder = new TextEncoder();

function asBytes(piece) {
  if (/^[\0-\x7f]*$/.test(piece)) return piece;
  return Array.from(encoder.encode(piece), (byte) => String.fromCharCode(byte)).join("");
}

const START = 2 ** 32;

// Byte pair encoding: the pair of neighbours with the lowest rank is joined, the leftmost first, until no pair is a token.
// A heap holds rank and start of every pair as one number, so that a long run without a blank costs n log n.
function merged(bytes, ranks) {
  const size = bytes.length;
  const next = Array.from({ length: size + 1 }, (_, at) => at + 1);
  const before = Array.from({ length: size + 1 }, (_, at) => at - 1);
  const rankAt = new Array(size).fill(-1);
  const heap = [];
  let parts = size;

  const look = (start) => {
    const middle = next[start];
    const rank = middle < size ? ranks.get(bytes.slice(start, next[middle])) : undefined;
    rankAt[start] = rank ?? -1;
    if (rank !== undefined) push(heap, rank * START + start);
  };
  for (let start = 0; start < size - 1; start += 1) look(start);
  while (heap.length > 0) {
    const lowest = pop(heap);
    const start = lowest % START;
    if (rankAt[start] !== (lowest - start) / START) continue; // that pair is no more
    const middle = next[start];
    rankAt[middle] = -1;
    next[start] = next[middle];
    before[next[start]] = start;
    parts -= 1;
    look(start);
    if (start > 0) look(before[start]);
  }
  return parts;
}

function push(heap, value) {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above] <= value) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = value;
}

function pop(heap) {
  const lowest = heap[0];
  const value = heap.pop();
  if (heap.length === 0) return lowest;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1] < heap[below]) below += 1;
    if (heap[below] >= value) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = value;
  return lowest;
}
