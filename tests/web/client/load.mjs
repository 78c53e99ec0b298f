// The client's scripts outside a browser: those that know nothing of the screen.
import { readFile } from "node:fs/promises";

const STATIC = new URL("../../../src/menagerie/web/static/", import.meta.url);

/** A script as a module, whatever this version of Node takes a `.js` for. */
export async function load(name) {
  const text = await readFile(new URL(name, STATIC), "utf8");
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
