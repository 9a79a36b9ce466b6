// The explorer's fields: what is split, by what and how, what is asked, and how many chunks are retrieved.
import { element } from "./element.js";

export const LABELS = { document: "Document", question: "Question", splitter: "Splitter", encoder: "Ranked by", size: "chunk_size", overlap: "chunk_overlap", k: "Retrieved (k)" };

export function buildForm(choose) {
  const controls = Object.fromEntries(
    Object.keys(LABELS).map((name) => [name, element("select", { id: `explorer-${name}`, autocomplete: "off", change: () => choose(name) })]),
  );
  const fields = Object.entries(controls).map(([name, control]) =>
    element("div", { class: `explorer-field explorer-field--${name}` }, element("label", { for: control.id }, LABELS[name]), control),
  );
  const root = element("form", { class: "explorer-form", "aria-label": "Explorer", submit: (event) => event.preventDefault() }, ...fields);
  return { root, controls };
}

// Fills a field with `[value, words]`, unless it has just these.
export function offer(control, options) {
  const key = JSON.stringify(options);
  if (control.dataset.options === key) return;
  control.dataset.options = key;
  control.replaceChildren(...options.map(([value, words]) => element("option", { value }, words)));
}
