import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Paths } = await load("table/choosing/paths.js");

/** A decision that is pointed at by these targets, one after the other. */
const way = (notation, ...path) => ({ notation, path });
const TRUCKS = [
  way("a on 1", "tile-a", "truck-1"),
  way("a on 2", "tile-a", "truck-2"),
  way("b on 1", "tile-b", "truck-1"),
];

test("one points at what is first on any way", () => {
  assert.deepEqual(new Paths(TRUCKS).next, ["tile-a", "tile-b"]);
});

test("what was picked narrows what is next, until one decision is left", () => {
  const paths = new Paths(TRUCKS);
  assert.ok(paths.pick("tile-a"));
  assert.deepEqual(paths.next, ["truck-1", "truck-2"]);
  assert.equal(paths.decided, null);
  paths.pick("truck-2");
  assert.equal(paths.decided.notation, "a on 2");
});

test("what is on no way cannot be picked", () => {
  const paths = new Paths(TRUCKS);
  assert.equal(paths.pick("truck-1"), false);
  assert.deepEqual(paths.picked, []);
});

test("the only target is picked automatically, unless that would decide", () => {
  const both = [way("1", "tile", "truck-1"), way("2", "tile", "truck-2")];
  assert.deepEqual(new Paths(both).picked, ["tile"]);
  assert.deepEqual(new Paths([way("draw", "pile")]).picked, []);
});

test("nothing is picked automatically where somebody is free to look around", () => {
  assert.deepEqual(new Paths([way("1", "tile", "truck-1"), way("2", "tile", "truck-2")], true).picked, []);
});

test("one step back undoes what was picked, and what followed automatically", () => {
  const paths = new Paths([way("1", "a", "b", "c"), way("2", "a", "b", "d"), way("3", "x")]);
  paths.pick("a");
  assert.deepEqual(paths.picked, ["a", "b"]);
  assert.ok(paths.back());
  assert.deepEqual(paths.picked, []);
  assert.equal(paths.back(), false);
});

test("what is complete as it stands can be decided while others continue", () => {
  const paths = new Paths([
    way("sell one", "card-1"),
    way("sell both", "card-1", "card-2"),
    way("pass", "button:Pass"),
  ]);
  paths.pick("card-1");
  assert.deepEqual(
    paths.complete.map((one) => one.notation),
    ["sell one"],
  );
  assert.equal(paths.decided, null);
});

test("more than three amounts are a slider, from the least to the most", () => {
  const amounts = [7, 3, 5, 9].map((amount) => ({ ...way(`pay ${amount}`, `button:${amount} $N`), amount }));
  assert.deepEqual(new Paths(amounts).amounts, ["button:3 $N", "button:5 $N", "button:7 $N", "button:9 $N"]);
  assert.deepEqual(new Paths(amounts.slice(1)).amounts, []);
});

test("ways to turn a piece at its place are no buttons", () => {
  const ways = [1, 2].map((turn) => ({ ...way(`lay ${turn}`, "hex-C4", `button:${turn}`), ghost: "a tile" }));
  const paths = new Paths([...ways, way("pass", "button:Pass")]);
  assert.deepEqual(paths.buttons, ["button:Pass"]);
  paths.pick("hex-C4");
  assert.equal(paths.turning.length, 2);
  assert.deepEqual(paths.buttons, []);
});

test("a piece for a grid is placed, not decided", () => {
  const paths = new Paths([
    { ...way("lay L", "piece-L"), grid: {} },
    { ...way("lay T", "piece-T"), grid: {} },
  ]);
  paths.pick("piece-L");
  assert.equal(paths.decided, null);
  assert.deepEqual(
    paths.placing.map((one) => one.notation),
    ["lay L"],
  );
});
