// What is chosen in the explorer, kept in the address behind the #, so that a state can be cited.

const MARK = "#explorer:";
const FIELDS = ["document", "question", "splitter", "size", "overlap", "encoder", "k"];

// The fields that the address holds, as text, or null where it holds none.
export function readAddress(hash = location.hash) {
  const written = hash.replace(/^#explorer%3A/i, MARK);
  if (!written.startsWith(MARK)) return null;
  const given = new URLSearchParams(written.slice(MARK.length));
  return Object.fromEntries(FIELDS.filter((name) => given.has(name)).map((name) => [name, given.get(name)]));
}

// Writes the fields into the address in place of what is there.
export function writeAddress(fields) {
  const words = FIELDS.map((name) => `${name}=${encodeURIComponent(fields[name])}`);
  history.replaceState(history.state, "", MARK + words.join("&"));
}
