// How a number is written down so that it still means the same thing in a year.
import { permalink } from "./site.js";

// A unit that the displayed value already carries (a percent sign) is not said twice.
export const unitBeside = (number) => (number.unit && !number.display.endsWith(number.unit) ? number.unit : "");

export function citation(id, number, builtWith) {
  const value = [`**${number.display}**`, unitBeside(number)].filter(Boolean).join(" ");
  const packages = Object.entries(builtWith.packages).map(([name, version]) => `${name} ${version}`);
  return `${value} — ${number.title} (\`${id}\`), ${["offcut", ...packages].join(", ")} [permalink](${permalink(id)})`;
}
