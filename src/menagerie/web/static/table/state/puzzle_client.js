/** A puzzle in place of a live table: every request carries all that I have decided, and the server stores nothing. */

import { get, post } from "../../shared/api.js";
import { puzzle, puzzleAddress, writePuzzle } from "./store.js";

/** @typedef {import("../../shared/types.js").Message} Message */
/** @typedef {import("../../shared/types.js").Answer} Answer */
/** @typedef {import("../../shared/types.js").Puzzle} Puzzle */
/** @typedef {import("../../shared/types.js").Verdict} Verdict */

/** The server knows a command again by its key; here nothing is done twice anyway. */
const KEY = "a puzzle";

export class PuzzleClient {
  /** Who hears what the table says. @type {(message: Message) => void} */
  hear = () => {};
  /** Who hears what is asked. @type {(puzzle: Puzzle) => void} */
  asked = () => {};
  /**
   * Who hears that I have answered, and is then told what is said about it.
   * @type {(verdict: Promise<Verdict>) => void}
   */
  answered = () => {};

  /**
   * Hears what is wrong, in a word for people, and that nothing more will come.
   * @type {(word: string, isOver: boolean) => void}
   */
  state = () => {};

  /**
   * From now on they hear everything.
   * @param {(message: Message) => void} hear
   * @param {(word: string, isOver: boolean) => void} state
   */
  listen(hear, state) {
    this.hear = hear;
    this.state = state;
  }

  /** The puzzle from its beginning. */
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

  /** To what I had decided before. @param {number} to @returns {Promise<Answer>} */
  async back(to) {
    const played = puzzle.played.slice(0, to);
    const { message } = await post(`${puzzleAddress}/do`, { played });
    this.show(played, message);
    return { ok: true };
  }
}
