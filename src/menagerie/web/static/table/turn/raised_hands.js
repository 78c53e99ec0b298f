/** Before its turn ends a team may want to talk: whoever raises a hand holds the decision that ends it. */

import { send } from "./deciding.js";
import { heard } from "../state/store.js";
import { nameOf } from "../../shared/words.js";

/** Who wants to talk, in a sentence after what is asked. */
export function talkers() {
  const { table, turn } = heard.now;
  const names = (turn.hands ?? []).map((one) => (table.mine.includes(one) ? "you" : nameOf(table, one)));
  if (!names.length) return "";
  const who = names.join(" and ");
  return ` ${(who[0] ?? "").toUpperCase()}${who.slice(1)} ${names.length > 1 || who === "you" ? "want" : "wants"} to talk first.`;
}

/** My hand, to be raised or lowered. @returns {import("../types.js").Tool[]} */
export function talkTools() {
  const { table, turn } = heard.now;
  if (!turn.hands) return [];
  const up = turn.hands.some((one) => table.mine.includes(one));
  const label = up ? "Ready to go on" : "Wait, let us talk";
  return [{ label, key: "W", kind: up ? "pressed" : "", act: () => void send({ do: "hand", up: !up }) }];
}
