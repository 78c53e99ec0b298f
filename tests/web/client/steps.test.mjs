import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Steps } = await load("table/choosing/steps.js");

/** A server that has to be told what to answer, question by question. */
function server() {
  const questions = [];
  const ask = (path) => new Promise((answer) => questions.push({ path, answer }));
  return { questions, ask };
}

/** Steps that are asked about, with what was heard of them. */
function begun() {
  const { questions, ask } = server();
  const heard = [];
  const steps = new Steps({ path: ["button:Draw a run"] }, ask, (goes) => heard.push(goes));
  const answer = async (number, said) => {
    questions[number].answer(said);
    await new Promise(setImmediate);
  };
  return { steps, questions, heard, answer };
}

test("the server is asked at once how it begins", async () => {
  const { steps, questions, heard, answer } = begun();
  assert.deepEqual(questions[0].path, ["button:Draw a run"]);
  await answer(0, { ok: true, words: "Begin anywhere." });
  assert.equal(steps.sketch.words, "Begin anywhere.");
  assert.deepEqual(heard, [true]);
});

test("a step that is refused leaves everything as it was", async () => {
  const { steps, heard, answer } = begun();
  await answer(0, { ok: true, words: "Begin anywhere." });
  steps.go(["button:Draw a run", "hex-C4"]);
  await answer(1, { ok: true, reason: "No track leads there." });
  assert.deepEqual(steps.path, ["button:Draw a run"]);
  assert.equal(steps.sketch.words, "Begin anywhere.");
  assert.deepEqual(heard, [true, true]);
});

test("it does not start if the first step is refused", async () => {
  const { heard, answer } = begun();
  await answer(0, { ok: false, reason: "It is not your turn." });
  assert.deepEqual(heard, [false]);
});

test("only the answer to the last question counts", async () => {
  const { steps, answer } = begun();
  await answer(0, { ok: true });
  steps.go(["button:Draw a run", "hex-A1"]);
  steps.go(["button:Draw a run", "hex-B2"]);
  await answer(2, { ok: true, words: "B2 so far" });
  await answer(1, { ok: true, words: "A1 so far" });
  assert.equal(steps.sketch.words, "B2 so far");
  assert.deepEqual(steps.path, ["button:Draw a run", "hex-B2"]);
});

test("one step back asks again, and before the first there is none", async () => {
  const { steps, questions, answer } = begun();
  await answer(0, { ok: true });
  assert.equal(steps.back(), false);
  steps.go(["button:Draw a run", "hex-A1"]);
  await answer(1, { ok: true });
  assert.equal(steps.back(), true);
  assert.deepEqual(questions[2].path, ["button:Draw a run"]);
});

test("after leaving no answer is wanted any more", async () => {
  const { steps, heard, answer } = begun();
  steps.leave();
  await answer(0, { ok: true });
  assert.deepEqual(heard, []);
});
