// Lengths of tables as a reader writes them: `300`, `300 x 930` for so many of that length, parted by commas, blanks or line ends.

const MOST = Number.MAX_SAFE_INTEGER;
const TIMES = /[ \t\u00a0]*[x×*][ \t\u00a0]*/gi;
const GROUPED = /(?:^|\D)(\d{1,3}(?:,\d{3})+)(?!\d)/;
const ITEM = /^(\d+)(?:x(\d+))?$/;

// The bands of a list, shortest first, or what is wrong with it: { bands } or { error }.
export function readLengths(text) {
  const list = text.replace(TIMES, "x");
  const items = list.split(/[\s,;]+/).filter(Boolean);
  if (items.length === 0) return { error: "Write at least one length." };
  const grouped = GROUPED.exec(list)?.[1].slice(0, 30);
  if (grouped) return { error: `“${grouped}” may be one number or several. Put a blank after the comma between lengths, and no comma into a number.` };
  const counts = new Map();
  for (const [at, item] of items.entries()) {
    const found = ITEM.exec(item);
    const [length, count] = found ? [Number(found[1]), Number(found[2] ?? 1)] : [0, 0];
    const error = wrong(item, found, length, count);
    if (error) return { error: items.length > 1 ? `Entry ${(at + 1).toLocaleString("en")}: ${error}` : error };
    counts.set(length, (counts.get(length) ?? 0) + count);
  }
  if ([...counts.values()].reduce((all, count) => all + count, 0) > MOST) return { error: "More tables than can be counted exactly." };
  return { bands: [...counts].map(([length, count]) => [count, length]).sort(([, one], [, other]) => one - other) };
}

function wrong(item, found, length, count) {
  if (!found) return `“${item.slice(0, 30)}” is no length. Write whole numbers, as in 300 or 300 x 12.`;
  if (/^0\d/.test(item)) return `“${item.slice(0, 30)}” begins with a zero. Leave out separators of thousands.`;
  if (length === 0 || count === 0) return `“${item}” is no table: lengths and counts start at 1.`;
  return Math.max(length, count) > MOST ? `“${item.slice(0, 30)}” is too large.` : "";
}

export const writeLengths = (bands) => bands.map(([count, length]) => (count === 1 ? `${length}` : `${length} x ${count}`)).join(", ");

// A whole number as a reader writes it, `1024` or `1,024`: { value } or { error }.
export function readWhole(text, least) {
  const digits = text.trim().replace(/^\d{1,3}(,\d{3})+$/, (grouped) => grouped.replaceAll(",", ""));
  if (!digits) return { error: "Write a number." };
  if (/^-\d/.test(digits)) return { error: "It cannot be negative." };
  if (!/^\d+$/.test(digits)) return { error: `“${digits.slice(0, 30)}” is no whole number.` };
  const value = Number(digits);
  if (value > MOST) return { error: "It is too large." };
  return value < least ? { error: `It must be at least ${least}.` } : { value };
}
