/**
 * What the browser runs when a message comes and no page is open: show it, and lead to the table when it is clicked.
 */

const here = /** @type {any} */ (self);

here.addEventListener("install", () => here.skipWaiting());
here.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(here.clients.claim()));

here.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path, tag } = event.data?.json() ?? {
    title: "Menagerie",
    body: "",
    path: "/",
    tag: "menagerie",
  };
  event.waitUntil(
    here.registration.showNotification(title, { body, tag, data: path, renotify: true, icon: "/favicon.ico" }),
  );
});

/** A page of ours that shows the table already, or any other, or a new one. */
here.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const address = new URL(event.notification.data ?? "/", here.location.origin);
  if (address.origin !== here.location.origin) return;
  const go = async () => {
    const open = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = open.find((/** @type {any} */ one) => new URL(one.url).pathname === address.pathname);
    return same ? same.focus() : here.clients.openWindow(address.href);
  };
  event.waitUntil(go());
});
