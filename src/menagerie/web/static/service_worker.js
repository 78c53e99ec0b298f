/**
 * Runs when a push message arrives and no page is open: show it, and open the table on a click.
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

/** Focus a page that already shows the table, or open a new one. */
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
