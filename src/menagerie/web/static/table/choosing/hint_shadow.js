/** A hint on the table: a shadow of the move and an arrow. */

import { cellName } from "./ghost.js";
import { fragment, s } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Choice} Choice */
/** @typedef {import("../board/scene.js").Scene} Scene */
/** @typedef {{choice: Choice, turn: string, column: number, row: number}} Found */

/**
 * The choice that means a decision, and for a piece on a grid its place.
 * @param {Choice[]} choices
 * @param {string} decision
 * @returns {Found | null}
 */
export function find(choices, decision) {
  for (const choice of choices) {
    if (!choice.grid) {
      if (choice.notation === decision) return { choice, turn: "", column: -1, row: -1 };
      continue;
    }
    for (const turn of Object.keys(choice.fits ?? {})) {
      const at = place(choice, turn, decision);
      if (at) return { choice, turn, column: at[0], row: at[1] };
    }
  }
  return null;
}

/** @param {Choice} choice @param {string} turn @param {string} decision @returns {[number, number] | null} */
function place(choice, turn, decision) {
  const [before = "", after = ""] = choice.notation.replace("{turn}", turn).split("{cell}");
  if (!decision.startsWith(before) || !decision.endsWith(after)) return null;
  const cell = decision.slice(before.length, decision.length - after.length),
    columns = choice.grid?.columns ?? 0;
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < 40; row++) if (cellName(column, row) === cell) return [column, row];
  return null;
}

/** @param {Scene} scene @param {Found} found */
export function drawn(scene, { choice, turn, column, row }) {
  const nodes = arrow(scene, choice.path);
  if (choice.ghost) nodes.push(s("g", { transform: scene.frame(choice.part) }, ...fragment(choice.ghost)));
  if (choice.grid && column >= 0) {
    const { x, y, cell } = choice.grid,
      at = `translate(${x + column * cell} ${y + row * cell})`;
    nodes.push(s("g", { transform: `${scene.frame(choice.part)} ${at}` }, ...fragment(choice.ghosts?.[turn] ?? "")));
  }
  return nodes;
}

/** An arrow from the first piece of a path to the last. @param {Scene} scene @param {string[]} path @returns {SVGElement[]} */
function arrow(scene, path) {
  const [first = "", ...others] = path.filter((id) => scene.nodes.has(id)),
    last = others.at(-1);
  if (!last) return [];
  const [x, y] = middle(scene.box(first)),
    [to, down] = middle(scene.box(last));
  const far = Math.hypot(to - x, down - y) || 1,
    size = Math.min(22, far / 3),
    [along, across] = [((to - x) / far) * size, ((down - y) / far) * size];
  const head = `M${to} ${down}L${to - along - across / 2} ${down - across + along / 2}L${to - along + across / 2} ${down - across - along / 2}z`;
  return [
    s("path", { class: "hint-line", d: `M${x} ${y}L${to - along} ${down - across}` }),
    s("path", { class: "hint-head", d: head }),
  ];
}

/** @param {import("../../shared/types.js").Box} box @returns {[number, number]} */
const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];
