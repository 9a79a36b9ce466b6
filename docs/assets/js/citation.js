// How a number is written down so that it still means the same thing in a year.
import { permalink } from "./site.js";

const UNIT_WORDS = { share: "", ratio: "times" };

// The word beside a displayed value: a share has its percent sign already, and what is n/a has no unit.
export const unitBeside = ({ value, unit }) => (value === null ? "" : (UNIT_WORDS[unit] ?? unit));

export function citation(id, number, builtWith) {
  const value = [`**${number.display}**`, unitBeside(number)].filter(Boolean).join(" ");
  const packages = Object.entries(builtWith.packages).map(([name, version]) => `${name} ${version}`);
  return `${value} — ${number.title} (\`${id}\`), ${["offcut", ...packages].join(", ")} [permalink](${permalink(id)})`;
}
