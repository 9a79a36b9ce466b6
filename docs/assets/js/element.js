// Builds an element. Text goes in as text nodes, never as markup: what is shown comes from data files.
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Writes an element's only text, unless that is what stands there.
export function write(node, text) {
  const own = node.firstChild ?? node.appendChild(new Text());
  if (own.data !== text) own.data = text;
}
