// The document with the chunks' bounds, what they share, and the answer. It stands in blocks of a few paragraphs. A new setting draws those
// in sight at once and the others in idle time; marks between chunks take no room, so that no line moves when the cuts do.
import { element } from "./element.js";

const SPARE = 2; // milliseconds, more than a block takes to be drawn
const BLOCK = 300; // characters at least: what is in sight is about five of these

// `show` draws a text under a chunking, whose chunks each say whether they hold the whole answer.
export function buildDocument() {
  const frame = element("div", { class: "explorer-document exhibit-text", tabindex: "0", role: "region", "aria-label": "The document with its chunks" });
  let blocks = [];
  let blockAt = null; // of each character
  let text = null;
  let answers = null;
  let stale = [];
  let waiting = null;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) target.classList.toggle("in-sight", isIntersecting);
      draw(inSight);
    },
    { root: frame },
  );

  function show(shown, cut, sought) {
    if (text !== shown) {
      text = shown;
      blocks = blocksOf(text).map(([start, end]) => ({ start, end, near: [], node: element("div", { class: "explorer-block" }, text.slice(start, end)) }));
      blockAt = new Uint16Array(text.length);
      for (const [at, { start, end }] of blocks.entries()) blockAt.fill(at, start, end);
      frame.replaceChildren(...blocks.map(({ node }) => node));
      frame.classList.remove("laid-out");
      observer.disconnect();
      for (const { node } of blocks) observer.observe(node);
    }
    const moved = answers !== sought;
    handOut(cut);
    answers = sought;
    stale = [...blocks];
    if (moved) {
      draw(({ start, end }) => answers.some((span) => span[0] < end && start < span[1]));
      showAnswer(frame);
    }
    draw(inSight);
    drawRest();
  }

  // Gives each block the chunks that reach into it.
  function handOut(chunks) {
    for (const block of blocks) block.near = [];
    for (const chunk of chunks) {
      for (const [start, end] of chunk.pieces) {
        for (let at = blockAt[start]; at <= blockAt[end - 1]; at++) if (blocks[at].near.at(-1) !== chunk) blocks[at].near.push(chunk);
      }
    }
  }

  // Draws those of the stale blocks that are wanted.
  function draw(wanted) {
    const now = stale.filter(wanted);
    if (now.length === 0) return;
    stale = stale.filter((block) => !now.includes(block));
    now.forEach(redraw);
  }

  // Draws a block, unless it would look as it does, and says whether it did.
  function redraw(block) {
    const own = stretches(block, answers);
    const key = own.map(({ start, cuts, held, answer }) => `${start}:${cuts.map(({ place, whole }) => `${place}${whole}`)}:${held}:${answer}`).join(" ");
    if (key === block.key) return false;
    block.key = key;
    block.node.replaceChildren(drawn(own, text));
    return true;
  }

  // As many blocks as fit whenever the browser has nothing better to do; until then the frame says that it is busy.
  function drawRest() {
    frame.setAttribute("aria-busy", stale.length > 0);
    if (stale.length === 0 || waiting !== null) return;
    waiting = whenIdle((idle) => {
      waiting = null;
      let spare = true;
      while (stale.length > 0 && spare) spare = !redraw(stale.shift()) || idle?.timeRemaining() > SPARE;
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

// The stretches of a block between all edges in it, each with the chunks that are cut there and the places of those that hold it.
function stretches(block, answers) {
  const { near } = block;
  const spans = [...answers, ...near.flatMap(({ pieces }) => pieces)];
  const inside = spans.flat().filter((edge) => block.start < edge && edge < block.end);
  const edges = [...new Set([block.start, ...inside, block.end])].sort((one, other) => one - other);
  return edges.slice(0, -1).map((start, at) => {
    const covers = ([from, to]) => from <= start && start < to;
    const cuts = near.filter(({ pieces }) => pieces[0][0] === start);
    const held = near.filter(({ pieces }) => pieces.some(covers)).map(({ place }) => place);
    return { start, end: edges[at + 1], cuts, held, answer: answers.some(covers) };
  });
}

// One node for all stretches that follow each other in the same colours: with much overlap a chunk starts at every word.
function drawn(own, { slice }) {
  const nodes = document.createDocumentFragment();
  let last = null;
  for (const { start, end, cuts, held, answer } of own) {
    const kind = held.length === 0 ? "uncut" : held.length > 1 ? "overlap" : `chunk c${held[0] % 2}`;
    const look = answer ? `${kind} answer` : kind;
    const marks = cuts.map(({ place, whole }) => element("span", { class: whole ? "cut holds" : "cut", title: `chunk ${place + 1} starts here` }, String(place + 1)));
    if (last?.className === look) {
      last.removeAttribute("title");
      last.append(...marks, slice(start, end));
      continue;
    }
    const title = held.length > 1 ? `in chunks ${held.map((place) => place + 1).join(", ")}` : null;
    last = element(answer ? "mark" : "span", { class: look, title }, slice(start, end));
    nodes.append(...marks, last);
  }
  return nodes;
}

// Brings the answer into the middle of its frame, and moves nothing else.
function showAnswer(frame) {
  const answer = frame.querySelector(".answer");
  if (answer) frame.scrollTop += answer.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 3;
}
