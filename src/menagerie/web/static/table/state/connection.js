/** The live connection to a table: one websocket that reconnects automatically, and commands that are never run twice. */

/** @typedef {import("../../shared/types.js").Message} Message */
/** @typedef {import("../../shared/types.js").Answer} Answer */

const TOO_MANY = 4429;
const SIGNED_OUT = 4401;
const RESTART = 1012;
const AGAIN = new Set([1000, 1001, 1005, 1006, 1011, RESTART, 1013, 4409, TOO_MANY]);
/** For how many milliseconds after the server announced a restart to retry often. */
const SOON = 15_000;

export class Connection {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {Map<number, {command: object, resolve: (answer: Answer) => void}>} */
  waiting = new Map();
  number = 0;
  tries = 0;
  heard = 0;
  restarted = -SOON;
  timer = 0;

  /** Messages that came before there was a listener. @type {Message[]} */
  unheard = [];
  /** The listener for messages. @type {(message: Message) => void} */
  hear = (message) => void this.unheard.push(message);
  /** The last status of the connection, and whether it's final. @type {[string, boolean]} */
  said = ["", false];
  /**
   * The listener for the status: "" when connected, otherwise a sentence for people.
   * @type {(word: string, isOver: boolean) => void}
   */
  tell = () => {};

  /** @param {string} table */
  constructor(table) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${encodeURIComponent(table)}/live`;
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
    setInterval(() => this.beat(), 20_000);
  }

  /**
   * Set the listeners, and give them what came before.
   * @param {(message: Message) => void} hear
   * @param {(word: string, isOver: boolean) => void} tell
   */
  listen(hear, tell) {
    this.hear = hear;
    this.tell = tell;
    tell(...this.said);
    for (const message of this.unheard.splice(0)) hear(message);
  }

  /** @param {string} word @param {boolean} isOver */
  state(word, isOver) {
    this.said = [word, isOver];
    this.tell(word, isOver);
  }

  /** Connect with my current identity. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  connect() {
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.type === "answer") this.answered(message);
      else {
        if (message.type === "table") this.ready();
        this.hear(message);
      }
    };
    socket.onclose = (event) => this.closed(event);
  }

  /** The first message has come, so send again what was under way. Its key makes that harmless. */
  ready() {
    this.tries = 0;
    this.state("", false);
    for (const { command } of this.waiting.values()) this.socket?.send(JSON.stringify(command));
  }

  /** @param {CloseEvent} event */
  closed(event) {
    if (event.target !== this.socket) return;
    for (const [id, { command, resolve }] of this.waiting)
      if (!("key" in command)) {
        this.waiting.delete(id);
        resolve({ ok: false, error: "The connection was lost." });
      }
    // If I signed in or out in another tab, I'm someone else now: reload the page with what they may see.
    if (event.code === SIGNED_OUT) return location.reload();
    if (!AGAIN.has(event.code))
      return this.state(event.reason || "The table closed the connection. Reload the page.", true);
    if (event.code === RESTART) this.restarted = Date.now();
    const pause = this.pause(event.code);
    this.tries += 1;
    const lost = this.isRestarting() ? "The server is restarting." : "Connection lost.";
    this.state(`${event.code === TOO_MANY ? event.reason : lost} Reconnecting. Nothing is lost.`, false);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  isRestarting = () => Date.now() - this.restarted < SOON;

  /** How long to wait before the next try, with a random part so that clients don't all come at once. @param {number} code */
  pause(code) {
    if (this.isRestarting()) return 100 + 300 * Math.random();
    const least = code === TOO_MANY ? 5000 : 400;
    return Math.min(10_000, least * 1.8 ** this.tries) * (0.8 + 0.4 * Math.random());
  }

  /** Keep the connection alive, and notice when it's dead. */
  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.heard && Date.now() - this.heard > 50_000) return this.socket.close();
    this.send({ do: "ping" });
  }

  /** @param {Answer & {id: number}} answer */
  answered(answer) {
    this.waiting.get(answer.id)?.resolve(answer);
    this.waiting.delete(answer.id);
  }

  /** @param {{do: string} & Record<string, unknown>} command @returns {Promise<Answer>} */
  send(command) {
    const id = ++this.number;
    const whole = { ...command, id };
    if (
      ["play", "undo", "order", "takeover", "return", "sit", "agree", "vote", "hand", "read", "chat"].includes(
        command.do,
      )
    )
      Object.assign(whole, { key: key() });
    return new Promise((resolve) => {
      this.waiting.set(id, { command: whole, resolve });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    });
  }
}

/** A fresh key; `crypto.randomUUID` exists on secure origins only. */
const key = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
