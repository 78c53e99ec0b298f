/** Push notifications to this device: support, permission, and registration with the server. */

import { post } from "./api.js";

export const possible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether the player blocked notifications, so that only the browser's settings can allow them. */
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

/** Subscribe this device. @param {string} key the server's public key */
export async function begin(key) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Your browser blocks notifications from this page. Allow them in its settings and try again.");
  const registration = await worker();
  const before = await registration.pushManager.getSubscription();
  const same = before && text(before.options.applicationServerKey) === key;
  if (before && !same) await before.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = same ? before : await registration.pushManager.subscribe(wanted).catch(() => null);
  if (!made) throw new Error("Your browser's push service doesn't answer. Try again later or choose another way.");
  return tell(made);
}

/** Unsubscribe this device. */
export async function end() {
  const registration = possible() ? await navigator.serviceWorker.getRegistration("/") : undefined;
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Register again, because another person may have signed in since this browser subscribed. */
export async function renew() {
  if (!possible() || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const made = await registration?.pushManager.getSubscription();
  return made ? tell(made).catch(() => null) : null;
}
