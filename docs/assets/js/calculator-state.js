// What stands in the calculator's fields, kept in the address.
import { readFields, writeFields } from "./address.js";
import { readLengths, writeLengths } from "./calculator-lengths.js";

const FIELDS = ["size", "overlap", "unit", "document", "lengths"];
const LONGEST = 2000;

export const readAddress = () => readFields("calculator", FIELDS);

// False where the lengths are too many and were left out.
export function writeAddress(fields) {
  const { bands } = readLengths(fields.lengths);
  const lengths = bands ? writeLengths(bands).replaceAll(" x ", "x") : fields.lengths;
  const kept = { ...fields, lengths: lengths.length > LONGEST ? "" : lengths };
  writeFields("calculator", Object.fromEntries(FIELDS.map((name) => [name, kept[name]])));
  return lengths.length <= LONGEST;
}
