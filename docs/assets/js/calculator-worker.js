// Finds and measures tables beside the page, so that a long text does not hold it up.
import { findTables } from "./calculator-tables.js";
import { countTokens, readRanks } from "./calculator-tokens.js";

const HEADER = 120;

self.addEventListener("message", async ({ data: { text, ranks } }) => {
  try {
    const found = findTables(text);
    const measure = ranks && found.length > 0 ? await tokenCounter(ranks) : characters;
    const tables = found.map(({ start, end, header: [from, to], line }) => ({
      length: measure(text.slice(start, end)),
      header: text.slice(from, Math.min(to, from + HEADER)),
      line: line + 1,
    }));
    self.postMessage({ tables });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
});

// Characters as Python counts them: a pair of surrogates is one.
const characters = (text) => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

async function tokenCounter(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("the list of tokens could not be loaded");
  const ranks = readRanks(await answer.text());
  return (text) => countTokens(text, ranks);
}
