// The strip: one sign a size, a group of radio buttons that arrow keys walk.
import { element } from "./element.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// The strip's cells are made once a grid; `show` gives each its outcome and marks the chosen one.
export function buildStrip(outcomes, choose) {
  const root = element("div", { class: "explorer-strip", role: "radiogroup", "aria-label": "Chunk size" });
  let cells = [];

  function fill(sizes, unit) {
    cells = sizes.map((size, at) => element("button", { type: "button", role: "radio", class: "explorer-cell", "data-size": size, click: () => choose(at) }));
    root.replaceChildren(...cells);
    root.setAttribute("aria-label", `chunk_size, in ${unit}`);
  }

  function show(names, chosen) {
    for (const [at, cell] of cells.entries()) {
      const [sign, words] = outcomes[names[at]];
      const { size } = cell.dataset;
      if (cell.dataset.outcome !== names[at]) {
        cell.dataset.outcome = names[at];
        cell.replaceChildren(sign, element("small", {}, size));
        cell.title = `${size}: ${words}`;
        cell.setAttribute("aria-label", `${size}: ${words}`);
      }
      cell.setAttribute("aria-checked", at === chosen);
      cell.tabIndex = at === chosen ? 0 : -1;
    }
  }

  root.addEventListener("keydown", (event) => {
    const at = cells.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + (STEPS[event.key] ?? 0);
    if (next === at || !cells[next]) return;
    event.preventDefault();
    choose(next);
    cells[next].focus();
  });

  return { root, fill, show };
}
