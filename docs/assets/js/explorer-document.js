// The document with the chunks' bounds, what they share, and the answer. It stands in blocks of a few paragraphs. A new setting draws those
// in sight at once and the others in idle time; marks between chunks take no room, so that no line moves when the cuts do.
import { element } from "./element.js";

const SPARE = 4; // milliseconds, more than a block takes to be drawn
const BLOCK = 300; // characters at least: what is in sight is about five of these

// `show` draws a text under a chunking; `whole` are the chunks that hold the answer.
export function buildDocument() {
  const frame = element("div", { class: "explorer-document exhibit-text", tabindex: "0", role: "region", "aria-label": "The document with its chunks" });
  let blocks = [];
  let text = null;
  let sought = null;
  let stale = [];
  let waiting = null;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) target.classList.toggle("in-sight", isIntersecting);
      draw(inSight);
    },
    { root: frame },
  );

  function show(shown, chunks, answers, whole) {
    if (text !== shown) {
      text = shown;
      blocks = blocksOf(text).map(([start, end]) => ({ start, end, node: element("div", { class: "explorer-block" }, text.slice(start, end)) }));
      frame.replaceChildren(...blocks.map(({ node }) => node));
      frame.classList.remove("laid-out");
      observer.disconnect();
      for (const { node } of blocks) observer.observe(node);
    }
    assign(blocks, stretches(chunks, answers, blocks), whole);
    stale = blocks.filter(({ key, shown: before }) => key !== before);
    if (sought !== answers) {
      sought = answers;
      draw(({ own }) => own.some(({ answer }) => answer));
      showAnswer(frame);
    }
    draw(inSight);
    drawRest();
  }

  // Draws those of the stale blocks that are wanted.
  function draw(wanted) {
    const now = stale.filter(wanted);
    stale = stale.filter((block) => !now.includes(block));
    for (const block of now) {
      block.shown = block.key;
      block.node.replaceChildren(drawn(block.own, text));
    }
  }

  // As many blocks as fit whenever the browser has nothing better to do; until then the frame says that it is busy.
  function drawRest() {
    frame.setAttribute("aria-busy", stale.length > 0);
    if (stale.length === 0 || waiting !== null) return;
    waiting = whenIdle((idle) => {
      waiting = null;
      do {
        const [next] = stale;
        draw((block) => block === next);
      } while (stale.length > 0 && idle?.timeRemaining() > SPARE);
      drawRest();
      if (stale.length === 0) frame.classList.add("laid-out");
    });
  }

  return { frame, show };
}

const inSight = ({ node }) => node.classList.contains("in-sight");

const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has none

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

// Gives each block the stretches that stand in it, and a key of all that is seen of them.
function assign(blocks, all, whole) {
  let at = 0;
  for (const block of blocks) {
    block.own = [];
    while (at < all.length && all[at].start < block.end) block.own.push(all[at++]);
    for (const one of block.own) one.holds = one.cuts.map((chunk) => whole.includes(chunk));
    block.key = block.own.map(({ start, cuts, holds, held, answer }) => `${start}:${cuts}:${holds}:${held}:${answer}`).join(" ");
  }
}

// The stretches between all edges, each with the chunks that are cut there and those that hold it.
function stretches(chunks, answers, blocks) {
  const opened = new Map();
  const at = (edge) => {
    if (!opened.has(edge)) opened.set(edge, { cuts: [], begin: [], end: [] });
    return opened.get(edge);
  };
  for (const { start, end } of blocks) for (const edge of [start, end]) at(edge);
  for (const span of answers) for (const edge of span) at(edge);
  for (const [chunk, pieces] of chunks.entries()) {
    if (pieces.length > 0) at(pieces[0][0]).cuts.push(chunk);
    for (const [start, end] of pieces) {
      at(start).begin.push(chunk);
      at(end).end.push(chunk);
    }
  }
  const sorted = [...opened.keys()].sort((one, other) => one - other);
  let held = [];
  return sorted.slice(0, -1).map((start, place) => {
    const { cuts, begin, end } = opened.get(start);
    held = [...held.filter((chunk) => !end.includes(chunk)), ...begin];
    return { start, end: sorted[place + 1], cuts, held, answer: answers.some(([from, to]) => from <= start && start < to) };
  });
}

function drawn(own, { slice }) {
  const nodes = document.createDocumentFragment();
  for (const { start, end, cuts, holds, held, answer } of own) {
    for (const [at, chunk] of cuts.entries()) {
      nodes.append(element("span", { class: holds[at] ? "cut holds" : "cut", title: `chunk ${chunk + 1} starts here` }, String(chunk + 1)));
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
