import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { preferences, visit } from "./browser.mjs";
import { load } from "./load.mjs";

visit("/table/aviary");
const { aboutAll, Film, framesOf, wanted } = await load("table/board/animation.js");

const PICTURE = { seat: 0, defs: {}, parts: {}, pieces: new Map([["truck", [1, 0, 0, 0, "", "", "yard"]]]) };
const LAST = { ...PICTURE, pieces: new Map() };
const step = (text, about = null, scene = undefined) => ({ text, lines: 1, seat: 0, sound: "", about, scene });

/** A film, with the sentences that it has shown. */
function film() {
  const shown = [];
  const made = new Film(
    ({ text }) => shown.push(text),
    () => shown.push("over"),
  );
  return { made, shown };
}

/** Frames with these sentences, each held for a second. */
const frames = (...texts) => texts.map((text) => ({ text, sound: "", hold: 1000 }));

beforeEach(() => {
  preferences.clear();
  document.hidden = false;
});

test("each step changes the picture before it, and the last shows the present", () => {
  const moved = { set: { truck: [1, 9, 0, 0, "", "", "yard"] }, del: [] };
  const steps = [step("Lisa draws."), step("A truck moves.", null, moved), step("Done.")];
  const found = framesOf(4, PICTURE, steps, LAST, false);
  assert.equal(found[0].picture, PICTURE);
  assert.equal(found[1].picture.pieces.get("truck")[1], 9);
  assert.equal(found[2].picture, LAST);
});

test("a sentence is held as long as it takes to read, within limits", () => {
  const [short, middling, long] = framesOf(
    1,
    PICTURE,
    [1, 60, 900].map((count) => step("x".repeat(count))),
    LAST,
    false,
  );
  assert.deepEqual([short.hold, middling.hold, long.hold], [500, 780, 1500]);
});

test("one's own decision needs no reading", () => {
  assert.equal(framesOf(1, PICTURE, [step("Lisa draws.")], LAST, true)[0].hold, 0);
  assert.equal(framesOf(1, PICTURE, [step("Lisa draws."), step("A rhino.")], LAST, true)[0].hold, 240);
});

test("films are wanted unless they are switched off or nobody looks", () => {
  assert.equal(wanted(), true);
  document.hidden = true;
  assert.equal(wanted(), false);
  document.hidden = false;
  preferences.set("menagerie.pace", "instant");
  assert.equal(wanted(), false);
});

test("steps are shown one after the other, and what is added waits", () => {
  const { made, shown } = film();
  made.add(frames("one", "two"));
  made.add(frames("three"));
  assert.deepEqual(shown, ["one"]);
  mock.timers.tick(1000);
  assert.deepEqual([shown.at(-1), made.earlier], ["two", "one"]);
  mock.timers.tick(1000);
  mock.timers.tick(1000);
  assert.deepEqual(shown, ["one", "two", "three", "over"]);
  assert.equal(made.playing, false);
});

test("many that wait are told three times as fast", () => {
  const { made, shown } = film();
  made.add(frames(...Array.from({ length: 40 }, (_, n) => String(n))));
  mock.timers.tick(334);
  assert.deepEqual(shown, ["0", "1"]);
});

test("skipping ends it at once, and says whether there was anything to skip", () => {
  const { made, shown } = film();
  made.add(frames("one", "two"));
  assert.equal(made.skip(), true);
  assert.deepEqual([shown, made.earlier], [["one", "over"], "two"]);
  mock.timers.tick(5000);
  assert.deepEqual(shown, ["one", "over"]);
  assert.equal(made.skip(), false);
});

test("all that few pieces did is marked, of many only the last", () => {
  assert.equal(aboutAll([step("Nothing is named.")]), null);
  assert.deepEqual(aboutAll([step("", ["a", "b"]), step("", ["b", "c"])]), ["a", "b", "c"]);
  assert.deepEqual(aboutAll([step("", ["a", "b", "c", "d"]), step("", ["e", "f", "g"]), step("", [])]), [
    "e",
    "f",
    "g",
  ]);
});
