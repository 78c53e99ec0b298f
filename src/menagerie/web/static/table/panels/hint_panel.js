/** A hint in the side panel: its steps, reason, certainty and alternatives. */

import { h, part } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Answer} Answer */
/** @typedef {import("../../shared/types.js").Idea} Idea */

/** A turn's decisions in order. @param {import("../../shared/types.js").Step[]} steps */
export const decisions = (steps) =>
  steps
    .map((step) => step.name)
    .filter(Boolean)
    .join(" → ");

/** @param {number | null} chance */
const percent = (chance) => (chance === null ? "" : ` (${Math.round(chance * 100)}%)`);

/** @param {Answer} hint @param {number} done how many of its steps I've played */
export function explain(hint, done) {
  const steps = hint.steps ?? [];
  part("advice").replaceChildren(
    h("h2", {}, hint.heading ?? "Hint"),
    h(
      "ol",
      { class: "steps" },
      ...steps.map((step, at) =>
        h("li", { class: at < done ? "done" : at === done ? "next" : "" }, step.words || step.name),
      ),
    ),
    h("p", {}, hint.reason ?? ""),
    h("p", { class: "soft" }, hint.certainty ?? ""),
    ...(hint.alternatives ?? []).map(other),
  );
}

/** @param {Idea} idea */
const other = (idea) =>
  h("p", { class: "other" }, h("b", {}, `Or: ${decisions(idea.steps)}${percent(idea.chance)}. `), idea.reason);
