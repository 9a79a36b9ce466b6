// The answer in words and tables.
import { chanceContinuous, chanceFinite, chanceWhole, countOf, cutFromMean, expectedCut, meanLength, windowsWhole } from "./calculator-formula.js";
import { element } from "./element.js";
import { siteUrl } from "./site.js";

const ROWS = 200;
const FEW = 12;

const whole = (value) => value.toLocaleString("en");
const level = (value) => (Number.isInteger(value) ? whole(value) : value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const percent = (share) => `${(100 * share).toFixed(1)}%`;
const data = (value, shown) => element("data", { value }, shown);
const units = (count, unit) => `${whole(count)} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

// What a reader hears first: one number, what it counts, and what it does not see.
export function headline({ size, overlap, unit, bands }) {
  const tables = countOf(bands);
  const cut = expectedCut(bands, (length) => chanceContinuous(length, size, overlap));
  const one = tables === 1;
  return [
    element("span", { class: "calculator-number" }, one ? data(cut, percent(cut)) : data(cut, level(cut))),
    element("span", { class: "calculator-unit" }, ` ${one ? "chance that the table is cut" : `of ${whole(tables)} tables cut`}, by arithmetic`),
    element(
      "span",
      { class: "calculator-caveat" },
      one ? "For" : `${percent(cut / tables)} of them, for`,
      ` a splitter that makes chunks of ${units(size, unit)} with an overlap of ${whole(overlap)} and does not look at the text. `,
      element("a", { href: siteUrl("model/").href }, "What the real ones do"),
      " is another matter.",
    ),
  ];
}

// The same by every form of the formula, and by length.
export function breakdown({ size, overlap, unit, document, bands }) {
  const continuous = (length) => chanceContinuous(length, size, overlap);
  const tables = countOf(bands);
  const forms = [
    ["starting anywhere", expectedCut(bands, continuous)],
    [`starting on a whole ${unit.replace(/s$/, "")}`, expectedCut(bands, (length) => chanceWhole(length, size, overlap))],
  ];
  if (document) {
    const chunks = windowsWhole(document, size, overlap);
    const finite = (length) => chanceFinite(length, size, overlap, document);
    forms.push([`the same in documents of ${units(document, unit)}, each cut into ${units(chunks, "chunks")}`, expectedCut(bands, finite)]);
  }
  if (bands.length > 1) forms.push([`wrongly, if all had the mean length of ${level(meanLength(bands))}`, cutFromMean(bands, size, overlap)]);
  const counted = forms.map(([name, cut]) => [name, ...(tables === 1 ? [] : [data(cut, level(cut))]), data(cut / tables, percent(cut / tables))]);
  const parts = [grid(`How it is counted: a chunk starts every ${units(size - overlap, unit)}`, ["Tables", ...(tables === 1 ? ["Chance of a cut"] : ["Cut", "Share"])], counted)];
  if (bands.length > 1) {
    const rows = bands.slice(0, ROWS).map(([count, length]) => {
      const chance = continuous(length);
      return [whole(length), whole(count), data(chance, percent(chance)), data(count * chance, level(count * chance))];
    });
    parts.push(folded(`By length, in ${unit}`, bands.length, grid("", ["Length", "Tables", "Chance of a cut", "Cut"], rows)));
  }
  return parts;
}

// The tables of a text that was handed over.
export function foundTables(found, { size, overlap, unit }) {
  const rows = found.slice(0, ROWS).map(({ header, line, length }) => {
    const chance = chanceContinuous(length, size, overlap);
    return [element("code", {}, header), whole(line), whole(length), data(chance, percent(chance))];
  });
  return folded("The tables found", found.length, grid("", ["Header row", "Line", `Length in ${unit}`, "Chance of a cut"], rows, "calculator-list"));
}

function folded(title, rows, table) {
  const summary = rows > ROWS ? `${title}: the first ${whole(ROWS)} of ${whole(rows)}` : title;
  table.querySelector("table").setAttribute("aria-label", title);
  return element("details", { class: "calculator-more", open: rows <= FEW ? "" : null }, element("summary", {}, summary), table);
}

function grid(caption, columns, rows, kind = "") {
  const [first, ...others] = columns;
  return element(
    "div",
    { class: "table-wrap", tabindex: "0", role: "region", "aria-label": caption || columns.join(", ") },
    element(
      "table",
      { class: `numbers ${kind}`.trim() },
      caption ? element("caption", {}, caption) : null,
      element("thead", {}, element("tr", {}, ...[first, ...others].map((name) => element("th", { scope: "col" }, name)))),
      element(
        "tbody",
        {},
        ...rows.map(([name, ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)))),
      ),
    ),
  );
}
