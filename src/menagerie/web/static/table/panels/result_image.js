/** A picture of the result to save or share, as SVG and PNG. */

import { h, s, say } from "../../shared/dom.js";
import { colours, curve, heading, told, total, unit } from "../../shared/score_chart.js";
import { nameOf } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Table} Table */
/** @typedef {import("../../shared/types.js").Result} Result */
/** @typedef {import("../../shared/types.js").Course} Course */

const WIDE = 1200;
const INK = "#1d2a24";
const PAPER = "#f4ecd8";
const FONT = "Inter, system-ui, sans-serif";

/** @param {Table} table @param {Result} result @param {Course | null} course */
export async function shareResult(table, result, course) {
  const board = await fetch(`/api/tables/${table.id}/picture.svg`).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  const drawn = picture(table, result, course, board);
  const svg = new Blob([new XMLSerializer().serializeToString(drawn)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(svg),
    name = `${table.title}-result`;
  const shown = h("img", { src: address, alt: `Picture of the result: ${heading(table, result)}` });
  const png = h("button", { class: "primary", click: () => save(shown, name) }, "Save as PNG");
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    {
      class: "share",
      "aria-label": "Share result",
      close: () => {
        dialog.remove();
        URL.revokeObjectURL(address);
      },
    },
    h("h2", {}, "Share the result"),
    shown,
    h(
      "div",
      { class: "row" },
      png,
      h("a", { class: "button", href: address, download: `${name}.svg` }, "Drawing (SVG)"),
      h("button", { click: () => dialog.close() }, "Close"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  png.focus();
}

/**
 * Share the picture as a PNG with a phone's apps, or download it.
 * @param {HTMLImageElement} image
 * @param {string} name
 */
async function save(image, name) {
  await image.decode().catch(() => null);
  const canvas = h("canvas", {
    width: WIDE,
    height: Math.round((WIDE * image.naturalHeight) / (image.naturalWidth || WIDE)),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return say("This browser couldn't make the picture. Save it as SVG instead.");
  const file = new File([blob], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    navigator.share({ files: [file] }).catch(() => null);
    return;
  }
  const href = URL.createObjectURL(blob);
  h("a", { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {Table} table @param {Result} result @param {Course | null} course @param {string} board an SVG document */
export function picture(table, result, course, board) {
  const paint = colours(),
    names = table.seats.map((one) => nameOf(table, one.seat)),
    order = result.ranking.flat(),
    team = result.together;
  /** @type {SVGElement[]} */
  const drawn = [];
  const text = (
    /** @type {number} */
    x,
    /** @type {number} */
    y,
    /** @type {number} */
    size,
    /** @type {string} */
    words,
    more = {},
  ) => drawn.push(s("text", { x, y, "font-size": size, "font-family": FONT, fill: INK, ...more }, words));
  text(48, 84, 44, heading(table, result), { "font-weight": 700 });
  let y = 122;
  for (const line of wrapped(result.sentence, 52)) {
    text(48, y, 20, line);
    y += 27;
  }
  if (result.tie_break && !result.sentence.includes(result.tie_break)) {
    text(48, y, 18, `A tie, decided ${result.tie_break}.`);
    y += 26;
  }
  y += 22;
  const column = (/** @type {number} */ at) => 330 + (270 / Math.max(1, order.length)) * (at + 0.5);
  if (!team || result.points.length > 1) {
    order.forEach((seat, at) => {
      drawn.push(s("circle", { cx: column(at), cy: y, r: 17, fill: paint[seat] || INK }));
      text(column(at), y + 6, 17, "ABCDE"[seat] ?? "", {
        "text-anchor": "middle",
        "font-weight": 700,
        fill: seat === 2 ? INK : "#fff",
      });
    });
    y += 40;
    const counted = unit(result),
      last = { name: total(counted), points: result.scores };
    for (const one of [...result.points, last]) {
      const bold = one === last ? { "font-weight": 700 } : {};
      if (one === last) drawn.push(s("path", { d: `M48 ${y - 22}H600`, stroke: INK, "stroke-width": 2 }));
      text(48, y, 19, one.name, bold);
      order.forEach((seat, at) =>
        text(column(at), y, 19, told(one.points[seat] ?? 0, counted), { "text-anchor": "middle", ...bold }),
      );
      y += 30;
    }
    y += 10;
    if (!team) text(48, y, 18, order.map((seat) => `${"ABCDE"[seat]} ${names[seat]}`).join("   "));
    y += 14;
  }
  if (course && course.scores.length > 2) {
    const line = curve(course, names, paint, unit(result), INK);
    for (const [key, value] of Object.entries({ x: 48, y, width: 552, height: 190 }))
      line.setAttribute(key, String(value));
    drawn.push(line);
    y += 200;
  }
  const high = Math.max(630, y + 40);
  if (board) {
    const data = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(board)}`;
    drawn.push(
      s("image", { href: data, x: 640, y: 40, width: 520, height: high - 110, preserveAspectRatio: "xMidYMid meet" }),
    );
  }
  const [font = ""] = board.match(/@font-face{.*?}/) ?? []; // the board contains the font
  text(1160, high - 28, 20, `${table.name} · Menagerie`, { "text-anchor": "end", "font-weight": 600 });
  return s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDE} ${high}`, width: WIDE, height: high },
    s("style", {}, font),
    s("rect", { width: WIDE, height: high, fill: PAPER }),
    ...drawn,
  );
}

/** @param {string} words @param {number} most letters in a line */
function wrapped(words, most) {
  /** @type {string[]} */
  const lines = [""];
  for (const word of words.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last && last.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
