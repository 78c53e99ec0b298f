/** Notices on the page about me: what I am told when I am not at the table, in which ways, and when not. */

import { get, post } from "./api.js";
import { act, field, form, open } from "./dialogs.js";
import { h, say } from "./dom.js";
import { begin, end, possible, refused, renew } from "./push.js";

/** @typedef {Record<string, string[]>} Kinds */
/**
 * @typedef {{kinds: Kinds, zone: string, quiet_from: number | null, quiet_until: number | null, digest: number}} Wishes
 */
/** @typedef {{id: string, device: string, created: number, here: boolean}} Device */
/** @typedef {{way: string, kind: string, table_id: string, made: number, error: string, state: string}} Failure */
/** @typedef {{wishes: Wishes, devices: Device[], webhook: {form: string, address: string} | null,
 *   can: {push: string, mail: boolean, letters: boolean, webhook: boolean}, failures: Failure[]}} Notices */

const KINDS = [
  ["turn", "It is my turn"],
  ["ask", "Somebody asks me"],
  ["soon", "My time runs out soon"],
  ["over", "A game is over"],
];
const WAYS = [
  ["push", "Devices"],
  ["mail", "E-mail"],
  ["webhook", "Webhook"],
];
const DIGESTS = [
  ["0", "whenever there is something"],
  ["3", "at most every 3 hours"],
  ["12", "at most every 12 hours"],
  ["24", "at most once a day"],
];
const FORMS = [
  ["discord", "Discord"],
  ["slack", "Slack"],
  ["plain", "plain, signed"],
];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** @param {number | null} minute */
const clock = (minute) =>
  minute === null ? "" : `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** @param {string} time */
const minuteOf = (time) => {
  const [hours = NaN, minutes = NaN] = time.split(":").map(Number);
  return Number.isNaN(hours + minutes) ? null : hours * 60 + minutes;
};

/** @param {string} label @param {string[][]} choices @param {string} chosen */
function select(label, choices, chosen) {
  const input = h(
    "select",
    {},
    ...choices.map(([value = "", words = ""]) => h("option", { value, selected: value === chosen }, words)),
  );
  return { input, label: h("label", { class: "field" }, label, input) };
}

/** Show how notices stand, and let me change it. @param {HTMLElement} place */
export async function notices(place) {
  const found = (await renew()) ?? (await get("/api/notices").catch(() => null));
  if (found) draw(place, found);
}

/** @param {HTMLElement} place @param {Notices} now */
function draw(place, now) {
  /** @param {() => Promise<any>} work */
  const changing = (work) => async () => {
    await work();
    return draw(place, await get("/api/notices"));
  };
  place.replaceChildren(
    h("p", {}, "When you are not at a table, you can be told what happens there. Nothing that is hidden is ever told."),
    ...now.failures.map(failure),
    devices(now, changing),
    webhook(now, changing),
    wishes(place, now),
  );
}

/** @param {Failure} failure */
const failure = ({ way, error, state, table_id }) =>
  h(
    "p",
    { class: "problem" },
    `${WAYS.find(([id]) => id === way)?.[1]}: ${error} ${state === "failed" ? "It was given up." : "It is tried again."} `,
    h("a", { href: `/table/${table_id}` }, "To the table"),
  );

/** @param {Notices} now @param {(work: () => Promise<any>) => () => Promise<void>} changing */
function devices(now, changing) {
  const here = now.devices.find((one) => one.here);
  const remove = (/** @type {Device} */ one) => async () => {
    if (one.here) await end();
    await post(`/api/notices/devices/${one.id}/remove`, {});
  };
  const lines = now.devices.map((one) =>
    h(
      "li",
      {},
      h("div", { class: "what" }, h("b", {}, one.device), one.here ? h("span", { class: "here" }, "this one") : null),
      act("No more here", changing(remove(one))),
    ),
  );
  return h(
    "div",
    { class: "way" },
    h("h3", {}, "Devices"),
    now.devices.length ? h("ul", { class: "things" }, ...lines) : null,
    here
      ? null
      : possible() && !refused()
        ? act(
            "Tell me on this device",
            changing(() => begin(now.can.push)),
            "primary",
          )
        : h(
            "p",
            { class: "soft" },
            refused()
              ? "This browser was told to show no notices of this page; its settings can change that."
              : "This browser shows no notices here; they need HTTPS.",
          ),
  );
}

/** @param {Notices} now @param {(work: () => Promise<any>) => () => Promise<void>} changing */
function webhook(now, changing) {
  if (!now.can.webhook && !now.webhook) return "";
  const kind = select("Its form", FORMS, now.webhook?.form ?? "discord");
  const { input, label } = field("Its address", {
    type: "url",
    maxlength: 2000,
    value: now.webhook?.address ?? "",
    placeholder: "https://",
  });
  const set = changing(async () => {
    const { secret } = await post("/api/notices/webhook", { form: kind.input.value, address: input.value });
    if (kind.input.value === "plain") showSecret(secret);
    say("The webhook is set.");
  });
  return h(
    "details",
    { open: now.webhook !== null },
    h("summary", {}, "A webhook, for Discord, Slack or a program of yours"),
    form([kind.label, label], now.webhook ? "Change it" : "Use it", set, ""),
    now.webhook
      ? act(
          "Remove the webhook",
          changing(() => post("/api/notices/webhook/remove", {})),
        )
      : null,
  );
}

/** @param {string} secret */
function showSecret(secret) {
  const dialog = open("The secret of the webhook", [
    h("h2", {}, "What it is signed with"),
    h("p", {}, "Every message has a signature made with this. It is shown only now."),
    h("p", { class: "mono" }, secret),
    h("button", { class: "primary", type: "button", click: () => dialog.close() }, "I have it"),
  ]);
}

/**
 * What I am told by which way: a row for each kind.
 * @param {Notices} now
 * @returns {{table: HTMLElement, read: () => Kinds}}
 */
function grid(now) {
  const ways = WAYS.filter(
    ([way]) => way === "push" || (way === "mail" && now.can.mail) || (way === "webhook" && now.webhook),
  );
  /** @type {{kind: string, way: string, box: HTMLInputElement}[]} */
  const boxes = [];
  const cell = (/** @type {string} */ kind, /** @type {string} */ way, /** @type {string} */ words) => {
    const box = h("input", { type: "checkbox", "aria-label": words });
    box.checked = (now.wishes.kinds[kind] ?? []).includes(way);
    boxes.push({ kind, way, box });
    return h("td", {}, h("label", { class: "tick" }, box));
  };
  const rows = KINDS.map(([kind = "", told = ""]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, told),
      ...ways.map(([way = "", words = ""]) => cell(kind, way, `${told}: ${words}`)),
    ),
  );
  const head = h("tr", {}, h("td", {}), ...ways.map(([, words = ""]) => h("th", { scope: "col" }, words)));
  const hidden = (/** @type {string} */ kind) =>
    (now.wishes.kinds[kind] ?? []).filter((way) => !ways.some(([shown]) => shown === way));
  const ticked = (/** @type {string} */ wanted) =>
    boxes.filter(({ kind, box }) => kind === wanted && box.checked).map(({ way }) => way);
  return {
    table: h("table", { class: "kinds" }, h("thead", {}, head), h("tbody", {}, ...rows)),
    read: () => Object.fromEntries(KINDS.map(([kind = ""]) => [kind, [...hidden(kind), ...ticked(kind)]])),
  };
}

/** @param {HTMLElement} place @param {Notices} now */
function wishes(place, now) {
  const { table, read } = grid(now);
  const { zone, quiet_from, quiet_until, digest } = now.wishes;
  const from = field("Quiet from", { type: "time", value: clock(quiet_from), required: false });
  const until = field("until", { type: "time", value: clock(quiet_until), required: false });
  const usual = DIGESTS.some(([value]) => value === String(digest))
    ? DIGESTS
    : [...DIGESTS, [String(digest), `at most every ${digest} hours`]];
  const often = select("Letters", usual, String(digest));
  const save = async () => {
    const hours = { quiet_from: minuteOf(from.input.value), quiet_until: minuteOf(until.input.value) };
    draw(place, await post("/api/notices", { kinds: read(), zone: HERE, digest: Number(often.input.value), ...hours }));
    say("That is how you are told from now on.");
  };
  const away = quiet_from !== null && zone !== HERE ? ` They were set in ${zone}.` : "";
  return form(
    [
      h("h3", {}, "What I am told"),
      table,
      now.can.letters && !now.can.mail
        ? h("p", { class: "soft" }, "For letters, keep your name and confirm an e-mail address on this page.")
        : null,
      h("div", { class: "hours" }, from.label, until.label),
      h("p", { class: "soft" }, `Nothing is sent in quiet hours; they go by the time here, ${HERE}.${away}`),
      now.can.mail ? often.label : null,
    ],
    "Save what I am told",
    save,
    "",
  );
}

const AT_TABLE = [
  ["", "as about all tables"],
  ["little", "only questions and time that runs out"],
  ["silent", "nothing"],
];

/** What I am told about one table, in its menu. @param {string} table */
export function tableNotices(table) {
  const input = h(
    "select",
    { "aria-label": "What I am told when I am away" },
    ...AT_TABLE.map(([value = "", words = ""]) => h("option", { value }, words)),
  );
  const address = `/api/notices/tables/${table}`;
  get(address).then(
    ({ kinds }) => (input.value = kinds === null ? "" : kinds.soon.length ? "little" : "silent"),
    () => {},
  );
  input.addEventListener("change", async () => {
    const all = ["push", "mail", "webhook"];
    const usual = input.value === "little" ? (await get("/api/notices")).wishes.kinds : {};
    const little = { ask: usual.ask ?? all, soon: usual.soon?.length ? usual.soon : all };
    const kinds = input.value === "" ? null : input.value === "little" ? little : {};
    await post(address, { kinds }).then(
      () => say("That is what you are told about this table."),
      (error) => say(error.message),
    );
  });
  return h("label", { class: "check" }, "when I am away, tell me", input);
}
