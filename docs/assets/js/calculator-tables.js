// Finding the tables of a text as generators/corpora/find_tables.py does: GFM tables, and adjacent lines with the same number of pipes.
import MarkdownIt from "../vendor/markdown-it.js";

const LINE_END = /\r\n?|\n/g;

// Each table as [start, end) in the text, in order, with the span of its header row and the number of its first line, from 0.
export function findTables(text) {
  if (!text.includes("|")) return [];
  const lines = linesOf(text);
  const markdown = new MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"]);
  // A U+FEFF is a blank to this parser, and none to the one that the numbers were computed with; only numbers of lines are asked for.
  const blocks = markdown.parse(text.replaceAll("\ufeff", "\ufffd"), {}).filter(({ type }) => type === "table_open" || type === "fence");
  const taken = new Set(blocks.flatMap(({ map: [first, end] }) => Array.from({ length: end - first }, (_, at) => first + at)));
  const tables = blocks.filter(({ type }) => type === "table_open").map(({ map }) => tableOf(lines, ...map));
  for (const [first, end] of runsOf(lines.map((line, at) => (taken.has(at) ? 0 : pipesIn(text, line))))) tables.push(tableOf(lines, first, end));
  return tables.sort((one, other) => one.start - other.start || one.end - other.end);
}

function linesOf(text) {
  const ends = [...text.matchAll(LINE_END)];
  const starts = [0, ...ends.map(({ 0: end, index }) => index + end.length)];
  return starts.map((start, at) => [start, ends[at]?.index ?? text.length]);
}

function tableOf(lines, first, end) {
  return { start: lines[first][0], end: lines[Math.min(end, lines.length) - 1][1], header: lines[first], line: first };
}

const pipesIn = (text, [start, end]) => text.slice(start, end).split("|").length - 1;

// The runs of two or more equal counts other than 0, as [first, end).
function* runsOf(counts) {
  let first = 0;
  for (let at = 1; at <= counts.length; at += 1) {
    if (counts[at] === counts[first]) continue;
    if (counts[first] > 0 && at - first > 1) yield [first, at];
    first = at;
  }
}
