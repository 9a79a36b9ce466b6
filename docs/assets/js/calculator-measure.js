// The Markdown that a reader hands over, and the tables in it. It is read here and goes nowhere.

const LARGEST = 50_000_000;

// The text of a file, byte for byte; throws a sentence where it is none.
export async function readFile(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${LARGEST / 1e6} MB.`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not text in UTF-8.`);
  }
}

let running = null;

// The tables of a text, each with length, header and line; null if another text came meanwhile. `ranks` is the file of tokens, or null to count characters.
export function measure(text, ranks) {
  running?.stop(null);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./calculator-worker.js", import.meta.url), { type: "module" });
    const stop = (tables) => {
      worker.terminate();
      running = null;
      resolve(tables);
    };
    running = { stop };
    worker.addEventListener("message", ({ data }) => {
      if (data.error) reject(new Error(data.error));
      stop(data.tables);
    });
    worker.addEventListener("error", () => {
      reject(new Error("this browser cannot run the part that finds tables"));
      stop(null);
    });
    worker.postMessage({ text, ranks });
  });
}

export const stopMeasuring = () => running?.stop(null);
