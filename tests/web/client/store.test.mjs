import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { preferences, visit } from "./browser.mjs";
import { load } from "./load.mjs";

visit("/table/aviary");
const store = await load("table/state/store.js");
location.pathname = "/puzzles/18zoo/3";
const atPuzzle = await load("table/state/store.js", "a puzzle");

/** An entry of the log: who decided what, as the n-th decision. */
const entry = (n, seat, text) => ({ n, seat, decision: "a decision", text: [text] });
const LOG = [
  { n: 0, seat: null, decision: null, text: ["The game begins."] },
  entry(1, 0, "Lisa draws a rhino."),
  entry(2, 1, "Tom takes a truck."),
  entry(3, 0, "Lisa draws a llama."),
];

/** The table as I hear it: I am Lisa, at seat 0. */
function hear(table = {}, turn = {}) {
  store.writeHeard({
    log: LOG,
    now: {
      n: 3,
      table: { title: "zooloretto-mini", status: "playing", mine: [0], ...table },
      turn: { asks: [], over: false, undo: { free: null, first: 0 }, ...turn },
    },
  });
}

beforeEach(() => {
  preferences.clear();
  hear();
});

test("a table is asked about at its address, with what is known", () => {
  assert.equal(store.source("moment/3", { since: 2, seat: null }), "/api/tables/aviary/moment/3?since=2");
  assert.equal(store.source("guide"), "/api/tables/aviary/guide");
});

test("a puzzle is asked about with all that I have decided", () => {
  atPuzzle.writePuzzle({ played: ["draw"] });
  assert.equal(atPuzzle.source("guide"), `/api/puzzles/18zoo/3/guide?after=${encodeURIComponent('["draw"]')}`);
});

test("what is written is read, and the rest of the part stays", () => {
  store.writeDraft({ ready: "draw", readyWords: "Draw a tile" });
  store.writeDraft({ ready: "" });
  assert.deepEqual([store.draft.ready, store.draft.readyWords], ["", "Draw a tile"]);
});

test("only entries with a decision are decisions, of all or of some seats", () => {
  assert.deepEqual(
    store.decided().map(({ n }) => n),
    [1, 2, 3],
  );
  assert.deepEqual(
    store.decided([1]).map(({ n }) => n),
    [2],
  );
});

test("I am asked what my seat is asked", () => {
  hear(
    {},
    {
      asks: [
        { seat: 1, prompt: "Tom's" },
        { seat: 0, prompt: "Mine" },
      ],
    },
  );
  store.writeDraft({ seat: 0 });
  assert.equal(store.question().prompt, "Mine");
  store.writeDraft({ seat: 2 });
  assert.equal(store.question(), undefined);
});

test("undo goes to before my latest decision, but not to before the first that can be undone", () => {
  assert.equal(store.undoTo(), 2);
  hear({}, { undo: { free: null, first: 3 } });
  assert.equal(store.undoTo(), null);
  hear({ mine: [] });
  assert.equal(store.undoTo(), null);
});

test("the question for an undo names the number of decisions and quotes the oldest whole", () => {
  assert.equal(store.undoQuestion(2), "Ask the others to undo 1 decision? “Lisa draws a llama.”");
  assert.equal(store.undoQuestion(0), "Ask the others to undo 3 decisions? “Lisa draws a rhino.”");
});

test("undo is free only as far back as the table says", () => {
  assert.equal(store.isFree(2), false);
  hear({}, { undo: { free: 2, first: 0 } });
  assert.deepEqual([store.isFree(2), store.isFree(1)], [true, false]);
});

test("a finished lesson is done, its game is not", () => {
  hear({ status: "over" }, { over: false });
  assert.deepEqual([store.lessonDone(), store.done()], [true, false]);
  hear({ status: "over" }, { over: true });
  assert.deepEqual([store.lessonDone(), store.done()], [false, true]);
  hear({ status: "replay" });
  assert.equal(store.done(), true);
});

test("a newcomer is helped and confirms, until one of it is switched off", () => {
  store.writeExperience({ finished: 0, newcomer: true });
  assert.deepEqual([store.cares(), store.confirms()], [true, true]);
  preferences.set("menagerie.confirm", "off");
  assert.deepEqual([store.cares(), store.confirms()], [true, false]);
  preferences.set("menagerie.care.zooloretto-mini", "off");
  assert.equal(store.cares(), false);
});

test("in a lesson and at tables of others nothing is explained besides", () => {
  store.writeExperience({ finished: 0, newcomer: true });
  hear({ lesson: { number: 1 } });
  assert.equal(store.cares(), false);
  hear({ mine: [] });
  assert.equal(store.cares(), false);
});

test("drawing is asked for by whoever has written", () => {
  const drawn = [];
  store.drawnBy((following) => drawn.push(following));
  store.writeDraft({ seat: 0 });
  store.redraw();
  store.redraw(true);
  assert.deepEqual(drawn, [false, true]);
});
