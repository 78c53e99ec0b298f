/** Messages to this device when no page is open: whether the browser can, has agreed, and the server knows. */

import { post } from "./api.js";

export const possible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether I have refused them here, so that only the browser's own settings can help. */
export const refused = () => possible() && Notification.permission === "denied";

/** @param {ArrayBuffer | null} bytes */
const text = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} key */
const bytes = (key) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const worker = async () => {
  await navigator.serviceWorker.register("/worker.js", { scope: "/" });
  return navigator.serviceWorker.ready;
};

/** @param {PushSubscription} made */
const tell = (made) =>
  post("/api/notices/devices", {
    endpoint: made.endpoint,
    p256dh: text(made.getKey("p256dh")),
    auth: text(made.getKey("auth")),
  });

/** Have messages here from now on. @param {string} key by which the browser knows the server */
export async function begin(key) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Your browser does not allow notices here; its settings for this page say so.");
  const registration = await worker();
  const before = await registration.pushManager.getSubscription();
  const same = before && text(before.options.applicationServerKey) === key;
  if (before && !same) await before.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = same ? before : await registration.pushManager.subscribe(wanted).catch(() => null);
  if (!made) throw new Error("Your browser's push service does not answer; try again later, or another way.");
  return tell(made);
}

/** Have no more of them here. */
export async function end() {
  const registration = possible() ? await navigator.serviceWorker.getRegistration("/") : undefined;
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Somebody else may have signed in since this browser agreed: the server is told who is here now. */
export async function renew() {
  if (!possible() || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const made = await registration?.pushManager.getSubscription();
  return made ? tell(made).catch(() => null) : null;
}
