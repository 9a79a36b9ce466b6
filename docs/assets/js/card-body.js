// What a card says about a number: value, meaning, inputs, provenance, and what can be copied.
import { citation, unitBeside, versions } from "./citation.js";
import { copyText } from "./copy.js";
import { element } from "./element.js";
import { permalink, siteUrl } from "./site.js";

const STATUS = {
  live: "live: recomputed in this build",
  frozen: "frozen: read from the lock, not recomputed in this build",
};

export function cardBody(id, number, ofThisBuild) {
  const builtWith = number.built_with ?? ofThisBuild;
  const said = element("p", { class: "card__said", role: "status" });
  const copyButton = (label, text, done) =>
    element("button", { type: "button", class: "button", click: (event) => copy(event.currentTarget, text, done) }, label);
  const copy = async (button, text, done) => {
    said.textContent = (await copyText(text, button.parentElement)) ? done : `Copying is not allowed here. Select by hand: ${text}`;
  };

  return element(
    "div",
    { class: "card__body md-typeset" },
    element("button", { type: "button", class: "card__close", "aria-label": "Close" }, "×"),
    element(
      "h2",
      { id: "card-title", tabindex: "-1" },
      element("span", { class: "card__value" }, element("strong", {}, number.display), element("span", {}, unitBeside(number))),
      element("span", { class: "card__title" }, number.title),
      element("code", { class: "card__id" }, id),
    ),
    element("p", { class: "card__definition" }, number.definition),
    number.formula ? element("p", { class: "formula" }, number.formula) : null,
    inputsTable(number),
    facts([
      ["Interval", number.interval && interval(number)],
      ["Status", STATUS[number.status] ?? number.status],
      ["Why frozen", number.inputs?.absent],
      ["Scenario", element("a", { href: siteUrl(number.page).href }, number.scenario)],
      ["Corpus", number.corpus_sha256 && element("code", { title: `sha256 ${number.corpus_sha256}` }, number.corpus_sha256.slice(0, 12))],
      ["Built with", versions(builtWith)],
      ["Code", number.source && element("a", { href: siteUrl(number.source).href }, sourceName(number.source))],
      [number.call?.startsWith("from generators.") ? "Call (of this project)" : "Call", number.call && block(number.call)],
      ["Recompute", number.command && block(number.command)],
    ]),
    element(
      "div",
      { class: "card__actions" },
      copyButton("Copy citation", citation(id, number, builtWith), "Citation copied."),
      number.command ? copyButton("Copy command", number.command, "Command copied.") : null,
      element("a", { href: permalink(id) }, "Permalink"),
    ),
    said,
  );
}

function inputsTable({ inputs, display }) {
  const { absent: _, by_seed: seeds = {}, another_seed: another, ...alike } = inputs ?? {}; // what is absent stands by the status
  const rows = [...Object.entries(alike), ...Object.entries(seeds).map(([seed, own]) => [`seed ${seed}`, ofSeed(own, display)])];
  if (another) rows.push(["another seed (95%)", another.map((bound) => level(bound, display)).join(" to ")]);
  if (rows.length === 0) return null;
  return element(
    "table",
    { class: "card__inputs", "aria-label": "Inputs" },
    element("tbody", {}, ...rows.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, inWords(value))))),
  );
}

// `28.3%: tables_cut 340`, or the value alone where no input differs from those of the other seeds.
function ofSeed({ value, ...inputs }, display) {
  const differing = Object.entries(inputs).map(([name, given]) => `${name} ${inWords(given)}`);
  return [value === null ? "n/a" : level(value, display), differing.join(", ")].filter(Boolean).join(": ");
}

// A value in the unit in which its number is displayed.
const level = (value, display) => (display.endsWith("%") ? `${figure(100 * value)}%` : figure(value));

const figure = (value) => value.toLocaleString("en", { maximumSignificantDigits: 6 });

function inWords(value) {
  if (typeof value === "number") return figure(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function interval({ interval: bounds, interval_of: kind, display }) {
  const shown = bounds.map((bound) => level(bound, display));
  return [shown.join(" to "), kind && `(${kind})`].filter(Boolean).join(" ");
}

function facts(pairs) {
  const known = pairs.filter(([, fact]) => fact);
  return element("dl", {}, ...known.flatMap(([name, fact]) => [element("dt", {}, name), element("dd", {}, fact)]));
}

const block = (code) => element("pre", { class: "call" }, element("code", {}, code));

const sourceName = (source) => source.replace(/^reference\/source\//, "").replace(/\/?#.*?(\d+)$/, ".py, line $1");
