// The index of numbers: every word typed must stand in a number's id, title or definition.
// What is searched for is kept in the address as ?find=, since ?q= belongs to Material and opens the search of the whole site.
import { unitBeside } from "./citation.js";
import { element } from "./element.js";
import { loadJson, permalink, siteUrl } from "./site.js";

const SHOWN = 100;

export function startIndex(input) {
  if (!input) return;
  const count = element("p", { class: "number-count", role: "status" });
  const list = element("ol", { class: "number-results", "aria-label": "Matching numbers" });
  (input.closest("form, p, label") ?? input).after(count, list);

  const search = async () => {
    const query = input.value.trim();
    keepInAddress(query);
    try {
      const found = matching(await loadEntries(), query);
      if (query !== input.value.trim()) return; // typed on while the file came in
      count.textContent = inWords(query, found.length);
      list.replaceChildren(...(query ? found.slice(0, SHOWN).map(result) : []));
    } catch {
      count.textContent = "The list of numbers could not be loaded. The lists on this page are complete.";
    }
  };

  input.addEventListener("focus", () => loadEntries().catch(() => {}), { once: true });
  input.addEventListener("input", search);
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("keydown", (event) => {
    const first = list.querySelector("a.result");
    if (event.key === "Enter" && first) first.click();
    if (event.key === "ArrowDown" && first) first.focus();
    if (event.key === "Enter" || event.key === "ArrowDown") event.preventDefault();
  });
  list.addEventListener("keydown", (event) => walk(event, list, input));

  input.value = new URLSearchParams(location.search).get("find") ?? input.value;
  if (input.value) search();
}

let entries = null;

async function loadEntries() {
  const { numbers } = await loadJson("numbers.json");
  entries ??= Object.entries(numbers).map(([id, number]) => {
    const words = [id, number.title, number.definition, number.splitter];
    return { id, number, text: words.filter(Boolean).join(" ").toLowerCase() };
  });
  return entries;
}

// First the numbers whose id holds every word, and among them whole ones that a page shows, then whole ones, then parts; the measure named most briefly leads.
function matching(all, query) {
  const words = query.toLowerCase().split(/\s+/);
  const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
  const rank = ({ id, number }) => {
    const [measure, part] = id.split("/").slice(3);
    const inProse = !number.page.startsWith("reference/");
    return [id !== words[0], !words.every((word) => id.includes(word)), part !== undefined, !inProse, measure.length].map(Number);
  };
  const ranked = found.map((entry) => [rank(entry), entry]);
  return ranked.sort(([one], [other]) => one.map((value, at) => value - other[at]).find(Boolean) ?? 0).map(([, entry]) => entry);
}

function inWords(query, found) {
  if (!query) return "";
  if (found === 0) return "No number matches.";
  if (found === 1) return "1 number matches.";
  return found > SHOWN ? `${found} numbers match; the first ${SHOWN} are shown. Another word narrows them.` : `${found} numbers match.`;
}

function result({ id, number }) {
  return element(
    "li",
    {},
    element(
      "a",
      { class: "result", href: permalink(id) },
      element("span", { class: "result-value" }, number.display, " ", element("small", {}, unitBeside(number))),
      element("span", { class: "result-name" }, number.title ?? "", " ", element("code", {}, id)),
    ),
    element("a", { class: "result-page", href: siteUrl(number.page).href }, number.page.replace(/\/$/, "") || "home"),
  );
}

function keepInAddress(query) {
  const address = new URL(location.href);
  if (query) address.searchParams.set("find", query);
  else address.searchParams.delete("find");
  history.replaceState(history.state, "", address);
}

// Up and down walk through the results, and back up into the field; Escape goes back at once. Enter is the link's own.
function walk(event, list, input) {
  const results = [...list.querySelectorAll("a.result")];
  const at = results.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: -1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  (next < 0 ? input : results[Math.min(next, results.length - 1)]).focus();
}
