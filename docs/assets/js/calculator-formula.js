// The closed forms for tables under a fixed window, as generators/arithmetic/cut.py has them; a test compares the two.
// A band is [count, length]: so many tables of that length.

const clip = (value, low, high) => Math.min(Math.max(value, low), high);

// Windows of one document; the last one ends with the document.
export const windowsWhole = (document, size, overlap) => Math.ceil(Math.max(1, (document - overlap) / (size - overlap)));

// Chance that a table is cut when it may start anywhere.
export const chanceContinuous = (length, size, overlap) => clip((length - overlap) / (size - overlap), 0, 1);

// The same over starts on a whole unit of an endless document.
export const chanceWhole = (length, size, overlap) => (length > size ? 1 : Math.max(0, length - overlap - 1) / (size - overlap));

// The same over every whole start in a document of that length, which must hold the table.
export function chanceFinite(length, size, overlap, document) {
  const stride = size - overlap;
  const full = windowsWhole(document, size, overlap) - 1;
  const heldByFull = full * clip(size - length + 1, 0, stride);
  const heldByLast = Math.max(0, document - full * stride - length + 1);
  const starts = document - length + 1;
  return (starts - heldByFull - heldByLast) / starts;
}

// A sum that loses nothing to rounding on the way (Neumaier's), for lists of any length.
export function sum(values) {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export const countOf = (bands) => sum(bands.map(([count]) => count));

export const meanLength = (bands) => sum(bands.map(([count, length]) => count * length)) / countOf(bands);

// Tables expected to be cut, the chance of each length given.
export const expectedCut = (bands, chance) => sum(bands.map(([count, length]) => count * chance(length)));

// What comes out if every table is taken to have the mean length; it does not see that a chance stops at none and at all.
export const cutFromMean = (bands, size, overlap) => countOf(bands) * chanceContinuous(meanLength(bands), size, overlap);
