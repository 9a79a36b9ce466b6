// The strip: one sign a size, a group of radio buttons that arrow keys walk.
import { element } from "./element.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// The strip's cells are made once a grid; `show` gives each its outcome and marks the chosen one, and touches no cell that stays as it is.
export function buildStrip(outcomes, choose) {
  const root = element("div", { class: "explorer-strip", role: "radiogroup", "aria-label": "Chunk size" });
  let cells = [];
  let marked = null;

  function fill(sizes, unit) {
    root.setAttribute("aria-label", `chunk_size, in ${unit}`);
    if (root.dataset.sizes === String(sizes)) return;
    root.dataset.sizes = sizes;
    cells = sizes.map((size, at) =>
      element("button", { type: "button", role: "radio", class: "explorer-cell", "data-size": size, "aria-checked": false, tabindex: -1, click: () => choose(at) }, "", element("small", {}, size)),
    );
    marked = null;
    root.replaceChildren(...cells);
  }

  function show(names, chosen) {
    for (const [at, cell] of cells.entries()) {
      if (cell.dataset.outcome === names[at]) continue;
      const [sign, words] = outcomes[names[at]];
      cell.dataset.outcome = names[at];
      cell.firstChild.data = sign;
      cell.title = `${cell.dataset.size}: ${words}`;
      cell.setAttribute("aria-label", cell.title);
    }
    if (marked === cells[chosen]) return;
    if (marked) mark(marked, false);
    marked = cells[chosen];
    mark(marked, true);
  }

  function mark(cell, yes) {
    cell.setAttribute("aria-checked", yes);
    cell.tabIndex = yes ? 0 : -1;
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
