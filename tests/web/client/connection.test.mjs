import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { sockets, visit } from "./browser.mjs";
import { load } from "./load.mjs";

const { reloaded } = visit("/table/aviary");
const { Connection } = await load("table/state/connection.js");

/** A connection that has been opened, what is heard over it, and what is said about it. */
function opened() {
  const connection = new Connection("aviary");
  const heard = [];
  const said = [];
  connection.listen(
    (message) => heard.push(message),
    (...words) => said.push(words),
  );
  connection.connect();
  sockets.at(-1).open();
  return { connection, heard, said };
}

beforeEach(() => sockets.splice(0));

test("what the table says before anyone listens is heard later, in order", () => {
  const connection = new Connection("aviary");
  connection.connect();
  sockets[0].say({ type: "table", n: 1 });
  sockets[0].say({ type: "new", n: 2 });
  const heard = [];
  connection.listen(
    ({ n }) => heard.push(n),
    () => {},
  );
  sockets[0].say({ type: "new", n: 3 });
  assert.deepEqual(heard, [1, 2, 3]);
});

test("how the connection was before anyone listened is said as well", () => {
  const connection = new Connection("aviary");
  connection.connect();
  sockets[0].close(4404, "There is no such table.");
  const said = [];
  connection.listen(
    () => {},
    (...words) => said.push(words),
  );
  assert.deepEqual(said, [["There is no such table.", true]]);
});

test("connecting twice opens one socket", () => {
  const { connection } = opened();
  connection.connect();
  assert.equal(sockets.length, 1);
  assert.equal(sockets[0].address, "wss://zoo.example/api/tables/aviary/live");
});

test("a command that changes something has a key, a question has none", () => {
  const { connection } = opened();
  connection.send({ do: "play", decision: "draw" });
  connection.send({ do: "why", decision: "draw" });
  assert.match(sockets[0].sent[0].key, /^[0-9a-f]{32}$/);
  assert.equal("key" in sockets[0].sent[1], false);
});

test("a lost connection is opened again after a while", () => {
  const { said } = opened();
  sockets[0].close(1006);
  assert.deepEqual(said.at(-1), ["Connection lost. Reconnecting. Nothing is lost.", false]);
  assert.equal(sockets.length, 1);
  mock.timers.tick(10_000);
  assert.equal(sockets.length, 2);
});

test("a command under way is sent again with its key, and a question is answered with the loss", async () => {
  const { connection } = opened();
  connection.send({ do: "play", decision: "draw" });
  const why = connection.send({ do: "why", decision: "draw" });
  const { key } = sockets[0].sent[0];
  sockets[0].close(1006);
  assert.deepEqual(await why, { ok: false, error: "The connection was lost." });
  mock.timers.tick(10_000);
  sockets[1].open();
  sockets[1].say({ type: "table", n: 0 });
  assert.deepEqual(
    sockets[1].sent.map((command) => [command.do, command.key]),
    [["play", key]],
  );
});

test("an answer goes to whoever asked", async () => {
  const { connection, heard } = opened();
  const [first, second] = [connection.send({ do: "why" }), connection.send({ do: "why" })];
  sockets[0].say({ type: "answer", id: 2, ok: false, reason: "Truck 1 is full." });
  sockets[0].say({ type: "answer", id: 1, ok: true });
  assert.equal((await first).ok, true);
  assert.equal((await second).reason, "Truck 1 is full.");
  assert.deepEqual(heard, []);
});

test("a table that is closed for good is not tried again", () => {
  const { said } = opened();
  sockets[0].close(4404, "There is no such table.");
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(said.at(-1), ["There is no such table.", true]);
});

test("whoever has signed out elsewhere sees the page anew", () => {
  opened();
  sockets[0].close(4401);
  assert.equal(reloaded.mock.callCount(), 1);
});

test("too many connections are tried again more slowly than a lost one", () => {
  const { connection } = opened();
  assert.ok(connection.pause(4429) >= 4000);
  assert.ok(connection.pause(1006) <= 480);
});
