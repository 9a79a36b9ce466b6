// Everything the site does beyond plain links. Without it every number is still a link to its row in the reference.
import { openCardsFrom } from "./card.js";
import { startIndex } from "./index.js";
import { landAgain } from "./landing.js";
import { explainLostNumber } from "./lost.js";
import { makeLabelsButtons } from "./labels.js";
import { makeDecisionButtons } from "./decision.js";

openCardsFrom(document.body);
startIndex(document.getElementById("number-search"));
explainLostNumber(document.getElementById("lost-number"));
const calculator = document.getElementById("calculator-form");
if (calculator) import("./calculator.js").then(({ startCalculator }) => startCalculator(calculator)).then(landAgain);
const explorer = document.getElementById("explorer-place");
if (explorer) import("./explorer.js").then(({ startExplorer }) => startExplorer(explorer)).then(landAgain);
const hazards = document.getElementById("hazards-place");
if (hazards) import("./hazards.js").then(({ startHazards }) => startHazards(hazards));
makeLabelsButtons(document.querySelectorAll(".md-header__button[for=__drawer], .md-header__button[for=__search]"));
makeDecisionButtons(document.querySelectorAll(".decision-copy"));
