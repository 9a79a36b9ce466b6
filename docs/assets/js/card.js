// A number's card: opens beside the number that was followed, and gives the focus back when it closes.
import { cardBody } from "./card-body.js";
import { loadJson, scenarioOf } from "./site.js";

const GAP = 8;

export function openCardsFrom(place) {
  place.addEventListener("click", (event) => {
    const link = event.target.closest("a.number[data-number]");
    const meansNewTab = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || meansNewTab) return;
    event.preventDefault();
    openCard(link);
  });
}

let wanted = null;

async function openCard(link) {
  const id = link.dataset.number;
  wanted = link;
  link.setAttribute("aria-busy", "true");
  try {
    const { numbers, built_with: builtWith } = await loadJson(`data/${scenarioOf(id)}.json`);
    if (!numbers[id]) throw new Error(`${id} is in no data file`);
    if (wanted !== link) return; // another number was followed meanwhile, or this one twice
    wanted = null;
    show(link, cardBody(id, numbers[id], builtWith));
  } catch {
    location.assign(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

function show(link, body) {
  const dialog = document.createElement("dialog");
  dialog.className = "card";
  dialog.setAttribute("aria-labelledby", "card-title");
  dialog.append(body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".card__close")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.removeAttribute("aria-expanded");
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  link.setAttribute("aria-expanded", "true");
  dialog.showModal();
  placeBeside(dialog, link);
  dialog.querySelector("h2").focus({ preventScroll: true });
}

// Below the number if it fits there, else above, else at its side, always wholly in the window. On phones the style sheet does not ask.
function placeBeside(dialog, link) {
  const number = link.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const within = (wish, most) => Math.max(GAP, Math.min(wish, most - GAP));
  const below = number.bottom + GAP;
  const above = number.top - GAP - height;
  let top = below;
  let left = number.left;
  if (below + height + GAP > clientHeight) {
    if (above >= GAP) top = above;
    else left = number.right + GAP;
  }
  dialog.style.setProperty("--card-top", `${within(top, clientHeight - height) + scrollY}px`);
  dialog.style.setProperty("--card-left", `${within(left, clientWidth - width) + scrollX}px`);
}
