// What is chosen in the explorer, kept in the address, so that a state can be cited.
import { readFields, writeFields } from "./address.js";

const FIELDS = ["document", "question", "splitter", "size", "overlap", "encoder", "k"];

export const readAddress = () => readFields("explorer", FIELDS);

export const writeAddress = (state) => writeFields("explorer", Object.fromEntries(FIELDS.map((name) => [name, state[name]])));
