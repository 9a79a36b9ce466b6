// The document with the chunks' bounds, what they share, and the answer. It stands in blocks of a few paragraphs, each in parts of about a
// line. A new setting draws the parts in sight at once and the others in a pause; marks between chunks take no room, so that no line moves
// when the cuts do.
import { element } from "./element.js";

const BLOCK = 300; // characters at least
const PART = 100; // characters at most: little is drawn at once that is out of sight
const PAUSE = 100; // milliseconds: of a setting that is only passed by nothing else is drawn
const TURN = 2; // milliseconds, for the next setting may have to wait for the end of one

// `show` draws a text under a chunking, whose chunks each say whether they hold the whole answer; a refused setting has none.
export function buildDocument() {
  const frame = element("div", { class: "explorer-document exhibit-text", tabindex: "0", role: "region", "aria-label": "The document with its chunks" });
  let parts = [];
  let partAt = null; // of each character
  let text = null;
  let answers = null;
  let stale = [];
  let waiting = null;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        target.dataset.inSight = isIntersecting;
        // Only the parts of a block in sight are watched: each that is takes time in every frame.
        for (const part of target.querySelectorAll(".explorer-part")) observer[isIntersecting ? "observe" : "unobserve"](part);
      }
      draw(inSight);
    },
    { root: frame },
  );

  function show(shown, cut, sought) {
    if (text !== shown) {
      text = shown;
      const blocks = blocksOf(text).map((block) => partsOf(text, block));
      parts = blocks.flat();
      partAt = new Uint16Array(text.length);
      for (const [at, { start, end }] of parts.entries()) partAt.fill(at, start, end);
      frame.replaceChildren(...blocks.map((own) => element("div", { class: "explorer-block" }, ...own.map(({ node }) => node))));
      observer.disconnect();
      for (const block of frame.children) observer.observe(block);
    }
    const moved = answers !== sought;
    frame.classList.toggle("unsplit", cut.length === 0);
    handOut(cut);
    answers = sought;
    stale = [...parts];
    if (moved) {
      draw(({ start, end }) => answers.some((span) => span[0] < end && start < span[1]));
      showAnswer(frame);
    }
    draw(inSight);
    frame.setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    waiting = setTimeout(drawRest, PAUSE);
  }

  // Gives each part the chunks that reach into it, and each chunk whether its number has room before the next one's.
  function handOut(chunks) {
    for (const part of parts) part.near = [];
    for (const [at, chunk] of chunks.entries()) {
      chunk.numbered = hasRoom(chunk, chunks[at + 1]);
      for (const [start, end] of chunk.pieces) {
        for (let at = partAt[start]; at <= partAt[end - 1]; at++) if (parts[at].near.at(-1) !== chunk) parts[at].near.push(chunk);
      }
    }
  }

  // Draws those of the stale parts that are wanted.
  function draw(wanted) {
    const now = stale.filter(wanted);
    if (now.length === 0) return;
    stale = stale.filter((part) => !now.includes(part));
    now.forEach(redraw);
  }

  // Draws a part, unless it would look as it does.
  function redraw(part) {
    const own = stretches(part, answers);
    const key = own.map(({ start, cuts, held, answer }) => `${start}:${cuts.map(signOf)}:${held}:${answer}`).join(" ");
    if (key === part.key) return;
    part.key = key;
    part.node.replaceChildren(drawn(own, text));
  }

  // In short turns, between which the browser does what is more urgent; until all is drawn the frame says that it is busy.
  function drawRest() {
    const end = performance.now() + TURN;
    while (stale.length > 0 && performance.now() < end) redraw(stale.shift());
    frame.setAttribute("aria-busy", stale.length > 0);
    if (stale.length > 0) waiting = setTimeout(drawRest);
  }

  return { frame, show };
}

// A digit is narrower than a character of the text, as is the sign of a chunk that holds the answer.
const hasRoom = ({ place, pieces, whole }, next) => !next || next.pieces[0][0] - pieces[0][0] > String(place + 1).length + whole;

const signOf = ({ place, whole, numbered }) => `${place}${whole ? "✓" : ""}${numbered ? "" : "|"}`;

const inSight = ({ node }) => node.dataset.inSight === "true";

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

// A block in parts, as they stand before they are drawn.
function partsOf({ slice }, [start, end]) {
  return Array.from({ length: Math.ceil((end - start) / PART) }, (_, at) => {
    const [from, to] = [start + at * PART, Math.min(start + (at + 1) * PART, end)];
    return { start: from, end: to, near: [], node: element("span", { class: "explorer-part" }, slice(from, to)) };
  });
}

// The stretches of a part between all edges in it, each with the chunks that are cut there and the places of those that hold it.
function stretches({ start, end, near }, answers) {
  const pieces = near.flatMap((chunk) => chunk.pieces.map(([from, to]) => ({ chunk, from, to }))).sort((one, other) => one.from - other.from);
  const edges = [start, end, ...answers.flat(), ...pieces.flatMap(({ from, to }) => [from, to])].filter((edge) => start <= edge && edge <= end);
  const inOrder = [...new Set(edges)].sort((one, other) => one - other);
  let [held, next] = [[], 0];
  return inOrder.slice(0, -1).map((edge, at) => {
    while (next < pieces.length && pieces[next].from <= edge) held.push(pieces[next++]);
    held = held.filter(({ to }) => edge < to);
    const cuts = held.filter(({ chunk, from }) => from === edge && from === chunk.pieces[0][0]).map(({ chunk }) => chunk);
    const answer = answers.some(([from, to]) => from <= edge && edge < to);
    return { start: edge, end: inOrder[at + 1], cuts, held: held.map(({ chunk }) => chunk.place), answer };
  });
}

function markOf({ place, whole, numbered }) {
  return element("span", { class: whole ? "cut holds" : "cut", title: `chunk ${place + 1} starts here` }, numbered ? String(place + 1) : "");
}

// One node for all stretches that follow each other in the same colours: with much overlap a chunk starts at every word.
function drawn(own, { slice }) {
  const nodes = document.createDocumentFragment();
  let last = null;
  for (const { start, end, cuts, held, answer } of own) {
    const kind = held.length === 0 ? "uncut" : held.length > 1 ? "overlap" : `chunk c${held[0] % 2}`;
    const look = answer ? `${kind} answer` : kind;
    const marks = cuts.map(markOf);
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
