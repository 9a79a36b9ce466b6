// What stands in the calculator's fields, kept in the address behind the #: that part of an address is never sent to any host.
import { readLengths, writeLengths } from "./calculator-lengths.js";

const MARK = "#calculator:";
const FIELDS = ["size", "overlap", "unit", "document", "lengths"];
const LONGEST = 2000;

// The fields that the address holds, as text, or null where it holds none.
export function readAddress(hash = location.hash) {
  const written = hash.replace(/^#calculator%3A/i, MARK);
  if (!written.startsWith(MARK)) return null;
  const given = new URLSearchParams(written.slice(MARK.length));
  return Object.fromEntries(FIELDS.filter((name) => given.has(name)).map((name) => [name, given.get(name)]));
}

// Writes the fields into the address in place of what is there; false where the lengths are too many and were left out.
export function writeAddress(fields) {
  const { bands } = readLengths(fields.lengths);
  const lengths = bands ? writeLengths(bands).replaceAll(" x ", "x") : fields.lengths;
  const parts = { ...fields, lengths: lengths.length > LONGEST ? "" : lengths };
  const words = FIELDS.filter((name) => parts[name]).map((name) => `${name}=${encodeURIComponent(parts[name]).replaceAll("%2C", ",").replaceAll("%20", "+")}`);
  history.replaceState(history.state, "", MARK + words.join("&"));
  return lengths.length <= LONGEST;
}
