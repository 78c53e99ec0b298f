/** A form for a title's options: flags, choices, names. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Option} Option */

/** @param {Option[]} options */
export function optionsForm(options) {
  const fields = options.map(field);
  return {
    element: h("div", { class: "options" }, ...fields.map((one) => one.element)),
    read: () =>
      Object.fromEntries(
        fields
          .filter((one) => JSON.stringify(one.value()) !== JSON.stringify(one.option.default))
          .map((one) => [one.option.name, one.value()]),
      ),
    /** @param {[name: string, value: any][]} wanted */
    choose(wanted) {
      for (const [name, value] of wanted) fields.find((one) => one.option.name === name)?.set(value);
    },
  };
}

/**
 * @param {Option} option
 * @returns {{option: Option, element: HTMLElement, value: () => unknown, set: (value: any) => void}}
 */
function field(option) {
  const help = h("p", { class: "soft" }, option.help);
  if (option.type === "flag") {
    const box = h("input", { type: "checkbox" });
    box.checked = Boolean(option.default);
    return {
      option,
      element: h("div", {}, h("label", { class: "check" }, box, option.heading), help),
      value: () => box.checked,
      set: (value) => void (box.checked = value),
    };
  }
  if (option.type === "choice") {
    const select = h(
      "select",
      {},
      ...option.choices.map((choice, at) => h("option", { value: choice }, option.words[at] ?? choice)),
    );
    select.value = String(option.default);
    return {
      option,
      element: h("div", {}, h("label", { class: "row" }, option.heading, select), help),
      value: () => option.choices.find((choice) => String(choice) === select.value),
      set: (value) => void (select.value = String(value)),
    };
  }
  const boxes = option.choices.map((choice) => h("input", { type: "checkbox", value: choice }));
  const set = (/** @type {string[]} */ names) => boxes.forEach((box) => (box.checked = names.includes(box.value)));
  set(option.default ?? []);
  const element = h(
    "fieldset",
    {},
    h("legend", {}, option.heading),
    h(
      "div",
      { class: "names" },
      ...boxes.map((box, at) => h("label", { class: "check" }, box, option.words[at] ?? box.value)),
    ),
    help,
  );
  return { option, element, set, value: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}
