/** The moderators' page: reports with the chat around them, earlier actions, and what to do now. */

import { get, me, post } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";

/** @typedef {{name: string, text: string, at: number, meant: boolean, theirs: boolean}} Line */
/** @typedef {{step: string, why: string, until: number | null, at: number, by: string, report: string | null}} Step */
/**
 * @typedef {{id: string, at: number, by: string, name: string, called: string, table: string | null, reason: string, context: Line[], closed: boolean, steps: Step[]}} Report
 */

const STEPS = [
  ["warn", "Warn"],
  ["silence", "Mute for a time (no chat)"],
  ["suspend", "Suspend for a time (can finish games, can't start any)"],
  ["lift", "Lift restrictions"],
  ["close", "Close without action"],
];
const HOURS = [
  [1, "1 hour"],
  [24, "1 day"],
  [168, "1 week"],
  [720, "1 month"],
  [8760, "1 year"],
];
const DONE = { warn: "warned", silence: "silenced", suspend: "suspended", lift: "lifted", close: "closed" };

/** @param {number} at */
const when = (at) =>
  new Date(1000 * at).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

/** @param {Report} report */
function card(report) {
  const called = report.called === report.name ? report.name : `${report.name}, now ${report.called}`;
  return h(
    "li",
    { class: "report" },
    h("h2", {}, called),
    h("p", {}, h("b", {}, `“${report.reason}”`)),
    h(
      "p",
      { class: "soft" },
      `Reported by ${report.by}, ${when(report.at)}`,
      report.table ? h("span", {}, ", ", h("a", { href: `/table/${report.table}` }, "go to the table")) : null,
    ),
    report.context.length
      ? h(
          "ol",
          { class: "lines-said", tabindex: 0, "aria-label": "Chat around the report" },
          ...report.context.map(({ name, text, meant, theirs }) =>
            h("li", { class: `${meant ? "meant" : ""}${theirs ? " theirs" : ""}` }, h("b", {}, name), " ", text),
          ),
        )
      : h("p", { class: "soft" }, "No chat there."),
    report.steps.length
      ? h(
          "ul",
          { class: "steps-taken" },
          ...report.steps.map((one) =>
            h(
              "li",
              {},
              `${when(one.at)}: ${DONE[/** @type {keyof DONE} */ (one.step)]} by ${one.by}${one.until ? ` until ${when(one.until)}` : ""}: ${one.why}`,
            ),
          ),
        )
      : null,
    report.closed ? null : form(report),
  );
}

/** @param {Report} report */
function form(report) {
  const step = h(
    "select",
    { "aria-label": "Action", change: () => draw() },
    ...STEPS.map(([value = "", words = ""]) => h("option", { value }, words)),
  );
  const hours = h(
    "select",
    { "aria-label": "Duration" },
    ...HOURS.map(([value = 1, words = ""]) => h("option", { value }, String(words))),
  );
  const why = h("input", {
    "aria-label": "Reason",
    placeholder: "Reason (the person will read it)",
    maxlength: 500,
    required: true,
  });
  const draw = () => (hours.hidden = !["silence", "suspend"].includes(step.value));
  draw();
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const body = { step: step.value, why: why.value, ...(hours.hidden ? {} : { hours: Number(hours.value) }) };
    post(`/api/moderation/${report.id}`, body).then(
      () => {
        say("Done. The action is on record.");
        show();
      },
      (error) => say(error.message),
    );
  };
  return h("form", { class: "row", submit }, step, hours, why, h("button", { class: "primary" }, "Apply"));
}

async function show() {
  const closed = /** @type {HTMLInputElement} */ (part("closed")).checked;
  const answer = await get(`/api/moderation?closed=${closed}`).catch(
    (error) => void (part("word").textContent = error.message),
  );
  if (!answer) {
    part("reports").replaceChildren();
    return;
  }
  part("tools").hidden = false;
  part("reports").replaceChildren(...answer.reports.map(card));
  part("word").textContent = answer.reports.length ? "" : closed ? "No closed reports." : "No open reports.";
}

icons();
await me().catch(() => null);
part("closed").addEventListener("change", show);
await show();
