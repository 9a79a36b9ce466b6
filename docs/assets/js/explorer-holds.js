// What a chunk holds of an answer and what it repeats, told from where they stand in the document.

// `w` if it holds the whole answer, `s` its start, `e` its end, `m` only its middle, `p` some of several answers, `n` nothing of it.
export function holds(pieces, answers, whole) {
  if (whole) return "w";
  const touched = answers.some(([start, end]) => pieces.some(([from, to]) => from < end && start < to));
  if (!touched) return "n";
  if (answers.length > 1) return "p";
  const [[start, end]] = answers;
  const has = (at) => pieces.some(([from, to]) => from <= at && at < to);
  return has(start) ? "s" : has(end - 1) ? "e" : "m";
}

// Whether more than half of a chunk stands in these pieces of others.
export function repeats(pieces, above) {
  const others = [...above].sort(([one], [other]) => one - other);
  let [all, shared] = [0, 0];
  for (const [start, end] of pieces) {
    all += end - start;
    let reached = start;
    for (const [from, to] of others) {
      const next = Math.min(end, to);
      shared += Math.max(next - Math.max(reached, from), 0);
      reached = Math.max(reached, next);
    }
  }
  return 2 * shared > all;
}
