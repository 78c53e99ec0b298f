/** A puzzle instead of a live table: every request carries all my decisions, and the server stores nothing. */

import { get, post } from "../../shared/api.js";
import { puzzle, puzzleAddress, writePuzzle } from "./store.js";

/** @typedef {import("../../shared/types.js").Message} Message */
/** @typedef {import("../../shared/types.js").Answer} Answer */
/** @typedef {import("../../shared/types.js").Puzzle} Puzzle */
/** @typedef {import("../../shared/types.js").Verdict} Verdict */

/** The server recognises a repeated command by its key. A puzzle never repeats one. */
const KEY = "a puzzle";

export class PuzzleClient {
  /** The listener for messages. @type {(message: Message) => void} */
  hear = () => {};
  /** The listener for the task. @type {(puzzle: Puzzle) => void} */
  asked = () => {};
  /**
   * The listener for my answer, called with its verdict.
   * @type {(verdict: Promise<Verdict>) => void}
   */
  answered = () => {};

  /**
   * The listener for a final error, in a sentence for people.
   * @type {(word: string, isOver: boolean) => void}
   */
  state = () => {};

  /**
   * Set the listeners.
   * @param {(message: Message) => void} hear
   * @param {(word: string, isOver: boolean) => void} state
   */
  listen(hear, state) {
    this.hear = hear;
    this.state = state;
  }

  /** Fetch the puzzle's start. */
  async connect() {
    await get(puzzleAddress).then(
      ({ puzzle, message }) => {
        this.show([], message);
        this.asked(puzzle);
      },
      (error) => this.state(error.message, true),
    );
  }

  /** @param {string[]} played @param {Message} message */
  show(played, message) {
    writePuzzle({ played });
    this.hear(message);
  }

  /**
   * @param {{do: string, decision?: string, to?: number} & Record<string, unknown>} command
   * @returns {Promise<Answer>}
   */
  async send(command) {
    try {
      if (command.do === "play") return await this.play(command);
      if (command.do === "undo") return await this.back(command.to ?? 0);
      if (command.do === "hint") return { ok: true, ...(await post(`${puzzleAddress}/solution`, {})) };
      return await post(`${puzzleAddress}/do`, { played: puzzle.played, command });
    } catch (error) {
      const { message, code, rule } = /** @type {import("../../shared/api.js").Refused} */ (error);
      return { ok: false, error: message, code, rule };
    }
  }

  /** @param {object} command @returns {Promise<Answer>} */
  async play(command) {
    const { message, played, answered } = await post(`${puzzleAddress}/do`, {
      played: puzzle.played,
      command: { ...command, key: KEY },
    });
    if (answered) {
      message.turn.asks = [];
      this.answered(post(`${puzzleAddress}/verdict`, { played }));
    }
    this.show(played, message);
    return { ok: true };
  }

  /** Go back to an earlier decision. @param {number} to @returns {Promise<Answer>} */
  async back(to) {
    const played = puzzle.played.slice(0, to);
    const { message } = await post(`${puzzleAddress}/do`, { played });
    this.show(played, message);
    return { ok: true };
  }
}
