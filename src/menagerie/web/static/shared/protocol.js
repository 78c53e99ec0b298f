/**
 * What the server sends. Written by `python -m dev.protocol` from src/menagerie/server/protocol/outgoing: change it
 * there. Where the pages have names of their own for these, see types.js.
 */

/**
 * The answer where there is nothing to tell but that it was done.
 *
 * @typedef {object} Ok
 * @property {boolean} ok
 */

/**
 * Why something was refused: every error is one of these.
 *
 * @typedef {object} Problem
 * @property {string} code For programs: one of the codes of section 2.
 * @property {string} error One sentence for people.
 * @property {string} [rule] The section of the rules page that forbids it. May be empty.
 * @property {number} [seq] The table's `seq`, if the command was decided on an older one.
 * @property {number} [retry] In how many seconds it is worth trying again. Also sent as the header `Retry-After`.
 * @property {string} [coach] In a lesson: what the coach says about it.
 */

/**
 * The answer to a command that was carried out. To `ping` it is all.
 *
 * @typedef {object} Answer
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to all that changes something: `play`, `undo`, `order`, `chat` and so on.
 *
 * @typedef {object} Done
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 * @property {number} seq The table's `seq` right after it.
 * @property {number} [asked] To `undo`, `takeover` and `sit`, if others must agree: the number to which they answer.
 */

/**
 * The answer to `why`.
 *
 * @typedef {object} Reason
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 * @property {string} reason Empty if the decision is legal, or pointing there leads to one.
 * @property {string} rule The section of the rules page that forbids it. May be empty.
 * @property {string} [coach] In a lesson: what the coach says about it. May be empty.
 */

/**
 * The answer to `draw`: how far a decision is that is made step by step, and how it can continue.
 *
 * @typedef {object} Drawn
 * @property {string} words How far it is, and what is asked next.
 * @property {Choice[]} choices What can follow, one target each. One whose notation is empty is a step, the others are decisions to send.
 * @property {string} ghost What the table shows of it so far, as SVG in the units of `part`.
 * @property {string} part Empty: the first.
 * @property {string} reason Why the last target cannot follow; the rest tells of the path before it. Empty: it can.
 * @property {string} rule
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to `try`: what can be tried out on the table.
 *
 * @typedef {object} Trials
 * @property {Choice[]} choices Like those of a turn, but none of them can be played.
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * A decision of a turn that was planned.
 *
 * @typedef {object} Step
 * @property {string} decision
 * @property {string} words What happens. Empty where chance decides that.
 * @property {string} name What the button says. Empty where chance must bring the choice first.
 */

/**
 * A turn that could be played, as far as it can be planned.
 *
 * @typedef {object} Idea
 * @property {Step[]} steps
 * @property {string} reason What differs most from the best turn; of the best, from the next best.
 * @property {number | null} chance How likely the seat then is to win, from 0 to 1. Null where nobody knows.
 */

/**
 * The answer to `hint`: the best turn, why, and what else would do.
 *
 * @typedef {object} HintAnswer
 * @property {string} decision The first decision of the best turn.
 * @property {string[]} path The targets that lead to it. Empty where they are not known.
 * @property {string} bot The kind of bot that gives the hint.
 * @property {Step[]} steps
 * @property {string} reason What differs most from the next best turn.
 * @property {number | null} chance How likely the seat then is to win, from 0 to 1. Null for a title that gives no advice.
 * @property {string} sure `clearly`, `slightly`, `a toss-up`, `the only choice`, or empty for a title that gives no advice.
 * @property {string} certainty The same in words, with the chances.
 * @property {number | null} before How likely the seat is to win as the position looks now.
 * @property {Idea[]} alternatives
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to a command that was refused, over the live connection.
 *
 * @typedef {object} Refusal
 * @property {string} code For programs: one of the codes of section 2.
 * @property {string} error One sentence for people.
 * @property {string} [rule] The section of the rules page that forbids it. May be empty.
 * @property {number} [seq] The table's `seq`, if the command was decided on an older one.
 * @property {number} [retry] In how many seconds it is worth trying again. Also sent as the header `Retry-After`.
 * @property {string} [coach] In a lesson: what the coach says about it.
 * @property {"answer"} type
 * @property {string | number | null} id
 * @property {boolean} ok
 */

/**
 * What somebody asks the others.
 *
 * @typedef {object} Proposal
 * @property {number} ask What `agree` names.
 * @property {"sit" | "takeover" | "undo"} what
 * @property {string} by
 * @property {number[]} waiting The seats whose people have not answered.
 * @property {number} [to] For `undo`: to which decision number.
 * @property {number} [count] For `undo`: how many decisions that takes back.
 * @property {number} [seat] For `takeover` and `sit`.
 * @property {string} [bot] For `takeover`: the kind of bot.
 * @property {string} sentence
 */

/**
 * Something that was said.
 *
 * @typedef {object} Remark
 * @property {number} id
 * @property {string} name
 * @property {number | null} seat Null for spectators.
 * @property {string} text
 * @property {number} at
 */

/**
 * Who is connected to a table.
 *
 * @typedef {object} Presence
 * @property {number[]} seats The seats whose people are connected.
 * @property {number} onlookers How many spectators there are.
 * @property {Record<string, number>} away In a game being played: the seats whose people are not connected, with the seconds since they were last seen.
 * @property {number} away_after From so many seconds on a `takeover` may be proposed.
 */

/**
 * Everything: the first message, sent again whenever differences would not do.
 *
 * @typedef {object} WholeTable
 * @property {"table"} type
 * @property {number} seq
 * @property {number} n The number of decisions that stand: the moment that is shown.
 * @property {number} now The server's time.
 * @property {Scene} scene
 * @property {Turn} turn
 * @property {LogChanges} log
 * @property {Proposal | null} ask
 * @property {Table} table
 * @property {Remark[]} chat The last 100 lines of the chat.
 * @property {Presence} [here] Missing at a puzzle, where there is nobody else.
 */

/**
 * Something happened.
 *
 * @typedef {object} Update
 * @property {"update"} type
 * @property {Caption[]} film How the last decision came about, if that is all that is new. Else empty.
 * @property {number} seq
 * @property {number} n The number of decisions that stand: the moment that is shown.
 * @property {number} now The server's time.
 * @property {SceneChanges} scene
 * @property {Turn} turn
 * @property {LogChanges} log
 * @property {Proposal | null} ask
 * @property {Table} [table] Sent at a puzzle only.
 */

/**
 * Seats, status or `fair` changed. Comes after the `update`, if there is one.
 *
 * @typedef {object} TableChanged
 * @property {"about"} type
 * @property {Table} table
 */

/**
 * Somebody said something.
 *
 * @typedef {object} ChatLine
 * @property {"chat"} type
 * @property {Remark} message
 */

/**
 * The viewer hears other people than before: a mute or a block, or the end of one.
 *
 * @typedef {object} ChatAgain
 * @property {"said"} type
 * @property {Remark[]} chat All that the viewer hears of what was said.
 */

/**
 * Somebody came, went, sat down or left.
 *
 * @typedef {object} PresenceChanged
 * @property {"here"} type
 * @property {Presence} here
 */

/**
 * Who sits at a seat.
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} letter
 * @property {"bot" | "hotseat" | "open" | "person"} kind `open`: nobody yet, or somebody has left.
 * @property {string} name Different for everyone at the table: players who share a name have the seat's letter after it.
 * @property {boolean} mine
 * @property {string | null} bot The kind of bot that plays here.
 * @property {string | null} for The name of the person for whom a bot stands in.
 */

/**
 * What was promised about the chance of a game.
 *
 * @typedef {object} Fair
 * @property {string} commitment The SHA-256 of `SEED:SALT`, in hexadecimal.
 * @property {string | null} seed Shown when the game is over. A text, since it has more digits than JavaScript's numbers.
 * @property {string | null} salt
 */

/**
 * Where a game was played that was not played here, as far as its record says.
 *
 * @typedef {object} Source
 * @property {string} source
 * @property {string} started
 */

/**
 * The game that a table continues.
 *
 * @typedef {object} Origin
 * @property {string | null} table Its id. Null for everyone but the owner: anyone who knows an id may watch.
 * @property {number | null} moment
 * @property {boolean} anew Whether the game goes on with fresh chance.
 */

/**
 * The deal of a table that others are dealt too.
 *
 * @typedef {object} SharedDeal
 * @property {"day" | "free" | "group"} kind `day`: the try that counts. `free`: another one. `group`: a duplicate.
 * @property {string} address The page that compares the results.
 * @property {string} [day]
 * @property {boolean} [closed]
 * @property {number} [closes]
 */

/**
 * Something that the lessons of a title leave out.
 *
 * @typedef {object} LeftOut
 * @property {string} words
 * @property {string} rule The section of the rules page that tells it.
 */

/**
 * The lesson that is taught at a table.
 *
 * @typedef {object} LessonAbout
 * @property {number} number
 * @property {number} of How many lessons the title has.
 * @property {string} heading
 * @property {string | null} next The heading of the next lesson. Null after the last.
 * @property {LeftOut[]} more After the last one: what the lessons leave out.
 */

/**
 * What somebody who sat here is asked about playing again.
 *
 * @typedef {object} RematchQuestion
 * @property {string} sentence
 * @property {string} table The id of the new table.
 */

/**
 * The pace of a table and what happens when time runs out. Part of larger objects.
 *
 * @typedef {object} TimeControl
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 */

/**
 * A table as one viewer may see it.
 *
 * @typedef {object} Table
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id Cannot be guessed: anyone who knows it may watch.
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {number} players
 * @property {Record<string, any>} options The title's options, by name.
 * @property {boolean} hints
 * @property {string} stand_in The kind of bot that plays on for someone who is away or has left.
 * @property {boolean} trials Whether the title has something to try out (`try`).
 * @property {string[]} overlays The names of what can be laid over the table.
 * @property {boolean} public
 * @property {boolean} research Whether the game may be studied once it is over.
 * @property {boolean} rated
 * @property {boolean} takeover Whether a bot may play on for someone who is merely away.
 * @property {number} created
 * @property {number} rules_version
 * @property {Seat[]} seats
 * @property {number[]} mine The seats that I hold: mine and those of the people at my screen.
 * @property {number[]} claims The seats where a bot stands in for me or for the people at my screen: I can take them back with `return`.
 * @property {string | null} out A sentence, where a bot plays for me because my time ran out or I have lost by leaving.
 * @property {boolean} owner
 * @property {string | null} link The address of the invitation, for everyone at the table, and for all while a public table has a free seat.
 * @property {LessonAbout | null} lesson
 * @property {SharedDeal | null} deal Where others are dealt the same.
 * @property {Fair | null} fair Null for a game that was played elsewhere, unless its record has a promise that holds.
 * @property {number} seq Counts everything that ever happened and that everyone may hear of.
 * @property {number} decisions How many decisions stand.
 * @property {number[]} to_act
 * @property {Source | null} source For a game that was played elsewhere.
 * @property {Origin | null} from Where the game was continued from another one.
 * @property {string | null} next Where those who sat here play again.
 * @property {RematchQuestion | null} again What I am asked about that.
 * @property {number[]} stood_in The seats that were left in the middle of the game, where a bot plays on and somebody may ask to (`sit`).
 */

/**
 * A grid on which a piece can be laid: the corner of a cell is at `x + column * cell`, `y + row * cell`.
 *
 * @typedef {object} Grid
 * @property {number} columns
 * @property {number} x
 * @property {number} y
 * @property {number} cell
 */

/**
 * A way to decide by pointing. With a `grid` it stands for many: after its path a ghost is placed.
 *
 * @typedef {object} Choice
 * @property {string} notation The decision to send when the path is complete. With a grid `{turn}` and `{cell}` are to be filled in.
 * @property {string[]} path The targets to point at, one after another: ids of pieces, or `button:LABEL` for a button below the table.
 * @property {string} words The decision for people: no codes, no full stop.
 * @property {string} [then] What comes of it as far as the seat can know.
 * @property {number} [amount] The number that the last button stands for: of several the client makes a slider.
 * @property {boolean} [usual] Where that slider begins.
 * @property {string} [carries] A piece that can be dragged onto the last target though it is no target itself.
 * @property {string} [ghost] What the table would show, as SVG in the units of `part`.
 * @property {boolean} [moves] The first target would go to the last: it can be dragged there.
 * @property {string} [part] The part to which ghosts and grid belong. Missing or empty: the first.
 * @property {boolean} [by_steps] More is asked after its path, too much to be listed: the client asks `draw`.
 * @property {Grid} [grid]
 * @property {Record<string, string>} [ghosts] By orientation what the piece looks like, as SVG.
 * @property {Record<string, string>} [turned] What a quarter turn makes of each orientation.
 * @property {Record<string, string>} [mirrored] What a mirror makes of each orientation.
 * @property {Record<string, string>} [fits] By orientation a bit map in hexadecimal: bit `row * columns + column` is set where the piece's corner may lie.
 */

/**
 * What a seat may decide now.
 *
 * @typedef {object} Question
 * @property {number} seat
 * @property {string} prompt
 * @property {Choice[]} choices
 */

/**
 * What the coach of a lesson says now.
 *
 * @typedef {object} Coach
 * @property {number} step What `read` names.
 * @property {number} steps 0 where the lesson is a game: there everything is free.
 * @property {string} words
 * @property {string[]} lit The pieces that it speaks of. The bubble belongs to the first one.
 * @property {string[]} wanted The targets that lead to what is accepted.
 * @property {boolean} waits Whether a decision must be made. Else it is to be read.
 * @property {boolean} last Whether the lesson is over with these words.
 */

/**
 * A standing order that can be given now.
 *
 * @typedef {object} OfferedOrder
 * @property {string} order
 * @property {string} words
 */

/**
 * A standing order that stands.
 *
 * @typedef {object} GivenOrder
 * @property {string} order
 * @property {string} words
 * @property {string} short Words for a chip.
 */

/**
 * A standing order that has ended since the seat last decided something by hand.
 *
 * @typedef {object} EndedOrder
 * @property {string} words
 * @property {string} short
 * @property {string} why The reason, in a sentence.
 */

/**
 * The standing orders of a seat. Only its holder is told.
 *
 * @typedef {object} Orders
 * @property {number} seat
 * @property {OfferedOrder[]} offered
 * @property {GivenOrder[]} given
 * @property {number[]} played The numbers of the decisions that orders have made.
 * @property {EndedOrder[]} ended
 */

/**
 * How far a player can go back.
 *
 * @typedef {object} UndoRange
 * @property {number | null} free To which decision number without asking. Null: not at all.
 * @property {number} first Down to which one by asking the others.
 */

/**
 * How many have voted for each choice.
 *
 * @typedef {object} Votes
 * @property {number} wait
 * @property {number} bot
 * @property {number} lost
 */

/**
 * What each choice is called.
 *
 * @typedef {object} VoteChoices
 * @property {string} wait
 * @property {string} bot
 * @property {string} lost
 */

/**
 * What the others are asked about a player whose time ran out.
 *
 * @typedef {object} Overdue
 * @property {number} ask What `vote` names.
 * @property {number} seat
 * @property {number[]} voters The seats that are asked.
 * @property {number[]} waiting The seats that have not answered.
 * @property {Votes} votes
 * @property {number} until When it is decided at the latest.
 * @property {string} sentence
 * @property {VoteChoices} choices
 * @property {string} told_until `until` in words, where moves have days. Else empty.
 */

/**
 * The clocks of a table.
 *
 * @typedef {object} Time
 * @property {boolean} days Whether moves have days.
 * @property {boolean} team Whether all have the same clock.
 * @property {number[]} left By seat the seconds that were left when something last happened.
 * @property {(number | null)[]} due By seat when what is left will have run out. Null where the clock stands.
 * @property {Record<string, number>} holidays By seat until when a player is on holiday.
 * @property {number[]} lost The seats that lost before the end, the first one first.
 * @property {Overdue[]} overdue
 */

/**
 * A tie that was broken.
 *
 * @typedef {object} TieBreak
 * @property {number} first The place that was decided.
 * @property {string} told By what, in words: `by 4 landscape tiles to 2`.
 * @property {string} sentence
 */

/**
 * What one part of the score was worth.
 *
 * @typedef {object} ScorePart
 * @property {string} name
 * @property {number[]} points By seat.
 */

/**
 * How a game ended.
 *
 * @typedef {object} Result
 * @property {string} sentence
 * @property {number[]} winners
 * @property {boolean} together Whether all win or lose together, or one plays alone.
 * @property {number[][]} ranking The seats by place.
 * @property {boolean} aborted Whether the game ended without a result: its time ran out before the first decision, or everyone left.
 * @property {number[]} lost_by_time
 * @property {Record<string, string>} lost By seat why it lost before the end: `out of time`, `left` or `never came`.
 * @property {TieBreak[]} ties Every tie that was broken, from the first place to the last.
 * @property {number[]} scores
 * @property {string[]} told_scores The scores as people read them.
 * @property {ScorePart[]} points By seat they add up to the score.
 * @property {string} tie_break What parted the winners from the next best, in words. Empty: nothing had to.
 */

/**
 * How the game stands, which everyone is told alike, and what the viewer's seats are asked.
 *
 * @typedef {object} Turn
 * @property {boolean} over
 * @property {number[]} to_act
 * @property {number} since When the present question was asked.
 * @property {number[]} clock The seconds that each seat has used so far, without the running question.
 * @property {number[]} scores
 * @property {string[]} told_scores The scores as people read them: a number, and what it counts if that is not points.
 * @property {number[] | null} hands The seats that want to talk before the team's turn ends. Null where nobody waits for talk.
 * @property {Time | null} time Null without a clock.
 * @property {Result | null} result
 * @property {number[]} trials The viewer's seats that have something to try out now (`try`).
 * @property {Question[]} asks An entry for every seat of the viewer that may decide now.
 * @property {Coach | null} coach What the coach of a lesson says to the viewer.
 * @property {Orders[]} orders An entry for every seat of the viewer in a game being played whose title has standing orders.
 * @property {UndoRange} undo
 */

/**
 * Something that lies on a part of a scene, drawn at `translate(x, y) rotate(turn)` of that part.
 *
 * @typedef {[layer: number, x: number, y: number, turn: number, body: string, label: string, part: string]} Piece
 */

/**
 * A part of a scene, with coordinates of its own from 0, 0 to its width and height.
 *
 * @typedef {[width: number, height: number, purpose: "common" | "mine" | "other" | "reference", least: number, seat: number | null, group: string, tight?: number]} Part
 */

/**
 * A scene as differences from another one.
 *
 * @typedef {object} SceneChanges
 * @property {Record<string, Piece>} set By id the pieces that changed or are new.
 * @property {string[]} del The ids of the pieces that went.
 * @property {Record<string, string>} defs By id the shapes that are new.
 * @property {Record<string, Part>} [parts] All parts, if they changed.
 * @property {number | null} [seat] Whose eyes see it, if that changed.
 */

/**
 * Everything that a client needs to draw a table from nothing.
 *
 * @typedef {object} Scene
 * @property {number | null} seat Whose eyes see it. Null: a spectator's.
 * @property {string} style The address of the style sheet of the title.
 * @property {Record<string, string>} defs By id the shapes that pieces use, each a `<symbol>`.
 * @property {Record<string, Part>} parts By name, in the order in which they are read.
 * @property {Record<string, Piece>} set All pieces by id. Ids are unique in the scene, so that a piece can move from part to part.
 * @property {string[]} del Empty.
 */

/**
 * Where a part lies on a screen.
 *
 * @typedef {[x: number, y: number, scale: number]} Place
 */

/**
 * Where the parts of a scene lie on a screen: all inside it, and none above another.
 *
 * @typedef {object} Arrangement
 * @property {Record<string, Place>} places
 */

/**
 * A drawing above the scene.
 *
 * @typedef {[x: number, y: number, body: string, part: string, about: string]} OverlayPiece
 */

/**
 * Something that can be laid over a table.
 *
 * @typedef {object} Overlay
 * @property {string} name
 * @property {string[]} words The same in sentences.
 * @property {Record<string, OverlayPiece>} pieces
 */

/**
 * What can be laid over a table at a moment, as the viewer may know it.
 *
 * @typedef {object} Overlays
 * @property {number} n
 * @property {Overlay[]} overlays
 */

/**
 * A square of a piece that is made of squares.
 *
 * @typedef {[row: number, column: number]} Space
 */

/**
 * A piece made of squares, as a cell of a chart.
 *
 * @typedef {object} Shape
 * @property {string} words
 * @property {Space[]} spaces
 */

/**
 * A table of words and numbers. The first cell of a row says what the row is about.
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {string[]} columns
 * @property {((string | number | Shape)[])[]} rows
 * @property {string} note A sentence below the table.
 * @property {boolean} total Whether the last row is the sum of the others.
 */

/**
 * What is too long to be drawn at a moment, as charts, as the viewer may know it.
 *
 * @typedef {object} Sheet
 * @property {number} n
 * @property {Chart[]} sheet
 */

/**
 * A line of the log: a decision and its sentences, or (without a decision) something else that happened.
 *
 * @typedef {object} Entry
 * @property {number} n The moment to jump to: after so many decisions.
 * @property {number | null} seat
 * @property {string | null} decision The notation as the title writes it, however the client spelled it.
 * @property {string[]} text A sentence for every event. May be empty: then show the decision.
 * @property {number} at
 * @property {Record<string, string>} heads Before which sentences, counted from 0, another part of the game begins, and its name.
 */

/**
 * The log as differences: keep the first entries that you have, then append the new ones.
 *
 * @typedef {object} LogChanges
 * @property {number} keep
 * @property {Entry[]} add
 */

/**
 * The whole log of a game.
 *
 * @typedef {object} Log
 * @property {Entry[]} log
 */

/**
 * One step of what a decision set off.
 *
 * @typedef {object} Caption
 * @property {string} text
 * @property {number} lines How many sentences of the log's entry it tells: more than one only where a decision tells very much.
 * @property {number | null} seat Who did it. Null: nobody in particular.
 * @property {string} sound `draw`, `place`, `take`, `run`, `capture`, `win`, or empty.
 * @property {string[] | null} about The pieces to mark: an id, the beginning of ids and `*`, or `from>to`. Empty: none. Null: mark what changed.
 * @property {SceneChanges} [scene] The differences from the step before. The last step of an update has none: the update's scene leads there.
 */

/**
 * What a decision set off, step by step, as the viewer may see it.
 *
 * @typedef {object} Film
 * @property {number} n
 * @property {Scene} scene The table before the decision.
 * @property {Caption[]} steps
 */

/**
 * How a game stood after so many decisions, apart from its scene.
 *
 * @typedef {object} MomentFacts
 * @property {number} n
 * @property {number[]} to_act
 * @property {number[]} scores
 * @property {string[]} told_scores
 * @property {Entry | null} entry The log's entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions stand now.
 */

/**
 * The table after so many decisions, as the viewer may see it.
 *
 * @typedef {object} Moment
 * @property {number} n
 * @property {number[]} to_act
 * @property {number[]} scores
 * @property {string[]} told_scores
 * @property {Entry | null} entry The log's entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions stand now.
 * @property {Scene} scene
 */

/**
 * The same as differences from another moment.
 *
 * @typedef {object} MomentSince
 * @property {number} n
 * @property {number[]} to_act
 * @property {number[]} scores
 * @property {string[]} told_scores
 * @property {Entry | null} entry The log's entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions stand now.
 * @property {SceneChanges} scene
 */

/**
 * A round, or what else a title's game is made of.
 *
 * @typedef {object} Chapter
 * @property {number} n The moment at which it begins.
 * @property {string} name
 */

/**
 * The round that cost most of a game that was lost.
 *
 * @typedef {object} TurningPoint
 * @property {number} n
 * @property {string} chapter
 * @property {number} before The chance to win at its beginning, from 0 to 1.
 * @property {number} after And at its end.
 */

/**
 * Everyone's points at every moment, and where rounds begin.
 *
 * @typedef {object} Course
 * @property {number[][]} scores By moment, from 0 on, the points by seat.
 * @property {Chapter[]} chapters
 * @property {number[]} chances Where all win or lose together, or one plays alone: the chance to win at every moment. Else empty.
 * @property {TurningPoint | null} turned If such a game was lost.
 */

/**
 * What newcomers are told about the decisions whose notation begins so.
 *
 * @typedef {object} DecisionGuide
 * @property {string} begins
 * @property {string} words
 * @property {string} rule
 */

/**
 * What the rules say of something that the player has before them.
 *
 * @typedef {[name: string, text: string]} GuideText
 */

/**
 * What newcomers are told beside a question.
 *
 * @typedef {object} Guide
 * @property {number} seat
 * @property {string} words About the step.
 * @property {string} rule
 * @property {DecisionGuide[]} decisions
 * @property {GuideText[]} texts
 */

/**
 * What newcomers are told beside the questions that they are asked now.
 *
 * @typedef {object} Guides
 * @property {number} n
 * @property {Guide[]} guides
 */

/**
 * A choice of a game, judged. Chances are from 0 to 1, by seat.
 *
 * @typedef {object} Judgement
 * @property {number} ply The moment before the choice.
 * @property {number} to The moment after it.
 * @property {number} seat
 * @property {string[]} decisions
 * @property {string[]} told
 * @property {number[]} before The chances before the choice.
 * @property {number[]} spread
 * @property {number[]} chosen The chances with what was chosen, before chance has its say.
 * @property {number[]} after The chances after it.
 * @property {number} loss What the choice cost.
 * @property {number | null} error How exact that is. Null where it is not known.
 * @property {Idea | null} better Null where it was no mistake.
 * @property {boolean} mistake
 * @property {boolean} turning Whether the game turned here.
 */

/**
 * A game as one seat played it.
 *
 * @typedef {object} SeatReview
 * @property {number} choices
 * @property {number} mistakes
 * @property {number | null} accuracy
 * @property {number} begin
 * @property {number} skill
 * @property {number} gifts
 * @property {number} luck
 */

/**
 * The review of a game, as it is kept with the game.
 *
 * @typedef {object} Review
 * @property {number} version
 * @property {string} title
 * @property {string[]} names
 * @property {string} record A digest of the record that was judged.
 * @property {string} made How much thought went into it.
 * @property {boolean} over
 * @property {boolean} chance False if nothing was left to chance.
 * @property {SeatReview[]} seats
 * @property {Judgement[]} choices
 * @property {number[]} end
 */

/**
 * How the review of a game stands.
 *
 * @typedef {object} ReviewProgress
 * @property {"done" | "none" | "working"} status `none`: nobody has asked, or it failed.
 * @property {number} done
 * @property {number} of How many choices there are. 0 while other games come first.
 * @property {Review | null} review
 */

/**
 * The round of a tournament to which a table belongs.
 *
 * @typedef {object} TournamentRound
 * @property {string} id
 * @property {string} name
 * @property {number} round
 */

/**
 * A table in a list.
 *
 * @typedef {object} ListedTable
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {Seat[]} seats
 * @property {number[]} to_act
 * @property {number[]} mine
 * @property {number[]} claims
 * @property {number} created
 * @property {number} changed
 * @property {string | null} result The sentence that tells how the game ended.
 * @property {boolean} lesson
 * @property {SharedDeal | null} deal
 * @property {boolean} research
 * @property {boolean} rated
 * @property {string | null} link The address of the invitation, for those who may have it.
 * @property {(string | null)[]} profiles By seat the address of the player's profile, where there is one to see.
 * @property {number | null} [left] Among my tables: the seconds until somebody's time runs out there.
 * @property {TournamentRound | null} [tournament] Among my tables.
 */

/**
 * A table to which I am asked.
 *
 * @typedef {object} Invitation
 * @property {string} table
 * @property {string} title
 * @property {"friend" | "rematch"} kind
 * @property {string} by
 * @property {string} sentence
 * @property {number} at
 * @property {string} link
 */

/**
 * Something that a moderator has told me and that I have not read.
 *
 * @typedef {object} ModeratorNote
 * @property {string} id
 * @property {string} sentence
 */

/**
 * My tables, public tables with a free seat, and public games being played.
 *
 * @typedef {object} Lobby
 * @property {ListedTable[]} mine All whose games are not over, and then a page of the others, each the newest first.
 * @property {ListedTable[]} open
 * @property {ListedTable[]} watch
 * @property {Invitation[]} asked
 * @property {ModeratorNote[]} told
 * @property {number} pages How many pages there are of my games that are over.
 */

/**
 * How many tables wait for me.
 *
 * @typedef {object} Turns
 * @property {number} count Without the one that I am at.
 * @property {string | null} next The next of them.
 */

/**
 * My holidays.
 *
 * @typedef {object} Holiday
 * @property {number | null} until Until when I am on holiday.
 * @property {number} left How many days are left this year.
 * @property {number} yearly How many there are in a year.
 */

/**
 * The drawing that stands for a title.
 *
 * @typedef {object} Symbol
 * @property {string} id
 * @property {string} svg A `<symbol>`.
 */

/**
 * Something about a title that can be chosen for a table.
 *
 * @typedef {object} TitleOption
 * @property {string} name
 * @property {string} heading The name for people.
 * @property {"choice" | "flag" | "names"} type `flag`: true or false. `choice`: one of `choices`. `names`: a list of some of `choices`.
 * @property {any} default
 * @property {string[]} choices
 * @property {string[]} words The choices for people, in the same order.
 * @property {string} help
 */

/**
 * A kind of bot.
 *
 * @typedef {object} BotKind
 * @property {string} kind
 * @property {string} name What it is called on screen.
 * @property {string} line What it is like, in a few words.
 */

/**
 * A title, as the list of titles shows it.
 *
 * @typedef {object} TitleCard
 * @property {string} id
 * @property {string} name
 * @property {number[]} players The numbers of players that are possible.
 * @property {string} line
 * @property {number[]} minutes How long a game takes, from and to.
 * @property {string} difficulty
 * @property {string} designer
 * @property {string} publisher
 * @property {number} year
 * @property {Symbol} symbol
 * @property {TitleOption[]} options
 * @property {Record<string, Record<string, any>>} first_game By number of players the options that suit newcomers better than the usual ones.
 * @property {BotKind[]} bots The kinds that people choose from.
 * @property {string} usual_bot The kind for those who do not choose.
 * @property {boolean} team Whether all win or lose together.
 * @property {string} style The address of the title's style sheet.
 * @property {string} picture The address of its cover.
 * @property {string | null} learn The page that tells how to play. Null: there is none.
 * @property {string | null} puzzles The page that lists its puzzles. Null: there are none.
 * @property {boolean} rated Whether its games can be rated.
 */

/**
 * All titles, and all kinds of bots, those for research too.
 *
 * @typedef {object} Titles
 * @property {TitleCard[]} titles
 * @property {BotKind[]} bots
 */

/**
 * A title's rules page.
 *
 * @typedef {object} Rules
 * @property {string} title
 * @property {string} name
 * @property {string} html Made from our own text and safe to insert. Section 2.3 has the id `rule-2.3`.
 */

/**
 * One thing to learn about a title.
 *
 * @typedef {object} LearnCard
 * @property {string} heading
 * @property {string} words
 * @property {string} shows What is lit in the picture, in words.
 * @property {string} picture The address of the picture, which takes `theme`.
 */

/**
 * How to play a title, in a few cards.
 *
 * @typedef {object} Learn
 * @property {string} title
 * @property {string} name
 * @property {LearnCard[]} cards
 */

/**
 * How many games of a title I have finished.
 *
 * @typedef {object} Experience
 * @property {string} title
 * @property {number} finished
 * @property {boolean} newcomer Whether that makes me a newcomer.
 */

/**
 * A lesson, and how far I have come with it.
 *
 * @typedef {object} LessonProgress
 * @property {number} number
 * @property {string} heading
 * @property {string} learn What it teaches, in a sentence.
 * @property {boolean} done
 * @property {string | null} table Where I have left it.
 */

/**
 * A guest, or somebody with an account.
 *
 * @typedef {object} Guest
 * @property {string} id
 * @property {string} name
 * @property {boolean} account
 */

/**
 * Who I am.
 *
 * @typedef {object} Me
 * @property {Guest | null} guest Null for somebody who has no name yet.
 * @property {string} csrf What every POST sends as the header `X-CSRF-Token`.
 * @property {string[]} [codes] The recovery codes of a new account, which are never shown again.
 */

/**
 * A passkey of an account.
 *
 * @typedef {object} Passkey
 * @property {string} id
 * @property {string} name
 * @property {number} created
 * @property {number | null} used
 */

/**
 * The e-mail address of an account.
 *
 * @typedef {object} EmailAddress
 * @property {string} address
 * @property {boolean} confirmed
 */

/**
 * How an account's name is kept.
 *
 * @typedef {object} KeptName
 * @property {boolean} password Whether there is a password.
 * @property {Passkey[]} passkeys
 * @property {number} codes How many recovery codes are left.
 * @property {EmailAddress | null} email
 */

/**
 * A device on which somebody is signed in.
 *
 * @typedef {object} SignedInDevice
 * @property {string} id
 * @property {string} device
 * @property {number} created
 * @property {number} seen
 * @property {boolean} here Whether it is the one that asks.
 */

/**
 * What belongs to somebody.
 *
 * @typedef {object} Belongings
 * @property {number} unfinished Tables whose games are not over.
 * @property {number} finished
 */

/**
 * What this server can do to sign people in.
 *
 * @typedef {object} SignInWays
 * @property {boolean} mail Whether it sends e-mail.
 * @property {boolean} passkeys
 */

/**
 * All about me.
 *
 * @typedef {object} Account
 * @property {Guest} guest
 * @property {KeptName | null} account Null for a guest.
 * @property {SignedInDevice[]} devices The one that asks first.
 * @property {Belongings} has
 * @property {SignInWays} can
 */

/**
 * Which ways there are to sign in.
 *
 * @typedef {object} SignIn
 * @property {Guest | null} guest Who is here now.
 * @property {Belongings | null} has What a guest here has.
 * @property {SignInWays} can
 */

/**
 * New recovery codes, which replace the old ones.
 *
 * @typedef {object} NewCodes
 * @property {boolean} ok
 * @property {string[]} codes
 */

/**
 * A code for another device of mine.
 *
 * @typedef {object} DeviceCode
 * @property {string} code
 * @property {string} link
 * @property {string} qr The link as an image, as a `data:` address.
 * @property {number} seconds For how long it works.
 */

/**
 * Where a code was made.
 *
 * @typedef {object} CodeOrigin
 * @property {string} device
 * @property {string} network
 * @property {boolean} near Whether that is the network that asks.
 */

/**
 * Whose code that is, and what signing in with it would do.
 *
 * @typedef {object} CodeLook
 * @property {string} name
 * @property {Belongings} has
 * @property {boolean} same Whether it is me.
 * @property {CodeOrigin} from
 * @property {number} at When it was made.
 * @property {Belongings | null} brings What I would bring along.
 */

/**
 * My try that counts.
 *
 * @typedef {object} OwnTry
 * @property {string} table
 * @property {boolean} over
 * @property {string | null} told The result in words.
 * @property {number | null} place
 */

/**
 * What somebody achieved.
 *
 * @typedef {object} DayResult
 * @property {number | null} place
 * @property {string} name
 * @property {string} told The result in words.
 * @property {string} tie What parted those with equal points. Else empty.
 * @property {boolean} mine
 * @property {number} finished
 * @property {string | null} table If I may look.
 */

/**
 * The deal of a title on a day.
 *
 * @typedef {object} DayDeal
 * @property {string} title
 * @property {string} name
 * @property {string} line
 * @property {number} players
 * @property {string} commitment
 * @property {string | null} seed Null until the deal has closed.
 * @property {string | null} salt
 * @property {OwnTry | null} try
 * @property {string | null} free My free try that is still being played.
 * @property {boolean} may_play_freely
 * @property {number} count
 * @property {DayResult[]} results At most 100, the best first, and my own.
 * @property {DayResult[]} free_results
 */

/**
 * The deals of a day.
 *
 * @typedef {object} Day
 * @property {string} day
 * @property {string} today
 * @property {number} now
 * @property {"closed" | "coming" | "ending" | "open"} standing `coming`: promised. `ending`: what was begun may be finished.
 * @property {number} begins
 * @property {number} ends
 * @property {number} closes
 * @property {string | null} before The day before.
 * @property {string | null} after The day after.
 * @property {DayDeal[]} deals
 */

/**
 * Somebody on the ladder of a week.
 *
 * @typedef {object} Rung
 * @property {number} place
 * @property {string} name
 * @property {number} points
 * @property {number} tries
 * @property {boolean} mine
 */

/**
 * The ladder of a week.
 *
 * @typedef {object} Ladder
 * @property {string} monday
 * @property {string} sunday
 * @property {boolean} final
 * @property {string} formula What a place is worth, in words.
 * @property {Rung[]} ladder
 */

/**
 * A group that plays a duplicate.
 *
 * @typedef {object} DuplicateGroup
 * @property {number} number
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {boolean} mine
 * @property {string | null} table If I may look.
 * @property {Seat[]} seats
 * @property {string[] | null} scores As people read them. Null until the group has finished.
 * @property {number[] | null} places
 * @property {string | null} result
 */

/**
 * A deal that several groups play.
 *
 * @typedef {object} Duplicate
 * @property {string} code
 * @property {string} title
 * @property {string} name
 * @property {number} players
 * @property {Record<string, any>} options The title's options, by name.
 * @property {number} created
 * @property {boolean} closed
 * @property {boolean} owner Whether I made it.
 * @property {boolean} knows Whether I have played or seen it.
 * @property {Fair | null} fair
 * @property {DuplicateGroup[]} groups
 */

/**
 * The version of each promise.
 *
 * @typedef {object} Versions
 * @property {number} contract
 * @property {number} authors
 * @property {number} record
 * @property {number} protocol
 * @property {Record<string, number>} rules By title.
 */

/**
 * Whether the server works, and which versions it speaks.
 *
 * @typedef {object} Health
 * @property {boolean} ok
 * @property {Record<string, string>} problems A sentence for each of what does not work: `storage`, `workers`, `clocks`.
 * @property {string} version
 * @property {Versions} versions
 */

/**
 * Whether people should be sent here.
 *
 * @typedef {object} Readiness
 * @property {boolean} ready
 * @property {string} [why] Why not.
 */

/**
 * What somebody wants to be told, and when not.
 *
 * @typedef {object} NoticePreferences
 * @property {Record<string, string[]>} kinds By kind (`turn`, `ask`, `soon`, `over`) the ways: `push`, `mail`, `webhook`.
 * @property {string} zone The time zone of the quiet hours.
 * @property {number | null} quiet_from In minutes of the day.
 * @property {number | null} quiet_until
 * @property {number} digest Hours between two letters.
 */

/**
 * A device that takes messages.
 *
 * @typedef {object} NoticeDevice
 * @property {string} id
 * @property {string} device
 * @property {number} created
 * @property {boolean} here Whether it is the one that asks.
 */

/**
 * A program that is told.
 *
 * @typedef {object} Webhook
 * @property {string} form `plain`, `discord` or `slack`.
 * @property {string} address
 */

/**
 * Which ways there are.
 *
 * @typedef {object} NoticeWays
 * @property {string} push The key for `PushManager.subscribe`.
 * @property {boolean} mail Whether the server can send e-mail to me.
 * @property {boolean} letters Whether it sends e-mail at all.
 * @property {boolean} webhook
 */

/**
 * Something that could not be told.
 *
 * @typedef {object} NoticeFailure
 * @property {string} way
 * @property {string} kind
 * @property {string} table_id
 * @property {number} made
 * @property {string | null} error
 * @property {string} state `waiting`: it is tried again. `failed`: it is not.
 */

/**
 * How notices stand for me.
 *
 * @typedef {object} Notices
 * @property {NoticePreferences} wishes
 * @property {NoticeDevice[]} devices
 * @property {Webhook | null} webhook
 * @property {NoticeWays} can
 * @property {NoticeFailure[]} failures
 */

/**
 * What I am told about one table.
 *
 * @typedef {object} TableNotices
 * @property {Record<string, string[]> | null} kinds Null: the same as about all. Empty: nothing.
 */

/**
 * What messages to a webhook are signed with.
 *
 * @typedef {object} WebhookSecret
 * @property {string} secret Never shown again.
 */

/**
 * What is known of a puzzle before it is solved.
 *
 * @typedef {object} PuzzleCard
 * @property {string} title
 * @property {number} number
 * @property {string} theme What it is about.
 * @property {number} stars How hard it is.
 * @property {number} players
 * @property {string} address
 */

/**
 * The puzzles of a title.
 *
 * @typedef {object} PuzzleBook
 * @property {string} id
 * @property {string} name
 * @property {PuzzleCard[]} puzzles
 */

/**
 * All puzzles, and the one of the day.
 *
 * @typedef {object} Puzzles
 * @property {PuzzleBook[]} titles
 * @property {PuzzleCard | null} today
 */

/**
 * What is asked.
 *
 * @typedef {object} Puzzle
 * @property {string} title
 * @property {number} number
 * @property {string} theme What it is about.
 * @property {number} stars How hard it is.
 * @property {number} players
 * @property {string} address
 * @property {string} name What the title is called.
 * @property {string} letter The seat to move.
 * @property {number} asked How many decisions must be found.
 * @property {string} asks The same in words.
 * @property {string} next The address of the next puzzle.
 */

/**
 * A puzzle, and its position as the first message of a live table.
 *
 * @typedef {object} PuzzlePosition
 * @property {Puzzle} puzzle
 * @property {WholeTable} message
 */

/**
 * The table after what was played.
 *
 * @typedef {object} PuzzleShown
 * @property {WholeTable} message
 * @property {boolean} ok
 */

/**
 * What a decision has changed.
 *
 * @typedef {object} PuzzlePlayed
 * @property {Update} message
 * @property {string[]} played All decisions so far, as the title writes them.
 * @property {boolean} answered Whether there is an answer to be judged.
 * @property {boolean} ok
 */

/**
 * What is said about an answer.
 *
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {string[]} sentences
 */

/**
 * The answer of a puzzle, told as a hint is.
 *
 * @typedef {object} Solution
 * @property {string} decision
 * @property {Step[]} steps
 * @property {number} needed How many of the steps must be found.
 * @property {string} reason
 * @property {string} certainty
 * @property {Idea[]} alternatives
 * @property {string} heading
 */

/**
 * What a rating is about. Part of larger objects.
 *
 * @typedef {object} Scale
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 */

/**
 * A rating as people read it. Part of larger objects.
 *
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} margin
 * @property {number} change What the last game changed.
 */

/**
 * One of the best of a title.
 *
 * @typedef {object} RatedPerson
 * @property {number} rating
 * @property {number} margin
 * @property {number} change What the last game changed.
 * @property {string} name
 * @property {string} address
 * @property {number} games
 */

/**
 * A bot on the scale of a title.
 *
 * @typedef {object} RatedBot
 * @property {string} kind
 * @property {string} name What it is called on screen.
 * @property {number} rating
 */

/**
 * The best of a title, and the bots on the same scale.
 *
 * @typedef {object} Best
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 * @property {number} least How many rated games it takes to be listed.
 * @property {RatedPerson[]} people
 * @property {RatedBot[]} bots
 */

/**
 * How somebody has played a title.
 *
 * @typedef {object} TitleResults
 * @property {string} title
 * @property {string} name
 * @property {number} played
 * @property {number} won
 * @property {number | null} place The mean place, where there are places.
 * @property {number | null} of The mean number of players.
 */

/**
 * A rating after one game.
 *
 * @typedef {object} CurvePoint
 * @property {number} rating
 * @property {number} margin
 * @property {number} change What the last game changed.
 * @property {number} at
 * @property {number} place
 * @property {string | null} table Null where the game is not listed.
 */

/**
 * A rating of somebody, with the way there.
 *
 * @typedef {object} PersonRating
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 * @property {number} rating
 * @property {number} margin
 * @property {number} change
 * @property {number} games
 * @property {CurvePoint[]} curve The last 300 games.
 * @property {RatedBot[]} bots
 */

/**
 * Somebody's best game alone of a title.
 *
 * @typedef {object} SoloResult
 * @property {string} title
 * @property {string} name
 * @property {string} told The result in words.
 * @property {boolean} won
 * @property {number} ended
 * @property {string | null} table
 */

/**
 * How many of an animal somebody has had.
 *
 * @typedef {object} AnimalCount
 * @property {string} animal
 * @property {number} count
 */

/**
 * The animals that somebody has had most of in a title.
 *
 * @typedef {object} Favourites
 * @property {string} title
 * @property {string} name
 * @property {AnimalCount[]} animals
 */

/**
 * All about somebody with an account.
 *
 * @typedef {object} Profile
 * @property {string} id
 * @property {string} name
 * @property {number} since
 * @property {boolean} mine
 * @property {boolean} hidden Whether others may not look.
 * @property {TitleResults[]} titles
 * @property {PersonRating[]} ratings
 * @property {SoloResult[]} solo
 * @property {Favourites[]} favourites
 */

/**
 * Whether a profile is hidden.
 *
 * @typedef {object} Privacy
 * @property {boolean} hidden
 */

/**
 * A player of a finished game.
 *
 * @typedef {object} PlayedSeat
 * @property {number} seat
 * @property {string} name
 * @property {number | null} place
 * @property {string | null} told
 * @property {string | null} profile The address of the profile, where there is one to see.
 */

/**
 * A finished game of somebody.
 *
 * @typedef {object} FinishedGame
 * @property {string} table
 * @property {string} title
 * @property {string} name
 * @property {number} ended
 * @property {number} players
 * @property {number} seat
 * @property {number | null} place
 * @property {boolean} won
 * @property {string | null} told What somebody achieved, in words.
 * @property {string} how `played`, `time`, `left` or `continued`.
 * @property {string | null} result The sentence that tells how the game ended.
 * @property {boolean} rated
 * @property {boolean} listed Whether everyone may find it.
 * @property {number | null} change What it changed of the rating.
 * @property {PlayedSeat[]} seats
 * @property {string} record The address of the record.
 */

/**
 * A page of somebody's finished games, the newest first.
 *
 * @typedef {object} FinishedGames
 * @property {number} total
 * @property {number} page
 * @property {number} pages
 * @property {FinishedGame[]} games
 */

/**
 * Where one may read more about the player at a seat.
 *
 * @typedef {object} SeatProfile
 * @property {number} seat
 * @property {string | null} profile
 * @property {number} [rating] At a rated table.
 * @property {number} [margin] At a rated table, for people.
 * @property {number | null} [change] At a rated table: what the game changed, once it is over.
 */

/**
 * Links and ratings of those at a table.
 *
 * @typedef {object} TablePeople
 * @property {SeatProfile[]} seats
 * @property {TournamentRound | null} tournament The tournament that the table belongs to.
 */

/**
 * How strong a bot is at a title.
 *
 * @typedef {object} BotRating
 * @property {string} title
 * @property {string} name What the title is called.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 * @property {number} rating
 */

/**
 * A kind of bot.
 *
 * @typedef {object} Bot
 * @property {string} kind
 * @property {string} name What it is called on screen.
 * @property {string | null} line
 * @property {string} about
 * @property {BotRating[]} ratings
 * @property {string} measured How and when its strength was measured.
 */

/**
 * Somebody in a list.
 *
 * @typedef {object} Person
 * @property {string} id Names them in requests.
 * @property {string} name
 */

/**
 * A friend of mine.
 *
 * @typedef {object} Friend
 * @property {string} id Names them in requests.
 * @property {string} name
 * @property {boolean} here Whether they are here now.
 * @property {string | null} table The address of the public table where they are.
 * @property {string | null} plays The title that is played there.
 */

/**
 * My friends, those who want to be, and whom I have blocked or muted.
 *
 * @typedef {object} Friends
 * @property {boolean} account Whether I have an account, which friends need.
 * @property {Friend[]} friends
 * @property {Person[]} asking Those who ask me.
 * @property {Person[]} asked Those whom I have asked.
 * @property {string[]} asked_names The names that I have asked for, as I typed them, whether there are such accounts or not.
 * @property {Person[]} blocked
 * @property {Person[]} muted
 */

/**
 * An invitation as others can open it.
 *
 * @typedef {object} InvitationAddress
 * @property {string} address
 * @property {string | null} warning What is wrong if they cannot.
 * @property {string} code The address of the same as a QR code.
 */

/**
 * A line of chat around what was reported.
 *
 * @typedef {object} ReportedLine
 * @property {string} name
 * @property {string} text
 * @property {number} at
 * @property {boolean} meant Whether it is the line that was reported.
 * @property {boolean} theirs Whether the person who was reported said it.
 */

/**
 * What a moderator has done.
 *
 * @typedef {object} ModeratorStep
 * @property {string} step `warn`, `silence`, `suspend`, `lift` or `close`.
 * @property {string} why
 * @property {number | null} until
 * @property {number} at
 * @property {string} by
 * @property {string | null} report
 */

/**
 * A report, with what was done about the same person.
 *
 * @typedef {object} Report
 * @property {string} id
 * @property {number} at
 * @property {string} by
 * @property {string} name What the person was called then.
 * @property {string} called And now.
 * @property {string | null} table
 * @property {string} reason
 * @property {ReportedLine[]} context
 * @property {boolean} closed
 * @property {ModeratorStep[]} steps
 */

/**
 * Reports, the newest first.
 *
 * @typedef {object} Reports
 * @property {Report[]} reports
 */

/**
 * What a tournament was made with. Part of larger objects.
 *
 * @typedef {object} TournamentAbout
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} game What the title is called.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was called off.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its owner says so.
 * @property {number} late The last round for which one may still enter.
 * @property {number | null} hours After so many hours a player who has not come to a round's game has lost it.
 * @property {boolean} automatic Whether a round begins automatically when the one before is over.
 * @property {number} created
 */

/**
 * A tournament in a list.
 *
 * @typedef {object} ListedTournament
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} game What the title is called.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was called off.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its owner says so.
 * @property {number} late The last round for which one may still enter.
 * @property {number | null} hours After so many hours a player who has not come to a round's game has lost it.
 * @property {boolean} automatic Whether a round begins automatically when the one before is over.
 * @property {number} created
 * @property {number} people How many play.
 * @property {boolean} entered Whether I do.
 */

/**
 * The tournaments that are listed, and mine.
 *
 * @typedef {object} Tournaments
 * @property {ListedTournament[]} open
 * @property {ListedTournament[]} running
 * @property {ListedTournament[]} finished
 */

/**
 * A column of the standings.
 *
 * @typedef {object} StandingsColumn
 * @property {"buchholz" | "points" | "share" | "sonneborn" | "wins"} key
 * @property {string} name
 * @property {string} help
 */

/**
 * A line of the standings. Figures are text.
 *
 * @typedef {object} Standing
 * @property {number} place
 * @property {string | null} person The player's id, for the owner of the tournament.
 * @property {string} name
 * @property {boolean} me
 * @property {string} points
 * @property {string} buchholz
 * @property {string} sonneborn
 * @property {string} wins
 * @property {string} share
 * @property {number} first The first round of the player.
 * @property {boolean} left
 * @property {string | null} reason Why the player was taken out.
 */

/**
 * A player of a round.
 *
 * @typedef {object} PairedPlayer
 * @property {string} name
 * @property {boolean} me
 * @property {string | null} points
 */

/**
 * A table of a round.
 *
 * @typedef {object} PairedTable
 * @property {PairedPlayer[]} people By seat.
 * @property {string | null} table
 * @property {boolean} bye
 * @property {boolean} done
 * @property {string | null} how How it ended, if not by the game's end.
 */

/**
 * A round.
 *
 * @typedef {object} Round
 * @property {number} round
 * @property {PairedTable[]} tables
 */

/**
 * What I can do now.
 *
 * @typedef {object} MayDo
 * @property {boolean} enter
 * @property {boolean} leave
 * @property {boolean} start
 * @property {boolean} next
 * @property {boolean} remove
 * @property {boolean} cancel
 */

/**
 * All about a tournament.
 *
 * @typedef {object} Tournament
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} game What the title is called.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was called off.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its owner says so.
 * @property {number} late The last round for which one may still enter.
 * @property {number | null} hours After so many hours a player who has not come to a round's game has lost it.
 * @property {boolean} automatic Whether a round begins automatically when the one before is over.
 * @property {number} created
 * @property {string} owner A name.
 * @property {number} people How many play.
 * @property {boolean} entered Whether I do.
 * @property {StandingsColumn[]} columns
 * @property {Standing[]} standings
 * @property {Round[]} played The rounds, the last one first.
 * @property {string | null} mine My table of the round.
 * @property {string} next What happens next, in a sentence.
 * @property {boolean} maker Whether it is mine.
 * @property {MayDo} may
 */

export {};
