// The document with the chunks' bounds, what they share, and the answer.
import { element } from "./element.js";

// The stretches between all edges, each with the chunks that hold it.
function stretches(length, chunks, answers) {
  const opened = new Map();
  const edges = new Set([0, length]);
  const at = (edge) => {
    edges.add(edge);
    if (!opened.has(edge)) opened.set(edge, { begin: [], end: [] });
    return opened.get(edge);
  };
  for (const [chunk, pieces] of chunks.entries()) {
    for (const [start, end] of pieces) {
      at(start).begin.push(chunk);
      at(end).end.push(chunk);
    }
  }
  for (const span of answers) for (const edge of span) edges.add(edge);
  const sorted = [...edges].sort((one, other) => one - other);
  const held = [];
  return sorted.slice(0, -1).map((start, place) => {
    const { begin = [], end = [] } = opened.get(start) ?? {};
    for (const chunk of end) held.splice(held.indexOf(chunk), 1);
    held.push(...begin);
    return { start, end: sorted[place + 1], begin, held: held.slice() };
  });
}

const inAny = (start, spans) => spans.some(([from, to]) => from <= start && start < to);

// The nodes of the document under a chunking; `whole` are the chunks that hold the answer.
export function drawDocument(points, chunks, answers, whole) {
  const shown = document.createDocumentFragment();
  const firsts = chunks.map((pieces) => pieces[0]?.[0]);
  for (const { start, end, begin, held } of stretches(points.length, chunks, answers)) {
    for (const chunk of begin) {
      if (firsts[chunk] !== start) continue;
      const kind = whole.includes(chunk) ? "cut holds" : "cut";
      shown.append(element("span", { class: kind, title: `chunk ${chunk + 1} starts here` }, `▏${chunk + 1}`));
    }
    const answer = inAny(start, answers);
    const kind = held.length === 0 ? "uncut" : held.length > 1 ? "overlap" : `chunk c${held[0] % 2}`;
    const text = points.slice(start, end).join("");
    const holders = held.map((chunk) => chunk + 1).join(", ");
    shown.append(
      element(answer ? "mark" : "span", { class: answer ? `${kind} answer` : kind, title: held.length > 1 ? `in chunks ${holders}` : null }, text),
    );
  }
  return shown;
}

// Brings the answer into the middle of its frame, and moves nothing else.
export function showAnswer(frame) {
  const answer = frame.querySelector(".answer");
  if (answer) frame.scrollTop = answer.offsetTop - frame.clientHeight / 3;
}
