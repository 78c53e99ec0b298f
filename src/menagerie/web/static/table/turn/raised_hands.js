/** Raised hands: a team may talk before its turn ends, and a raised hand holds the decision that ends it. */

import { send } from "./deciding.js";
import { heard } from "../state/store.js";
import { listed, nameOf } from "../../shared/words.js";

/** Who wants to talk, in a sentence after the prompt. */
export function talkers() {
  const { table, turn } = heard.now;
  const hands = turn.hands ?? [];
  const me = hands.some((one) => table.mine.includes(one)) ? ["You"] : [];
  const others = hands.filter((one) => !table.mine.includes(one)).map((one) => nameOf(table, one));
  if (!hands.length) return "";
  return !me.length && others.length === 1
    ? ` ${others[0]} wants to talk first.`
    : ` ${listed([...me, ...others])} want to talk first.`;
}

/** The button to raise or lower my hand. @returns {import("../types.js").Tool[]} */
export function talkTools() {
  const { table, turn } = heard.now;
  if (!turn.hands) return [];
  const up = turn.hands.some((one) => table.mine.includes(one));
  const label = up ? "Ready to continue" : "Wait, let's talk";
  return [{ label, key: "W", kind: up ? "pressed" : "", act: () => void send({ do: "hand", up: !up }) }];
}
