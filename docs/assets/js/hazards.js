// Filters the hazard matrix, and the list that stands for it in narrow windows: one library or splitter, one hazard, one verdict.
import { element } from "./element.js";

export function startHazards(place) {
  const heads = [...place.querySelectorAll("thead th[data-splitter]")];
  const rows = [...place.querySelectorAll("tbody tr[data-hazard]")];
  const splitter = choice("Splitter", heads.map((head) => [head.dataset.splitter, head.innerText.replace(/\s+/g, " ").trim() || head.textContent.trim()]));
  const hazard = choice("Hazard", rows.map((row) => [row.dataset.hazard, row.querySelector("th").textContent.trim()]));
  const harmed = element("input", { type: "checkbox" });
  const said = element("span", { role: "status" });

  const show = () => {
    const ofSplitter = ({ dataset }) => !splitter.select.value || dataset.splitter === splitter.select.value;
    const ofHazard = ({ dataset }) => !hazard.select.value || dataset.hazard === hazard.select.value;
    const bad = (cell) => cell.matches(".harmed, .refuses");
    const cells = (row) => [...row.querySelectorAll("td")].filter(ofSplitter);
    for (const cell of place.querySelectorAll("th[data-splitter], td[data-splitter], .hazards-list > li")) cell.hidden = !ofSplitter(cell);
    for (const row of rows) row.hidden = !ofHazard(row) || (harmed.checked && !cells(row).some(bad));
    for (const item of place.querySelectorAll(".hazards-list li[data-hazard]")) item.hidden = !ofHazard(item);
    const cases = rows.filter((row) => !row.hidden).flatMap((row) => cells(row).filter((cell) => !cell.matches(".na")));
    const count = (outcome) => cases.filter((cell) => cell.matches(outcome)).length;
    said.textContent = `${count(".harmed")} of ${cases.length} cases harmed, ${count(".refuses")} refused`;
  };

  const form = element("form", { class: "hazards-filter" }, splitter.label, hazard.label, element("label", {}, harmed, " only rows with harm"), said);
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  place.prepend(form);
  show();
}

function choice(name, options) {
  const select = element("select", {}, element("option", { value: "" }, "all"), ...options.map(([value, text]) => element("option", { value }, text)));
  return { select, label: element("label", {}, `${name} `, select) };
}
