// What a script fills in makes the page longer after the browser has gone to what the address names: too short a page cannot bring its last
// heading to the top, and what stands below moves down. So the browser is sent there again, unless the reader has moved since.
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

let moved = false;
for (const name of MOVES) addEventListener(name, () => (moved = true), { once: true, passive: true, capture: true });

export function landAgain() {
  const target = document.querySelector(":target");
  if (!target || moved || (isKept() && isFar(target))) return;
  target.scrollIntoView();
}

// A page that is loaded again, or gone back to, is where the reader had left it, which may be far from what the address names.
const isKept = () => performance.getEntriesByType("navigation")[0]?.type !== "navigate";

const isFar = (target) => Math.abs(target.getBoundingClientRect().top) > innerHeight;
