// How a number is written down so that it still means the same thing in a year.
import { permalink } from "./site.js";

// The word beside a displayed value: what is n/a has no unit.
export const unitBeside = ({ value, unit_word: word }) => (value === null ? "" : word);

// Everything that the numbers were computed with, in words: `offcut 0.1.0, Python 3.11, ...`
export const versions = ({ python, packages }) =>
  Object.entries({ offcut: "", Python: python, ...packages })
    .map((pair) => pair.join(" ").trim())
    .join(", ");

export function citation(id, number, builtWith) {
  const value = [`**${number.display}**`, unitBeside(number)].filter(Boolean).join(" ");
  return `${value} — ${number.title} (\`${id}\`), ${versions(builtWith)} [permalink](${permalink(id)})`;
}
