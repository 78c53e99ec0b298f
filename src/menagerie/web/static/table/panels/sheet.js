/** The sheet: details too long to draw, as tables; beside the log, or enlarged over the table. */

import { get } from "../../shared/api.js";
import { h, part, s } from "../../shared/dom.js";
import { source } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Chart} Chart */
/** @typedef {import("../../shared/types.js").Cell} Cell */

export class Sheet {
  /** The moment shown, to notice changes. */
  shown = "";
  /** @type {Chart[]} */
  charts = [];
  /** @type {HTMLElement | null} */
  large = null;

  constructor() {
    part("sheet-large").addEventListener("click", () => this.enlarge());
  }

  /**
   * Show a moment, if the sheet is visible.
   * @param {number | null} n null: the present
   * @param {string} version of the table
   */
  async at(n, version) {
    const wanted = `${n} ${version}`;
    if (wanted === this.shown || (part("panel-sheet").hidden && !this.large)) return;
    this.shown = wanted;
    const answer = await get(source("sheet", { n })).catch(() => null);
    if (!answer || this.shown !== wanted) return;
    this.charts = answer.sheet;
    part("charts").replaceChildren(...this.charts.map(chart));
    this.large?.replaceChildren(...this.charts.map(chart));
  }

  /** Show the tables over the whole page. */
  enlarge() {
    const place = h("div", { class: "charts wide-charts", tabindex: 0, "aria-label": "Sheet" });
    place.append(...this.charts.map(chart));
    this.large = place;
    /** @type {HTMLDialogElement} */
    const dialog = h(
      "dialog",
      {
        class: "large-sheet",
        "aria-label": "Sheet",
        close: () => {
          dialog.remove();
          this.large = null;
        },
        click: (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close(),
      },
      h("div", { class: "row spread" }, h("h2", {}, "Sheet"), h("button", { click: () => dialog.close() }, "Close")),
      place,
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** A table of the sheet. @param {Chart} one */
export function chart(one) {
  const numbers = one.columns.map(
    (_, at) =>
      at > 0 && one.rows.every((row) => isNumber(row[at])) && one.rows.some((row) => typeof row[at] === "number"),
  );
  const heads = one.columns.map((words, at) =>
    words ? h("th", { scope: "col", class: numbers[at] ? "number" : "" }, words) : h("td", {}),
  );
  const rows = one.rows.map((row, number) =>
    h(
      "tr",
      { class: one.total && number === one.rows.length - 1 ? "total" : "" },
      ...row.map((value, at) =>
        h(
          at ? "td" : "th",
          { scope: at ? null : "row", class: numbers[at] ? "number" : long(value) ? "long" : "" },
          cell(value),
        ),
      ),
    ),
  );
  return h(
    "section",
    { class: "chart" },
    h("h2", {}, one.title),
    one.rows.length
      ? h(
          "div",
          { class: "scrolls", tabindex: one.columns.length > 3 ? 0 : null, role: "group", "aria-label": one.title },
          h(
            "table",
            {},
            one.columns.some(Boolean) ? h("thead", {}, h("tr", {}, ...heads)) : null,
            h("tbody", {}, ...rows),
          ),
        )
      : h("p", { class: "soft" }, "Nothing yet."),
    one.note ? h("p", { class: "soft" }, one.note) : null,
  );
}

/** @param {Cell | undefined} value */
const isNumber = (value) => typeof value === "number" || value === "-" || value === "";

/** @param {Cell} value */
const long = (value) => typeof value === "string" && value.length > 30;

/** @param {Cell} value @returns {Node | string} */
function cell(value) {
  if (typeof value !== "object") return String(value);
  const tall = 1 + Math.max(...value.spaces.map(([row]) => row)),
    wide = 1 + Math.max(...value.spaces.map(([, column]) => column));
  const squares = value.spaces.map(([row, column]) => s("rect", { x: column, y: row, width: 1, height: 1 }));
  const picture = s(
    "svg",
    {
      class: "shape",
      viewBox: `-.1 -.1 ${wide + 0.2} ${tall + 0.2}`,
      width: 9 * wide,
      height: 9 * tall,
      "aria-hidden": "true",
    },
    ...squares,
  );
  return h("span", { class: "shaped" }, picture, value.words);
}
