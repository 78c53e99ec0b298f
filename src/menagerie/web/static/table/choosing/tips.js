/** Tips: what a piece is and why it can't be chosen, beside the pointer after a moment or on a long press. */

import { h } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Answer} Answer */

/**
 * @param {SVGSVGElement} root
 * @param {(id: string) => string} label
 * @param {(id: string) => Promise<Answer | null>} reason
 * @param {(answer: Answer) => void} tell shows the reason in full after a click on what can't be chosen
 */
export function tips(root, label, reason, tell) {
  const tip = document.body.appendChild(h("div", { class: "tip", role: "tooltip", hidden: true }));
  let timer = 0,
    shown = "",
    read = false; // a long press only reads
  const hide = () => {
    clearTimeout(timer);
    shown = "";
    tip.hidden = true;
  };

  /** @param {number} x @param {number} y */
  const thing = (x, y) => {
    for (const element of document.elementsFromPoint(x, y)) {
      const holder = element.closest("[data-target], [data-piece][aria-label]");
      if (holder && root.contains(holder))
        return holder.getAttribute("data-target") ?? holder.getAttribute("data-piece") ?? "";
    }
    return "";
  };

  /** @param {string} id @param {number} x @param {number} y */
  const show = async (id, x, y) => {
    shown = id;
    tip.textContent = label(id);
    tip.hidden = !tip.textContent;
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${y + 18 + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 12 : y + 18}px`;
    const words = (await reason(id))?.reason;
    if (words && shown === id) {
      tip.append(h("b", {}, words));
      tip.hidden = false;
    }
  };

  root.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return event.buttons ? hide() : undefined;
    const id = thing(event.clientX, event.clientY);
    if (id === shown) return;
    hide();
    if (id) timer = setTimeout(show, 450, id, event.clientX, event.clientY);
  });
  root.addEventListener("pointerdown", (event) => {
    hide();
    read = false;
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      const id = thing(event.clientX, event.clientY);
      if (id) {
        read = true;
        show(id, event.clientX, event.clientY);
      }
    }, 500);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    root.addEventListener(end, () => clearTimeout(timer));
  root.addEventListener(
    "click",
    (event) => {
      if (read) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      read = false;
    },
    { capture: true },
  );
  root.addEventListener("pointerleave", hide);
  root.addEventListener("click", async (event) => {
    const id = thing(event.clientX, event.clientY),
      answer = id ? await reason(id) : null;
    if (answer?.rule) tell(answer);
  });
  root.addEventListener("contextmenu", (event) => event.preventDefault());
}
