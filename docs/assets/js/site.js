// Addresses and data files of the site, from wherever the page stands.
const root = document.querySelector("meta[name=offcut-root]").content;
const base = new URL(root.endsWith("/") ? root : `${root}/`, location.href);

export const siteUrl = (path) => new URL(path, base);

export const scenarioOf = (id) => id.split("/", 1)[0];

export const permalink = (id) => siteUrl(`reference/numbers/${scenarioOf(id)}/#${id}`).href;

const loaded = new Map();

// The JSON file at a path of the site, fetched once; a failed fetch is forgotten, so that it can be tried again.
export function loadJson(path) {
  if (!loaded.has(path)) {
    const answer = fetch(siteUrl(path)).then((response) => {
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.json();
    });
    answer.catch(() => loaded.delete(path));
    loaded.set(path, answer);
  }
  return loaded.get(path);
}
