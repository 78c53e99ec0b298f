// The client's scripts outside a browser: those that know nothing of the screen.
import { readFile } from "node:fs/promises";

const STATIC = new URL("../../../src/menagerie/web/static/", import.meta.url);
const IMPORTED = /(?<=(?:\bfrom|^import) ")\.{1,2}\/[^"]+(?=";)/gm;

/**
 * A script as a module, with all that it imports, whatever this version of Node takes a `.js` for. The same script under
 * another label is another module, with a state of its own.
 */
export async function load(name, label = "") {
  return import(await address(new URL(name, STATIC), label));
}

async function address(url, label) {
  let text = await readFile(url, "utf8");
  for (const path of new Set(text.match(IMPORTED)))
    text = text.replaceAll(`"${path}";`, `"${await address(new URL(path, url), label)}";`);
  return `data:text/javascript,${encodeURIComponent(text)}//${encodeURIComponent(label)}`;
}
