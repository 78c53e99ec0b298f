/** The settings for notices: which ones I get when I'm away, by which way, and when not. */

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
  ["turn", "It's my turn"],
  ["ask", "Another player asks me something"],
  ["soon", "My time is running out"],
  ["over", "A game has ended"],
];
const WAYS = [
  ["push", "Devices"],
  ["mail", "Email"],
  ["webhook", "Webhook"],
];
const DIGESTS = [
  ["0", "immediately"],
  ["3", "at most every 3 hours"],
  ["12", "at most every 12 hours"],
  ["24", "at most once a day"],
];
const FORMS = [
  ["discord", "Discord"],
  ["slack", "Slack"],
  ["plain", "Plain JSON, signed"],
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

/** Show the settings and let the player change them. @param {HTMLElement} place */
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
    h("p", {}, "Get notices about your games when you're away. They never reveal hidden information."),
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
    `${WAYS.find(([id]) => id === way)?.[1]}: ${error} ${state === "failed" ? "We've stopped trying." : "We'll try again."} `,
    h("a", { href: `/table/${table_id}` }, "Go to the table"),
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
      h(
        "div",
        { class: "what" },
        h("b", {}, one.device),
        one.here ? h("span", { class: "here" }, "this device") : null,
      ),
      act("Remove", changing(remove(one))),
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
            "Notify me on this device",
            changing(() => begin(now.can.push)),
            "primary",
          )
        : h(
            "p",
            { class: "soft" },
            refused()
              ? "This browser blocks notifications from this page. You can allow them in its settings."
              : "Notifications don't work here. They need HTTPS and a browser that supports them.",
          ),
  );
}

/** @param {Notices} now @param {(work: () => Promise<any>) => () => Promise<void>} changing */
function webhook(now, changing) {
  if (!now.can.webhook && !now.webhook) return "";
  const kind = select("Format", FORMS, now.webhook?.form ?? "discord");
  const { input, label } = field("Address", {
    type: "url",
    maxlength: 2000,
    value: now.webhook?.address ?? "",
    placeholder: "https://",
  });
  const set = changing(async () => {
    const { secret } = await post("/api/notices/webhook", { form: kind.input.value, address: input.value });
    if (kind.input.value === "plain") showSecret(secret);
    say("Webhook saved.");
  });
  return h(
    "details",
    { open: now.webhook !== null },
    h("summary", {}, "Webhook for Discord, Slack or your own program"),
    form([kind.label, label], now.webhook ? "Save webhook" : "Add webhook", set, ""),
    now.webhook
      ? act(
          "Remove webhook",
          changing(() => post("/api/notices/webhook/remove", {})),
        )
      : null,
  );
}

/** @param {string} secret */
function showSecret(secret) {
  const dialog = open("Signing secret", [
    h("h2", {}, "Signing secret"),
    h("p", {}, "Every message is signed with this secret. You won't see it again, so save it now."),
    h("p", { class: "mono" }, secret),
    h("button", { class: "primary", type: "button", click: () => dialog.close() }, "I've saved it"),
  ]);
}

/**
 * The table of notices: a row for each kind, a column for each way.
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
  const until = field("Quiet until", { type: "time", value: clock(quiet_until), required: false });
  const usual = DIGESTS.some(([value]) => value === String(digest))
    ? DIGESTS
    : [...DIGESTS, [String(digest), `at most every ${digest} hours`]];
  const often = select("Emails", usual, String(digest));
  const save = async () => {
    const hours = { quiet_from: minuteOf(from.input.value), quiet_until: minuteOf(until.input.value) };
    draw(place, await post("/api/notices", { kinds: read(), zone: HERE, digest: Number(often.input.value), ...hours }));
    say("Notice settings saved.");
  };
  const away = quiet_from !== null && zone !== HERE ? ` You set them in ${zone}.` : "";
  return form(
    [
      h("h3", {}, "Which notices I get"),
      table,
      now.can.letters && !now.can.mail
        ? h("p", { class: "soft" }, "To get emails, create an account and confirm an email address on this page.")
        : null,
      h("div", { class: "hours" }, from.label, until.label),
      h("p", { class: "soft" }, `Nothing is sent during quiet hours. They use your local time, ${HERE}.${away}`),
      now.can.mail ? often.label : null,
    ],
    "Save notice settings",
    save,
    "",
  );
}

const AT_TABLE = [
  ["", "as usual"],
  ["little", "only questions and time warnings"],
  ["silent", "nothing"],
];

/** The notices about one table, for its menu. @param {string} table */
export function tableNotices(table) {
  const input = h(
    "select",
    { "aria-label": "Notices when I'm away" },
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
      () => say("Notice settings for this table saved."),
      (error) => say(error.message),
    );
  });
  return h("label", { class: "check" }, "Notices when I'm away", input);
}
