// The document with the chunks' bounds, what they share, and the answer. It stands in blocks of a few paragraphs, of which a new setting
// draws only those that it changes, and the browser lays out only those in sight.
import { element } from "./element.js";

const BLOCK = 1200; // characters, about a screen's height

// `show` draws a text under a chunking; `whole` are the chunks that hold the answer.
export function buildDocument() {
  const frame = element("div", { class: "explorer-document exhibit-text", tabindex: "0", role: "region", "aria-label": "The document with its chunks" });
  let blocks = [];
  let text = null;

  function show(shown, chunks, answers, whole) {
    if (text !== shown) {
      text = shown;
      blocks = blocksOf(text).map(([start, end]) => ({ start, end, key: "", node: element("div", { class: "explorer-block" }) }));
      frame.replaceChildren(...blocks.map(({ node }) => node));
    }
    const all = stretches(chunks, answers, blocks);
    const firsts = chunks.map((pieces) => pieces[0]?.[0]);
    let at = 0;
    for (const block of blocks) {
      const own = [];
      while (at < all.length && all[at].start < block.end) own.push(all[at++]);
      const key = own.map(({ start, begin, held, answer }) => `${start}:${begin}:${held}:${answer}:${begin.map((chunk) => whole.includes(chunk))}`).join(" ");
      if (key === block.key) continue;
      block.key = key;
      block.node.classList.toggle("in-sight", own.some(({ answer }) => answer)); // its place has to be known for it to be scrolled to
      block.node.replaceChildren(drawn(own, text, firsts, whole));
    }
    showAnswer(frame);
  }

  return { frame, show };
}

// A text in blocks, each to the end of a paragraph.
function blocksOf({ slice, length }) {
  const found = [];
  for (let start = 0; start < length; ) {
    const rest = slice(start + BLOCK, length);
    const gap = rest.search(/\n\s*\n/);
    const end = gap < 0 ? length : start + BLOCK + Array.from(rest.slice(0, gap)).length + rest.slice(gap).match(/^\s+/)[0].length;
    found.push([start, end]);
    start = end;
  }
  return found;
}

// The stretches between all edges, each with the chunks that begin with it and those that hold it.
function stretches(chunks, answers, blocks) {
  const opened = new Map();
  const at = (edge) => {
    if (!opened.has(edge)) opened.set(edge, { begin: [], end: [] });
    return opened.get(edge);
  };
  for (const { start, end } of blocks) for (const edge of [start, end]) at(edge);
  for (const span of answers) for (const edge of span) at(edge);
  for (const [chunk, pieces] of chunks.entries()) {
    for (const [start, end] of pieces) {
      at(start).begin.push(chunk);
      at(end).end.push(chunk);
    }
  }
  const sorted = [...opened.keys()].sort((one, other) => one - other);
  let held = [];
  return sorted.slice(0, -1).map((start, place) => {
    const { begin, end } = opened.get(start);
    held = [...held.filter((chunk) => !end.includes(chunk)), ...begin];
    return { start, end: sorted[place + 1], begin, held, answer: answers.some(([from, to]) => from <= start && start < to) };
  });
}

function drawn(own, { slice }, firsts, whole) {
  const nodes = document.createDocumentFragment();
  for (const { start, end, begin, held, answer } of own) {
    for (const chunk of begin) {
      if (firsts[chunk] !== start) continue;
      nodes.append(element("span", { class: whole.includes(chunk) ? "cut holds" : "cut", title: `chunk ${chunk + 1} starts here` }, `▏${chunk + 1}`));
    }
    const kind = held.length === 0 ? "uncut" : held.length > 1 ? "overlap" : `chunk c${held[0] % 2}`;
    const title = held.length > 1 ? `in chunks ${held.map((chunk) => chunk + 1).join(", ")}` : null;
    nodes.append(element(answer ? "mark" : "span", { class: answer ? `${kind} answer` : kind, title }, slice(start, end)));
  }
  return nodes;
}

// Brings the answer into the middle of its frame, and moves nothing else.
function showAnswer(frame) {
  const answer = frame.querySelector(".answer");
  if (answer) frame.scrollTop += answer.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 3;
}
