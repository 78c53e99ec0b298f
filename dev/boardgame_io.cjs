// The same decisions on a boardgame.io server, to compare with: node dev/boardgame_io.cjs FOLDER GAMES TABLES THINK
//
// FOLDER has boardgame.io in its node_modules, GAMES is a JSON file with games as lists of [seat, decision]. The server
// is a process of its own, with two websocket clients for each table, as in `menagerie bench server`. It knows none of
// the rules, draws nothing and keeps its tables in memory: a decision is added to a list. Prints one line of JSON.
"use strict";

const { createRequire } = require("node:module");
const { fork } = require("node:child_process");
const { readFileSync } = require("node:fs");
const path = require("node:path");

const [folder, file, tables, think] = process.argv.slice(2);
const load = createRequire(path.resolve(folder, "node_modules", "x.js"));

const Table = {
  name: "table",
  setup: () => ({ line: [] }),
  turn: { activePlayers: { all: "deciding" }, stages: { deciding: {} } },
  moves: {
    decide: {
      client: false, // the server decides, as ours does
      move: ({ G, playerID }, decision) => {
        G.line.push([Number(playerID), decision]);
      },
    },
  },
};

async function serve() {
  const { Server, Origins } = load("boardgame.io/dist/cjs/server.js");
  const server = Server({ games: [Table], origins: [Origins.LOCALHOST] });
  const running = await server.run({ port: { port: 0, host: "127.0.0.1" } });
  process.on("message", () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage().rss }));
  process.send({ port: running.appServer.address().port });
}

function ask(child, what) {
  return new Promise((resolve) => {
    child.once("message", resolve);
    if (what) child.send(what);
  });
}

async function main() {
  const child = fork(__filename, process.argv.slice(2), { env: { ...process.env, SERVE: "1" }, silent: true });
  const { port } = await ask(child);
  const { Client } = load("boardgame.io/dist/cjs/client.js");
  const { SocketIO } = load("boardgame.io/dist/cjs/multiplayer.js");
  const games = JSON.parse(readFileSync(file, "utf8"));
  const address = `http://127.0.0.1:${port}`;
  const latencies = [];
  let decisions = 0;

  function play(number) {
    const game = games[number % games.length];
    const sent = { at: 0, n: -1 };
    let done;
    const over = new Promise((resolve) => (done = resolve));
    const clients = [0, 1].map((seat) => {
      const multiplayer = SocketIO({ server: address, socketOpts: { transports: ["websocket"] } });
      const client = Client({ game: Table, multiplayer, matchID: `table-${number}`, playerID: String(seat), debug: false });
      let seen = -1;
      client.subscribe((state) => {
        if (!state || !state.isConnected || state.G.line.length === seen) return;
        seen = state.G.line.length;
        if (seen && sent.n === seen - 1 && game[sent.n][0] !== seat) latencies.push(performance.now() - sent.at);
        if (seen === game.length) return done();
        if (game[seen][0] !== seat) return;
        const decide = () => {
          sent.at = performance.now();
          sent.n = seen;
          decisions += 1;
          client.moves.decide(game[seen][1]);
        };
        if (Number(think)) setTimeout(decide, 1000 * Number(think) * (0.5 + Math.random()));
        else decide();
      });
      return client;
    });
    return { begin: () => clients.forEach((client) => client.start()), over, stop: () => clients.forEach((c) => c.stop()) };
  }

  const all = [];
  for (let number = 0; number < Number(tables); number++) all.push(play(number));
  const before = await ask(child, "figures");
  const began = performance.now();
  for (const one of all) one.begin();
  await Promise.all(all.map((one) => one.over));
  const seconds = (performance.now() - began) / 1000;
  const after = await ask(child, "figures");
  const cpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  console.log(JSON.stringify({ decisions, seconds, cpu, p50: at(0.5), p99: at(0.99) }));
  for (const one of all) one.stop();
  child.kill();
  process.exit(0);
}

if (process.env.SERVE) serve();
else main();
