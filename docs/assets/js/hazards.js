// Filters the hazard matrix, and the list that stands for it in narrow windows: one splitter, one hazard, only what ends in harm. What is chosen
// stands in the address, so that it can be sent and is there again after a look at the evidence.
import { readFields, writeFields } from "./address.js";
import { element } from "./element.js";

const LABELS = { splitter: "Splitter", hazard: "Hazard", harm: "only rows with harm" };
const ONLY = "only"; // the value of the box when it is ticked

export function startHazards(place) {
  const frame = place.querySelector(".table-wrap");
  const caption = frame.querySelector("caption");
  const heads = [...frame.querySelectorAll("thead th[data-splitter]")];
  const rows = [...frame.querySelectorAll("tbody tr[data-hazard]")];
  const items = [...place.querySelectorAll(".hazards-list > li")];
  const outcomes = [...place.querySelectorAll(".hazards-key li")].map((one) => [one.className, one.querySelector("strong").textContent]);

  const splitter = choose(heads.map((head) => ({ value: head.dataset.splitter, words: wordsOf(head, "span"), group: wordsOf(head, "small") })));
  const hazard = choose(rows.map((row) => ({ value: row.dataset.hazard, words: wordsOf(row, "th") })));
  const harm = element("input", { type: "checkbox", autocomplete: "off" });
  const said = element("p", { class: "hazards-said", role: "status" });

  const chosen = () => ({ splitter: splitter.value, hazard: hazard.value, harm: harm.checked ? ONLY : "" });

  function show() {
    const ofSplitter = ({ dataset }) => !splitter.value || dataset.splitter === splitter.value;
    const ofHazard = ({ dataset }) => !hazard.value || dataset.hazard === hazard.value;
    const cells = (row) => [...row.querySelectorAll("td")].filter(ofSplitter);
    for (const cell of frame.querySelectorAll("[data-splitter]")) cell.hidden = !ofSplitter(cell);
    for (const row of rows) row.hidden = !ofHazard(row) || (harm.checked && !cells(row).some(isBad));
    const shown = rows.filter((row) => !row.hidden).flatMap(cells);
    const count = (outcome, among = shown) => among.filter((cell) => cell.matches(`.${outcome}`)).length;
    for (const item of items) {
      const own = shown.filter(({ dataset }) => dataset.splitter === item.dataset.splitter);
      item.hidden = !ofSplitter(item) || (harm.checked && !own.some(isBad));
      for (const one of item.querySelectorAll("li")) one.hidden = !ofHazard(one);
      const counts = outcomes.map(([outcome, word]) => [count(outcome, own), word]).filter(([many]) => many > 0);
      item.querySelector(".hazards-counts").textContent = counts.map((one) => one.join(" ")).join(", ");
    }
    frame.hidden = shown.length === 0;
    caption.textContent = captionOf(splitter, hazard) + (harm.checked ? ", only rows with harm" : "");
    frame.setAttribute("aria-label", caption.textContent);
    const of = shown.length - count("na");
    said.textContent = frame.hidden ? `No row matches: untick “${LABELS.harm}”.` : `${count("harmed")} of ${of} cases harmed, ${count("refuses")} refused`;
  }

  // What the address holds is chosen, and the matrix comes into sight; what it names and there is not is told.
  function restore() {
    const kept = readFields("hazards", Object.keys(LABELS));
    if (!kept) return;
    for (const [name, control] of Object.entries({ splitter, hazard })) {
      control.value = kept[name] ?? "";
      if (control.selectedIndex < 0) control.value = "";
    }
    harm.checked = kept.harm === ONLY;
    show();
    const other = Object.entries(kept).filter(([name, value]) => value !== chosen()[name]);
    if (other.length > 0) said.prepend(`There is no ${other.map(([name, value]) => `${LABELS[name]} “${value}”`).join(", no ")} here. `);
    place.scrollIntoView();
  }

  const form = element(
    "form",
    { class: "hazards-filter", "aria-label": "Filter" },
    element("label", {}, `${LABELS.splitter} `, splitter),
    element("label", {}, `${LABELS.hazard} `, hazard),
    element("label", {}, harm, ` ${LABELS.harm}`),
    said,
  );
  form.addEventListener("input", () => {
    show();
    writeFields("hazards", chosen());
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  place.prepend(form);
  show();
  restore();
  addEventListener("hashchange", restore);
}

const isBad = (cell) => cell.matches(".harmed, .refuses");

const wordsOf = (node, part) => node.querySelector(part).textContent.trim();

// A field of these and of all of them; those of one group stand below its name.
function choose(options) {
  const select = element("select", { autocomplete: "off" }, element("option", { value: "" }, "all"));
  for (const { value, words, group } of options) {
    const same = ({ label }) => label === group;
    const place = group ? ([...select.children].find(same) ?? select.appendChild(element("optgroup", { label: group }))) : select;
    place.append(element("option", { value }, words));
  }
  return select;
}

// `Row cut under RecursiveChunker (chonkie 1.7.0) at its defaults`
function captionOf(splitter, hazard) {
  const [own] = splitter.selectedOptions;
  const under = splitter.value ? `${own.textContent} (${own.parentElement.label})` : "every splitter";
  return `${hazard.value ? hazard.selectedOptions[0].textContent : "Every hazard"} under ${under} at its defaults`;
}
