import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Choosing } = await load("table/choosing/paths.js");

/** A decision that is pointed at by these targets, one after the other. */
const way = (notation, ...path) => ({ notation, path });
const TRUCKS = [way("a on 1", "tile-a", "truck-1"), way("a on 2", "tile-a", "truck-2"), way("b on 1", "tile-b", "truck-1")];

test("one points at what is first on any way", () => {
  assert.deepEqual(new Choosing(TRUCKS).next, ["tile-a", "tile-b"]);
});

test("what was picked narrows what is next, until one decision is left", () => {
  const choosing = new Choosing(TRUCKS);
  assert.ok(choosing.pick("tile-a"));
  assert.deepEqual(choosing.next, ["truck-1", "truck-2"]);
  assert.equal(choosing.decided, null);
  choosing.pick("truck-2");
  assert.equal(choosing.decided.notation, "a on 2");
});

test("what is on no way cannot be picked", () => {
  const choosing = new Choosing(TRUCKS);
  assert.equal(choosing.pick("truck-1"), false);
  assert.deepEqual(choosing.picked, []);
});

test("the only target is picked automatically, unless that would decide", () => {
  const both = [way("1", "tile", "truck-1"), way("2", "tile", "truck-2")];
  assert.deepEqual(new Choosing(both).picked, ["tile"]);
  assert.deepEqual(new Choosing([way("draw", "pile")]).picked, []);
});

test("nothing is picked automatically where somebody is free to look around", () => {
  assert.deepEqual(new Choosing([way("1", "tile", "truck-1"), way("2", "tile", "truck-2")], true).picked, []);
});

test("one step back undoes what was picked, and what followed automatically", () => {
  const choosing = new Choosing([way("1", "a", "b", "c"), way("2", "a", "b", "d"), way("3", "x")]);
  choosing.pick("a");
  assert.deepEqual(choosing.picked, ["a", "b"]);
  assert.ok(choosing.back());
  assert.deepEqual(choosing.picked, []);
  assert.equal(choosing.back(), false);
});

test("what is complete as it stands can be decided while others continue", () => {
  const choosing = new Choosing([way("sell one", "card-1"), way("sell both", "card-1", "card-2"), way("pass", "button:Pass")]);
  choosing.pick("card-1");
  assert.deepEqual(choosing.complete.map((one) => one.notation), ["sell one"]);
  assert.equal(choosing.decided, null);
});

test("more than three amounts are a slider, from the least to the most", () => {
  const amounts = [7, 3, 5, 9].map((amount) => ({ ...way(`pay ${amount}`, `button:${amount} $N`), amount }));
  assert.deepEqual(new Choosing(amounts).amounts, ["button:3 $N", "button:5 $N", "button:7 $N", "button:9 $N"]);
  assert.deepEqual(new Choosing(amounts.slice(1)).amounts, []);
});

test("ways to turn a piece at its place are no buttons", () => {
  const ways = [1, 2].map((turn) => ({ ...way(`lay ${turn}`, "hex-C4", `button:${turn}`), ghost: "a tile" }));
  const choosing = new Choosing([...ways, way("pass", "button:Pass")]);
  assert.deepEqual(choosing.buttons, ["button:Pass"]);
  choosing.pick("hex-C4");
  assert.equal(choosing.turning.length, 2);
  assert.deepEqual(choosing.buttons, []);
});

test("a piece for a grid is placed, not decided", () => {
  const choosing = new Choosing([{ ...way("lay L", "piece-L"), grid: {} }, { ...way("lay T", "piece-T"), grid: {} }]);
  choosing.pick("piece-L");
  assert.equal(choosing.decided, null);
  assert.deepEqual(choosing.placing.map((one) => one.notation), ["lay L"]);
});
