// The calculator's fields: labels, hints and a place for each field's error.
import { element } from "./element.js";

const id = (name) => `calculator-${name}`;

export function buildForm(sizes) {
  const number = { type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false" };
  const preset = element("select", {}, element("option", { value: "" }, "own sizes"), ...sizes.map(({ name }, at) => element("option", { value: at }, name)));
  const controls = {
    preset,
    size: element("input", number),
    overlap: element("input", number),
    unit: element("select", {}, element("option", { value: "tokens" }, "cl100k_base tokens"), element("option", { value: "characters" }, "characters")),
    lengths: element("textarea", { rows: 2, autocomplete: "off", spellcheck: "false", autocapitalize: "off" }),
    document: element("input", number),
    markdown: element("textarea", { rows: 5, autocomplete: "off", spellcheck: "false" }),
    file: element("input", { type: "file", accept: ".md,.markdown,.txt,text/markdown,text/plain" }),
  };
  const field = (name, label, hint) => labelled(name, label, hint, controls[name]);
  const found = element("p", { class: "calculator-found", role: "status" });
  const forget = element("button", { type: "button", class: "button" }, "Forget this text");
  const root = element(
    "form",
    { class: "calculator-form", novalidate: "", "aria-label": "Calculator", submit: (event) => event.preventDefault() },
    group(
      "Sizes",
      "sizes",
      field("preset", "Defaults of"),
      field("unit", "Unit"),
      field("size", "Chunk size"),
      field("overlap", "Overlap"),
      field("document", "Document length", "May stay empty."),
    ),
    group("Tables", "tables", field("lengths", "Lengths of the tables", "One or more. 300 x 12 stands for twelve tables of 300.")),
    element(
      "details",
      { class: "calculator-markdown" },
      element("summary", {}, "Measure the tables of a Markdown text"),
      group(
        "Markdown text",
        "text",
        element("p", { class: "calculator-privacy" }, "The text stays in this page: your browser reads it, and nothing of it is sent or stored."),
        field("markdown", "Paste it"),
        field("file", "or choose a file"),
        forget,
      ),
    ),
    found,
  );
  return { root, controls, found, forget, details: root.querySelector("details") };
}

function group(legend, name, ...fields) {
  return element("fieldset", { class: `calculator-${name}` }, element("legend", {}, legend), ...fields);
}

function labelled(name, label, hint, control) {
  control.id = id(name);
  const described = [hint && `${id(name)}-hint`, `${id(name)}-error`].filter(Boolean).join(" ");
  control.setAttribute("aria-describedby", described);
  return element(
    "div",
    { class: `calculator-field calculator-field--${name}` },
    element("label", { for: control.id }, label),
    control,
    hint ? element("p", { class: "calculator-hint", id: `${control.id}-hint` }, hint) : null,
    element("p", { class: "calculator-error", id: `${control.id}-error`, "aria-live": "polite" }),
  );
}

// Says beside a field what is wrong with it, or nothing.
export function showError(control, message = "") {
  const place = document.getElementById(`${control.id}-error`);
  if (place.textContent !== message) place.textContent = message;
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
