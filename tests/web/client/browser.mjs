// What the client's scripts take from a browser as soon as they are loaded, where nothing is ever drawn.
import { mock } from "node:test";

const element = { setAttribute() {}, append() {}, addEventListener() {} };

/** What this browser remembers: how someone likes pages to be. */
export const preferences = new Map();

/** The addresses that sockets were opened for, and the sockets. @type {Socket[]} */
export const sockets = [];

export class Socket {
  static OPEN = 1;
  static CLOSING = 2;
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    sockets.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** The server says something. */
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(code = 1000, reason = "") {
    this.readyState = 3;
    this.onclose({ target: this, code, reason });
  }
}

/** Be at this address. Time stands still until `mock.timers.tick`. */
export function visit(pathname) {
  const reloaded = mock.fn();
  Object.assign(globalThis, {
    location: { pathname, protocol: "https:", host: "zoo.example", reload: reloaded },
    localStorage: { getItem: (name) => preferences.get(name) ?? null },
    sessionStorage: { getItem: () => null },
    document: { hidden: false, addEventListener() {}, createElement: () => element, createElementNS: () => element },
    matchMedia: () => ({ matches: false }),
    addEventListener() {},
    WebSocket: Socket,
  });
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  return { reloaded };
}
