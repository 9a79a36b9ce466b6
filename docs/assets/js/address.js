// What is chosen on a page, kept in the address behind the # as `#name:field=value&…`: that part of an address is never sent to any host.

// The fields that the address holds under a name, as text, or null where it holds none.
export function readFields(name, fields) {
  const mark = `#${name}:`;
  const written = location.hash.replace(/^#(\w+)%3A/i, "#$1:");
  if (!written.startsWith(mark)) return null;
  const given = new URLSearchParams(written.slice(mark.length));
  return Object.fromEntries(fields.filter((field) => given.has(field)).map((field) => [field, given.get(field)]));
}

// Writes the fields that are not empty into the address in place of what is there.
export function writeFields(name, fields) {
  const words = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([field, value]) => `${field}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`);
  history.replaceState(history.state, "", words.length > 0 ? `#${name}:${words.join("&")}` : location.pathname + location.search);
}
