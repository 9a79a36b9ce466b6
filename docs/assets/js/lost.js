// On the 404 page: if the address looks like a number's id, offers to look it up.
import { siteUrl } from "./site.js";

const ID = /^[a-z0-9._-]+(\/[a-z0-9._-]+){3,}$/;

export function explainLostNumber(line) {
  if (!line) return;
  const path = location.pathname.slice(siteUrl("").pathname.length);
  const candidates = [location.hash.slice(1), path.replace(/^reference\/numbers\//, "")].map((text) => text.replace(/\/$/, ""));
  const id = candidates.find((text) => ID.test(text));
  if (!id) return;
  const link = line.querySelector("a");
  const index = siteUrl("reference/numbers/");
  index.searchParams.set("find", id);
  link.href = index.href;
  link.textContent = `look up ${id}`;
  line.hidden = false;
}
