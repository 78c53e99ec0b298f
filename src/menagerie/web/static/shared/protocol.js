/**
 * What the server sends. Written by `python -m dev.protocol` from src/menagerie/server/protocol/outgoing: change it
 * there. Where the pages have names of their own for these, see types.js.
 */

/**
 * The answer that only confirms success.
 *
 * @typedef {object} Ok
 * @property {boolean} ok
 */

/**
 * A refusal. Every error is one of these.
 *
 * @typedef {object} Problem
 * @property {string} code For programs: one of the codes of section 2.
 * @property {string} error A message for people.
 * @property {string} [rule] The section of the rules page that forbids it. May be empty.
 * @property {number} [seq] The table's `seq`, if the command referred to an older one.
 * @property {number} [retry] After how many seconds to try again. Also sent as the header `Retry-After`.
 * @property {string} [coach] In a lesson: what the coach says about it.
 */

/**
 * The answer to a successful command. For `ping` it has only this.
 *
 * @typedef {object} Answer
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to commands that change something: `play`, `undo`, `order`, `chat` and so on.
 *
 * @typedef {object} Done
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 * @property {number} seq The table's `seq` right after it.
 * @property {number} [asked] For `undo`, `takeover` and `sit`, if others must agree: the number that they answer.
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
 * The answer to `draw`: how far a step-by-step decision has come, and how it can continue.
 *
 * @typedef {object} Drawn
 * @property {string} words How far it has come, and what is next.
 * @property {Choice[]} choices The possible next targets, one each. A choice with an empty notation is a step; the others are decisions to send.
 * @property {string} ghost What the table shows of it so far, as SVG in the units of `part`.
 * @property {string} part Empty: the first.
 * @property {string} reason Why the last target isn't possible, in which case the rest describes the path before it. Empty if it is.
 * @property {string} rule
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to `try`: what can be tried out on the table.
 *
 * @typedef {object} Trials
 * @property {Choice[]} choices Like those of a turn, but none can be played.
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * A decision of a planned turn.
 *
 * @typedef {object} Step
 * @property {string} decision
 * @property {string} words What happens. Empty if chance decides.
 * @property {string} name The button's text. Empty if the choice depends on chance.
 */

/**
 * A possible turn, as far as it can be planned.
 *
 * @typedef {object} Idea
 * @property {Step[]} steps
 * @property {string} reason The main difference from the best turn; for the best, from the next best.
 * @property {number | null} chance The seat's chance of winning after it, from 0 to 1. Null if unknown.
 */

/**
 * The answer to `hint`: the best turn, the reason, and alternatives.
 *
 * @typedef {object} HintAnswer
 * @property {string} decision The first decision of the best turn.
 * @property {string[]} path The targets that lead to it. Empty if unknown.
 * @property {string} bot The kind of bot that gives the hint.
 * @property {Step[]} steps
 * @property {string} reason The main difference from the next best turn.
 * @property {number | null} chance The seat's chance of winning after it, from 0 to 1. Null for a title without advice.
 * @property {string} sure `clearly`, `slightly`, `a toss-up`, `the only choice`, or empty for a title without advice.
 * @property {string} certainty The same in words, with the chances.
 * @property {number | null} before The seat's chance of winning now.
 * @property {Idea[]} alternatives
 * @property {"answer"} [type] Over the live connection only.
 * @property {string | number | null} [id] The `id` of the command. Missing at a puzzle.
 * @property {boolean} ok
 */

/**
 * The answer to a refused command, over the live connection.
 *
 * @typedef {object} Refusal
 * @property {string} code For programs: one of the codes of section 2.
 * @property {string} error A message for people.
 * @property {string} [rule] The section of the rules page that forbids it. May be empty.
 * @property {number} [seq] The table's `seq`, if the command referred to an older one.
 * @property {number} [retry] After how many seconds to try again. Also sent as the header `Retry-After`.
 * @property {string} [coach] In a lesson: what the coach says about it.
 * @property {"answer"} type
 * @property {string | number | null} id
 * @property {boolean} ok
 */

/**
 * A request to the other players.
 *
 * @typedef {object} Proposal
 * @property {number} ask The number for `agree`.
 * @property {"sit" | "takeover" | "undo"} what
 * @property {string} by
 * @property {number[]} waiting The seats of the people who haven't answered.
 * @property {number} [to] For `undo`: the decision number to go back to.
 * @property {number} [count] For `undo`: how many decisions to undo.
 * @property {number} [seat] For `takeover` and `sit`.
 * @property {string} [bot] For `takeover`: the kind of bot.
 * @property {string} sentence
 */

/**
 * A chat message.
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
 * @property {number[]} seats The seats of connected people.
 * @property {number} onlookers The number of spectators.
 * @property {Record<string, number>} away In a game in progress: the seats of disconnected people, with the seconds since they were last seen.
 * @property {number} away_after After so many seconds a `takeover` may be proposed.
 */

/**
 * Everything: the first message, sent again whenever differences aren't enough.
 *
 * @typedef {object} WholeTable
 * @property {"table"} type
 * @property {number} seq
 * @property {number} n The number of decisions in effect, which is the moment shown.
 * @property {number} now The server's time.
 * @property {Scene} scene
 * @property {Turn} turn
 * @property {LogChanges} log
 * @property {Proposal | null} ask
 * @property {Table} table
 * @property {Remark[]} chat The last 100 chat messages.
 * @property {Presence} [here] Missing at a puzzle, where no one else is.
 */

/**
 * Something happened.
 *
 * @typedef {object} Update
 * @property {"update"} type
 * @property {Caption[]} film How the last decision came about, if that is all the news. Empty otherwise.
 * @property {number} seq
 * @property {number} n The number of decisions in effect, which is the moment shown.
 * @property {number} now The server's time.
 * @property {SceneChanges} scene
 * @property {Turn} turn
 * @property {LogChanges} log
 * @property {Proposal | null} ask
 * @property {Table} [table] At a puzzle only.
 */

/**
 * Seats, status or `fair` changed. Comes after the `update`, if there is one.
 *
 * @typedef {object} TableChanged
 * @property {"about"} type
 * @property {Table} table
 */

/**
 * A new chat message.
 *
 * @typedef {object} ChatLine
 * @property {"chat"} type
 * @property {Remark} message
 */

/**
 * A mute or block has changed whose chat the viewer sees.
 *
 * @typedef {object} ChatAgain
 * @property {"said"} type
 * @property {Remark[]} chat The chat that the viewer sees now.
 */

/**
 * Someone connected, disconnected, sat down or left.
 *
 * @typedef {object} PresenceChanged
 * @property {"here"} type
 * @property {Presence} here
 */

/**
 * Who sits in a seat.
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} letter
 * @property {"bot" | "hotseat" | "open" | "person"} kind `open`: free, or abandoned.
 * @property {string} name Unique at the table: players who share a name have the seat's letter after it.
 * @property {boolean} mine
 * @property {string | null} bot The kind of bot that plays here.
 * @property {string | null} for The name of the person for whom a bot stands in.
 */

/**
 * The promise about a game's chance.
 *
 * @typedef {object} Fair
 * @property {string} commitment The SHA-256 of `SEED:SALT`, in hexadecimal.
 * @property {string | null} seed Shown when the game is over. A text, since it has more digits than JavaScript's numbers.
 * @property {string | null} salt
 */

/**
 * Where an imported game was played, as far as its record says.
 *
 * @typedef {object} Source
 * @property {string} source
 * @property {string} started
 */

/**
 * The game that a table continues.
 *
 * @typedef {object} Origin
 * @property {string | null} table Its id. Null for everyone but the owner: anyone with an id may watch.
 * @property {number | null} moment
 * @property {boolean} anew Whether the game continues with fresh chance.
 */

/**
 * The shared deal of a table.
 *
 * @typedef {object} SharedDeal
 * @property {"day" | "free" | "group"} kind `day`: the ranked attempt. `free`: an unranked one. `group`: a duplicate.
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
 * @property {string} rule The section of the rules page about it.
 */

/**
 * The lesson taught at a table.
 *
 * @typedef {object} LessonAbout
 * @property {number} number
 * @property {number} of How many lessons the title has.
 * @property {string} heading
 * @property {string | null} next The heading of the next lesson. Null after the last.
 * @property {LeftOut[]} more After the last one: what the lessons leave out.
 */

/**
 * The invitation to a rematch.
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
 * @property {string} id Can't be guessed. Anyone with it may watch.
 * @property {string} title
 * @property {string} name The title's name.
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {number} players
 * @property {Record<string, any>} options The title's options, by name.
 * @property {boolean} hints
 * @property {string} stand_in The kind of bot that replaces players who are away or have left.
 * @property {boolean} trials Whether the title has something to try out (`try`).
 * @property {string[]} overlays The names of the table's overlays.
 * @property {boolean} public
 * @property {boolean} research Whether the game may be studied once it is over.
 * @property {boolean} rated
 * @property {boolean} takeover Whether a bot may replace a player who is merely away.
 * @property {number} created
 * @property {number} rules_version
 * @property {Seat[]} seats
 * @property {number[]} mine The seats I hold: mine and those of the people at my screen.
 * @property {number[]} claims The seats where a bot stands in for me or for the people at my screen: I can take them back with `return`.
 * @property {string | null} out A sentence if a bot plays for me because my time ran out or I have lost by leaving.
 * @property {boolean} owner
 * @property {string | null} link The address of the invitation, for everyone at the table, and for all while a public table has a free seat.
 * @property {LessonAbout | null} lesson
 * @property {SharedDeal | null} deal If others play the same deal.
 * @property {Fair | null} fair Null for an imported game, unless its record has a valid promise.
 * @property {number} seq Counts all events that everyone may see.
 * @property {number} decisions How many decisions are in effect.
 * @property {number[]} to_act
 * @property {Source | null} source For an imported game.
 * @property {Origin | null} from The game that this one continues.
 * @property {string | null} next Where the rematch is.
 * @property {RematchQuestion | null} again My invitation to it.
 * @property {number[]} stood_in The abandoned seats where a bot plays and anyone may ask to take over (`sit`).
 */

/**
 * A grid for placing a piece: the corner of a cell is at `x + column * cell`, `y + row * cell`.
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
 * @property {string} notation The decision to send when the path is complete. With a grid, fill in `{turn}` and `{cell}`.
 * @property {string[]} path The targets to point at, in order: ids of pieces, or `button:LABEL` for a button below the table.
 * @property {string} words The decision for people: no codes, no full stop.
 * @property {string} [then] Its consequences, as far as the seat can know them.
 * @property {number} [amount] The number of the last button: of several the client makes a slider.
 * @property {boolean} [usual] Where that slider starts.
 * @property {string} [carries] A piece that can be dragged onto the last target though it isn't a target itself.
 * @property {string} [ghost] What the table would show, as SVG in the units of `part`.
 * @property {boolean} [moves] The first target would go to the last: it can be dragged there.
 * @property {string} [part] The part of ghosts and grid. Missing or empty: the first.
 * @property {boolean} [by_steps] There are too many continuations after its path to list: the client asks `draw`.
 * @property {Grid} [grid]
 * @property {Record<string, string>} [ghosts] By orientation the piece's look, as SVG.
 * @property {Record<string, string>} [turned] The result of a quarter turn for each orientation.
 * @property {Record<string, string>} [mirrored] The mirror image of each orientation.
 * @property {Record<string, string>} [fits] By orientation a bit map in hexadecimal: bit `row * columns + column` is set where the piece's corner fits.
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
 * @property {number} step The number for `read`.
 * @property {number} steps 0 if the lesson is a game with free decisions.
 * @property {string} words
 * @property {string[]} lit The pieces it mentions. The bubble points at the first one.
 * @property {string[]} wanted The targets that lead to an accepted decision.
 * @property {boolean} waits Whether a decision must be made. Otherwise it is to be read.
 * @property {boolean} last Whether this is the end of the lesson.
 */

/**
 * A standing order that can be given now.
 *
 * @typedef {object} OfferedOrder
 * @property {string} order
 * @property {string} words
 */

/**
 * An active standing order.
 *
 * @typedef {object} GivenOrder
 * @property {string} order
 * @property {string} words
 * @property {string} short A label for a chip.
 */

/**
 * A standing order that has ended since the seat last decided by hand.
 *
 * @typedef {object} EndedOrder
 * @property {string} words
 * @property {string} short
 * @property {string} why The reason, as a sentence.
 */

/**
 * The standing orders of a seat. Only its holder gets them.
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
 * @property {number | null} free The decision number to go back to without asking. Null: none.
 * @property {number} first The decision number to go back to by asking the others.
 */

/**
 * The number of votes for each choice.
 *
 * @typedef {object} Votes
 * @property {number} wait
 * @property {number} bot
 * @property {number} lost
 */

/**
 * The label of each choice.
 *
 * @typedef {object} VoteChoices
 * @property {string} wait
 * @property {string} bot
 * @property {string} lost
 */

/**
 * The vote on a player whose time ran out.
 *
 * @typedef {object} Overdue
 * @property {number} ask The number for `vote`.
 * @property {number} seat
 * @property {number[]} voters The seats that vote.
 * @property {number[]} waiting The seats that haven't voted.
 * @property {Votes} votes
 * @property {number} until When the vote ends.
 * @property {string} sentence
 * @property {VoteChoices} choices
 * @property {string} told_until `until` in words, if there are days per move. Empty otherwise.
 */

/**
 * The clocks of a table.
 *
 * @typedef {object} Time
 * @property {boolean} days Whether there are days per move.
 * @property {boolean} team Whether all share one clock.
 * @property {number[]} left By seat the seconds left at the last event.
 * @property {(number | null)[]} due By seat when the time left will have run out. Null if the clock isn't running.
 * @property {Record<string, number>} holidays By seat when a player's holiday ends.
 * @property {number[]} lost The seats that lost before the end, in order.
 * @property {Overdue[]} overdue
 */

/**
 * A tie that was broken.
 *
 * @typedef {object} TieBreak
 * @property {number} first The place that was decided.
 * @property {string} told How, in words: `by 4 landscape tiles to 2`.
 * @property {string} sentence
 */

/**
 * One part of the score.
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
 * @property {boolean} together Whether the game was cooperative or solo.
 * @property {number[][]} ranking The seats by place.
 * @property {boolean} aborted Whether the game ended without a result: its time ran out before the first decision, or all players left.
 * @property {number[]} lost_by_time
 * @property {Record<string, string>} lost By seat why it lost before the end: `out of time`, `left` or `never came`.
 * @property {TieBreak[]} ties Every tie that was broken, from the first place to the last.
 * @property {number[]} scores
 * @property {string[]} told_scores The scores as text.
 * @property {ScorePart[]} points By seat they add up to the score.
 * @property {string} tie_break What decided between the winners and the next best, in words. Empty if nothing had to.
 */

/**
 * The state of the game, the same for everyone, and the decisions of the viewer's seats.
 *
 * @typedef {object} Turn
 * @property {boolean} over
 * @property {number[]} to_act
 * @property {number} since When the current decision began.
 * @property {number[]} clock The seconds that each seat has used so far, without the current decision.
 * @property {number[]} scores
 * @property {string[]} told_scores The scores as text: a number, and its unit if that isn't points.
 * @property {number[] | null} hands The seats that want to talk before the team's turn ends. Null where no one waits for talk.
 * @property {Time | null} time Null without a clock.
 * @property {Result | null} result
 * @property {number[]} trials The viewer's seats that have something to try out now (`try`).
 * @property {Question[]} asks An entry for each seat of the viewer that may decide now.
 * @property {Coach | null} coach What the coach of a lesson says to the viewer.
 * @property {Orders[]} orders An entry for each seat of the viewer in a game in progress whose title has standing orders.
 * @property {UndoRange} undo
 */

/**
 * Something on a part of a scene, drawn at `translate(x, y) rotate(turn)` of that part.
 *
 * @typedef {[layer: number, x: number, y: number, turn: number, body: string, label: string, part: string]} Piece
 */

/**
 * A part of a scene, with its own coordinates from 0, 0 to its width and height.
 *
 * @typedef {[width: number, height: number, purpose: "common" | "mine" | "other" | "reference", least: number, seat: number | null, group: string, tight?: number]} Part
 */

/**
 * A scene as differences from another one.
 *
 * @typedef {object} SceneChanges
 * @property {Record<string, Piece>} set By id the pieces that changed or are new.
 * @property {string[]} del The ids of removed pieces.
 * @property {Record<string, string>} defs By id the new shapes.
 * @property {Record<string, Part>} [parts] All parts, if they changed.
 * @property {number | null} [seat] The viewer's seat, if that changed.
 */

/**
 * Everything a client needs to draw a table from scratch.
 *
 * @typedef {object} Scene
 * @property {number | null} seat The viewer's seat. Null for spectators.
 * @property {string} style The address of the title's style sheet.
 * @property {Record<string, string>} defs By id the shapes that pieces use, each a `<symbol>`.
 * @property {string} layout The title that composes this table (`title` of `/api/arrangement`). Empty: its parts are arranged as they fit.
 * @property {Record<string, Part>} parts By name, in reading order.
 * @property {Record<string, Piece>} set All pieces by id. Ids are unique in the scene, so that a piece can move from part to part.
 * @property {string[]} del Empty.
 */

/**
 * The place of a part on a screen.
 *
 * @typedef {[x: number, y: number, scale: number]} Place
 */

/**
 * The ground of some parts: a rectangle of the screen.
 *
 * @typedef {[x: number, y: number, width: number, height: number, ground: string, surface: string, seat: number | null]} Card
 */

/**
 * The places of a scene's parts on a screen: all inside it, without overlaps.
 *
 * @typedef {object} Arrangement
 * @property {Record<string, Place>} places
 * @property {Card[]} cards What lies below the parts.
 * @property {boolean} composed Whether the title composes its table on such a screen: then nothing depends on what is asked about.
 * @property {string} ground The class of the table itself. Empty: that of all tables.
 * @property {string} surface The pattern over it.
 */

/**
 * A drawing above the scene.
 *
 * @typedef {[x: number, y: number, body: string, part: string, about: string]} OverlayPiece
 */

/**
 * An overlay of a table.
 *
 * @typedef {object} Overlay
 * @property {string} name
 * @property {string[]} words The same in sentences.
 * @property {Record<string, OverlayPiece>} pieces
 */

/**
 * The overlays of a table at a moment, as the viewer may know them.
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
 * A table of words and numbers. The first cell of a row names the row.
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {string[]} columns
 * @property {((string | number | Shape)[])[]} rows
 * @property {string} note A sentence below the table.
 * @property {boolean} total Whether the last row is the sum of the others.
 */

/**
 * Whatever is too long to draw at a moment, as charts, as the viewer may know it.
 *
 * @typedef {object} Sheet
 * @property {number} n
 * @property {Chart[]} sheet
 */

/**
 * A line of the log: a decision and its sentences, or (without a decision) another event.
 *
 * @typedef {object} Entry
 * @property {number} n The moment to jump to: after so many decisions.
 * @property {number | null} seat
 * @property {string | null} decision The notation as the title writes it, however the client spelled it.
 * @property {string[]} text A sentence for each event. If empty, show the decision.
 * @property {number} at
 * @property {Record<string, string>} heads The sentences, counted from 0, before which a new part of the game starts, with its name.
 */

/**
 * The log as differences: keep the first entries you have, then append the new ones.
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
 * A step of a decision's animation.
 *
 * @typedef {object} Caption
 * @property {string} text
 * @property {number} lines How many sentences of the log entry it covers: more than one only for very long decisions.
 * @property {number | null} seat Who acted. Null if no seat did.
 * @property {string} sound `draw`, `place`, `take`, `run`, `capture`, `win`, or empty.
 * @property {string[] | null} about The pieces to mark: an id, a prefix of ids and `*`, or `from>to`. Empty: none. Null: mark what changed.
 * @property {SceneChanges} [scene] The differences from the previous step. The last step of an update has none, since the update's scene follows.
 */

/**
 * What a decision caused, step by step, as the viewer may see it.
 *
 * @typedef {object} Film
 * @property {number} n
 * @property {Scene} scene The table before the decision.
 * @property {Caption[]} steps
 */

/**
 * The game after so many decisions, apart from its scene.
 *
 * @typedef {object} MomentFacts
 * @property {number} n
 * @property {number[]} to_act
 * @property {number[]} scores
 * @property {string[]} told_scores
 * @property {Entry | null} entry The log entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions are in effect now.
 */

/**
 * The table after so many decisions, as the viewer may see it.
 *
 * @typedef {object} Moment
 * @property {number} n
 * @property {number[]} to_act
 * @property {number[]} scores
 * @property {string[]} told_scores
 * @property {Entry | null} entry The log entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions are in effect now.
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
 * @property {Entry | null} entry The log entry of decision `n`.
 * @property {string[] | null} about The pieces that decision `n` was about, as in a film's step.
 * @property {number} decisions How many decisions are in effect now.
 * @property {SceneChanges} scene
 */

/**
 * A round, or another part of a title's game.
 *
 * @typedef {object} Chapter
 * @property {number} n The moment at which it starts.
 * @property {string} name
 */

/**
 * The round that cost most in a lost game.
 *
 * @typedef {object} TurningPoint
 * @property {number} n
 * @property {string} chapter
 * @property {number} before The chance of winning at its start, from 0 to 1.
 * @property {number} after The chance at its end.
 */

/**
 * Everyone's points at every moment, and where rounds start.
 *
 * @typedef {object} Course
 * @property {number[][]} scores By moment, from 0 on, the points by seat.
 * @property {Chapter[]} chapters
 * @property {number[]} chances In cooperative and solo games: the chance of winning at every moment. Empty otherwise.
 * @property {TurningPoint | null} turned If such a game was lost.
 */

/**
 * Help for newcomers about the decisions whose notation starts with this.
 *
 * @typedef {object} DecisionGuide
 * @property {string} begins
 * @property {string} words
 * @property {string} rule
 */

/**
 * What the rules say about something in front of the player.
 *
 * @typedef {[name: string, text: string]} GuideText
 */

/**
 * Help for newcomers with a decision.
 *
 * @typedef {object} Guide
 * @property {number} seat
 * @property {string} words About the step.
 * @property {string} rule
 * @property {DecisionGuide[]} decisions
 * @property {GuideText[]} texts
 */

/**
 * Help for newcomers with their current decisions.
 *
 * @typedef {object} Guides
 * @property {number} n
 * @property {Guide[]} guides
 */

/**
 * A decision of a game with its verdict. Chances are from 0 to 1, by seat.
 *
 * @typedef {object} Judgement
 * @property {number} ply The moment before the decision.
 * @property {number} to The moment after it.
 * @property {number} seat
 * @property {string[]} decisions
 * @property {string[]} told
 * @property {number[]} before The chances before the decision.
 * @property {number[]} spread
 * @property {number[]} chosen The chances with this decision, before chance events.
 * @property {number[]} after The chances after it.
 * @property {number} loss What the decision cost.
 * @property {number | null} error The margin of error. Null if unknown.
 * @property {Idea | null} better Null if it was no mistake.
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
 * The stored review of a game.
 *
 * @typedef {object} Review
 * @property {number} version
 * @property {string} title
 * @property {string[]} names
 * @property {string} record A digest of the reviewed record.
 * @property {string} made How much thought went into it.
 * @property {boolean} over
 * @property {boolean} chance False if there was no chance involved.
 * @property {SeatReview[]} seats
 * @property {Judgement[]} choices
 * @property {number[]} end
 */

/**
 * The state of a game's review.
 *
 * @typedef {object} ReviewProgress
 * @property {"done" | "none" | "working"} status `none`: not requested, or failed.
 * @property {number} done
 * @property {number} of How many decisions there are. 0 while other games come first.
 * @property {Review | null} review
 */

/**
 * The tournament round that a table belongs to.
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
 * @property {string} name The title's name.
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {Seat[]} seats
 * @property {number[]} to_act
 * @property {number[]} mine
 * @property {number[]} claims
 * @property {number} created
 * @property {number} changed
 * @property {string | null} result How the game ended, as a sentence.
 * @property {boolean} lesson
 * @property {SharedDeal | null} deal
 * @property {boolean} research
 * @property {boolean} rated
 * @property {string | null} link The address of the invitation, for those who may have it.
 * @property {(string | null)[]} profiles By seat the address of the player's profile, if it is visible.
 * @property {number | null} [left] Among my tables: the seconds until a player's time runs out.
 * @property {TournamentRound | null} [tournament] Among my tables.
 */

/**
 * A table that I'm invited to.
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
 * A moderator's message that I haven't read.
 *
 * @typedef {object} ModeratorNote
 * @property {string} id
 * @property {string} sentence
 */

/**
 * My tables, public tables with a free seat, and public games in progress.
 *
 * @typedef {object} Lobby
 * @property {ListedTable[]} mine All unfinished games, then a page of the finished ones, each the newest first.
 * @property {ListedTable[]} open
 * @property {ListedTable[]} watch
 * @property {Invitation[]} asked
 * @property {ModeratorNote[]} told
 * @property {number} pages How many pages of finished games I have.
 */

/**
 * How many tables wait for me.
 *
 * @typedef {object} Turns
 * @property {number} count Not counting the one I'm at.
 * @property {string | null} next The next of them.
 */

/**
 * My holidays.
 *
 * @typedef {object} Holiday
 * @property {number | null} until When my current holiday ends.
 * @property {number} left How many days are left this year.
 * @property {number} yearly How many days there are per year.
 */

/**
 * The symbol of a title.
 *
 * @typedef {object} Symbol
 * @property {string} id
 * @property {string} svg A `<symbol>`.
 */

/**
 * An option of a title for tables.
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
 * @property {string} line A short description.
 */

/**
 * A title in the list of titles.
 *
 * @typedef {object} TitleCard
 * @property {string} id
 * @property {string} name
 * @property {number[]} players The possible numbers of players.
 * @property {string} line
 * @property {number[]} minutes How long a game takes, from and to.
 * @property {string} difficulty
 * @property {string} designer
 * @property {string} publisher
 * @property {number} year
 * @property {Symbol} symbol
 * @property {TitleOption[]} options
 * @property {Record<string, Record<string, any>>} first_game By number of players the options that suit newcomers better than the defaults.
 * @property {BotKind[]} bots The kinds to choose from.
 * @property {string} usual_bot The default kind.
 * @property {boolean} team Whether all win or lose together.
 * @property {string} style The address of the title's style sheet.
 * @property {string} picture The address of its cover.
 * @property {string | null} learn The page about how to play. Null if there is none.
 * @property {string | null} puzzles The page with its puzzles. Null if there are none.
 * @property {boolean} rated Whether its games can be rated.
 */

/**
 * All titles, and all kinds of bots, including those for research.
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
 * A card about a title.
 *
 * @typedef {object} LearnCard
 * @property {string} heading
 * @property {string} words
 * @property {string} shows What is highlighted in the picture, in words.
 * @property {string} picture The address of the picture, which takes `theme`.
 */

/**
 * How to play a title, on a few cards.
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
 * A lesson, and my progress.
 *
 * @typedef {object} LessonProgress
 * @property {number} number
 * @property {string} heading
 * @property {string} learn What it teaches, in a sentence.
 * @property {boolean} done
 * @property {string | null} table Where I left it.
 */

/**
 * A guest, or a person with an account.
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
 * @property {Guest | null} guest Null for a person without a name.
 * @property {string} csrf To be sent with every POST as the header `X-CSRF-Token`.
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
 * The email address of an account.
 *
 * @typedef {object} EmailAddress
 * @property {string} address
 * @property {boolean} confirmed
 */

/**
 * How an account is protected.
 *
 * @typedef {object} KeptName
 * @property {boolean} password Whether there is a password.
 * @property {Passkey[]} passkeys
 * @property {number} codes How many recovery codes are left.
 * @property {EmailAddress | null} email
 */

/**
 * A device that is signed in.
 *
 * @typedef {object} SignedInDevice
 * @property {string} id
 * @property {string} device
 * @property {number} created
 * @property {number} seen
 * @property {boolean} here Whether it is the current one.
 */

/**
 * What belongs to a person.
 *
 * @typedef {object} Belongings
 * @property {number} unfinished Tables with unfinished games.
 * @property {number} finished
 */

/**
 * The ways to sign in that this server supports.
 *
 * @typedef {object} SignInWays
 * @property {boolean} mail Whether it sends email.
 * @property {boolean} passkeys
 */

/**
 * Everything about my account.
 *
 * @typedef {object} Account
 * @property {Guest} guest
 * @property {KeptName | null} account Null for a guest.
 * @property {SignedInDevice[]} devices The current one first.
 * @property {Belongings} has
 * @property {SignInWays} can
 */

/**
 * How to sign in.
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
 * A code to sign in on another device.
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
 * @property {boolean} near Whether it was made in the current network.
 */

/**
 * Whose code it is, and what signing in with it would do.
 *
 * @typedef {object} CodeLook
 * @property {string} name
 * @property {Belongings} has
 * @property {boolean} same Whether it is mine.
 * @property {CodeOrigin} from
 * @property {number} at When it was made.
 * @property {Belongings | null} brings What I would bring along.
 */

/**
 * My ranked attempt.
 *
 * @typedef {object} OwnTry
 * @property {string} table
 * @property {boolean} over
 * @property {string | null} told The result in words.
 * @property {number | null} place
 */

/**
 * A person's result.
 *
 * @typedef {object} DayResult
 * @property {number | null} place
 * @property {string} name
 * @property {string} told The result in words.
 * @property {string} tie What decided between equal points. Empty if nothing had to.
 * @property {boolean} mine
 * @property {number} finished
 * @property {string | null} table Null if I may not view it.
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
 * @property {string | null} free My unfinished unranked attempt.
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
 * @property {"closed" | "coming" | "ending" | "open"} standing `coming`: promised. `ending`: attempts may be finished.
 * @property {number} begins
 * @property {number} ends
 * @property {number} closes
 * @property {string | null} before The day before.
 * @property {string | null} after The day after.
 * @property {DayDeal[]} deals
 */

/**
 * A person on the ladder of a week.
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
 * @property {string} formula How places score, in words.
 * @property {Rung[]} ladder
 */

/**
 * A group that plays a duplicate.
 *
 * @typedef {object} DuplicateGroup
 * @property {number} number
 * @property {"open" | "over" | "playing" | "replay"} status
 * @property {boolean} mine
 * @property {string | null} table Null if I may not view it.
 * @property {Seat[]} seats
 * @property {string[] | null} scores As text. Null until the group has finished.
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
 * @property {Record<string, string>} problems What doesn't work, each with a sentence: `storage`, `workers`, `clocks`.
 * @property {string} version
 * @property {Versions} versions
 */

/**
 * Whether this process should receive requests.
 *
 * @typedef {object} Readiness
 * @property {boolean} ready
 * @property {string} [why] Why not.
 */

/**
 * A person's notice preferences.
 *
 * @typedef {object} NoticePreferences
 * @property {Record<string, string[]>} kinds By kind (`turn`, `ask`, `soon`, `over`) the ways: `push`, `mail`, `webhook`.
 * @property {string} zone The time zone of the quiet hours.
 * @property {number | null} quiet_from In minutes of the day.
 * @property {number | null} quiet_until
 * @property {number} digest Hours between two emails.
 */

/**
 * A device that receives messages.
 *
 * @typedef {object} NoticeDevice
 * @property {string} id
 * @property {string} device
 * @property {number} created
 * @property {boolean} here Whether it is the current one.
 */

/**
 * A program that receives messages.
 *
 * @typedef {object} Webhook
 * @property {string} form `plain`, `discord` or `slack`.
 * @property {string} address
 */

/**
 * The available ways.
 *
 * @typedef {object} NoticeWays
 * @property {string} push The key for `PushManager.subscribe`.
 * @property {boolean} mail Whether the server can send me email.
 * @property {boolean} letters Whether it sends email at all.
 * @property {boolean} webhook
 */

/**
 * A notice that couldn't be delivered.
 *
 * @typedef {object} NoticeFailure
 * @property {string} way
 * @property {string} kind
 * @property {string} table_id
 * @property {number} made
 * @property {string | null} error
 * @property {string} state `waiting`: we'll try again. `failed`: we won't.
 */

/**
 * My notices.
 *
 * @typedef {object} Notices
 * @property {NoticePreferences} wishes
 * @property {NoticeDevice[]} devices
 * @property {Webhook | null} webhook
 * @property {NoticeWays} can
 * @property {NoticeFailure[]} failures
 */

/**
 * My notices about one table.
 *
 * @typedef {object} TableNotices
 * @property {Record<string, string[]> | null} kinds Null: the general preferences. Empty: none.
 */

/**
 * The secret that signs messages to a webhook.
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
 * @property {string} theme Its subject, in words.
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
 * All puzzles, and today's.
 *
 * @typedef {object} Puzzles
 * @property {PuzzleBook[]} titles
 * @property {PuzzleCard | null} today
 */

/**
 * The goal of a puzzle.
 *
 * @typedef {object} Puzzle
 * @property {string} title
 * @property {number} number
 * @property {string} theme Its subject, in words.
 * @property {number} stars How hard it is.
 * @property {number} players
 * @property {string} address
 * @property {string} name The title's name.
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
 * The table after the decisions so far.
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
 * @property {boolean} answered Whether there is an answer to judge.
 * @property {boolean} ok
 */

/**
 * The verdict on an answer.
 *
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {string[]} sentences
 */

/**
 * The solution of a puzzle, in the form of a hint.
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
 * @property {string} name The title's name.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 */

/**
 * A rating as numbers to show. Part of larger objects.
 *
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} margin
 * @property {number} change The change by the last game.
 */

/**
 * A person on a title's leaderboard.
 *
 * @typedef {object} RatedPerson
 * @property {number} rating
 * @property {number} margin
 * @property {number} change The change by the last game.
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
 * The leaderboard of a title, and the bots on the same scale.
 *
 * @typedef {object} Best
 * @property {string} title
 * @property {string} name The title's name.
 * @property {string} class `two` players, or `many`.
 * @property {string} words The same in words.
 * @property {number} least How many rated games are needed to be listed.
 * @property {RatedPerson[]} people
 * @property {RatedBot[]} bots
 */

/**
 * A person's results at a title.
 *
 * @typedef {object} TitleResults
 * @property {string} title
 * @property {string} name
 * @property {number} played
 * @property {number} won
 * @property {number | null} place The mean place, if there are places.
 * @property {number | null} of The mean number of players.
 */

/**
 * A rating after one game.
 *
 * @typedef {object} CurvePoint
 * @property {number} rating
 * @property {number} margin
 * @property {number} change The change by the last game.
 * @property {number} at
 * @property {number} place
 * @property {string | null} table Null if the game isn't listed.
 */

/**
 * A person's rating, with its curve.
 *
 * @typedef {object} PersonRating
 * @property {string} title
 * @property {string} name The title's name.
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
 * A person's best solo game of a title.
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
 * How many of an animal a person has had.
 *
 * @typedef {object} AnimalCount
 * @property {string} animal
 * @property {number} count
 */

/**
 * The animals that a person has had most of in a title.
 *
 * @typedef {object} Favourites
 * @property {string} title
 * @property {string} name
 * @property {AnimalCount[]} animals
 */

/**
 * The profile of a person with an account.
 *
 * @typedef {object} Profile
 * @property {string} id
 * @property {string} name
 * @property {number} since
 * @property {boolean} mine
 * @property {boolean} hidden Whether it is hidden from others.
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
 * @property {string | null} profile The address of the profile, if it is visible.
 */

/**
 * A person's finished game.
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
 * @property {string | null} told The person's result in words.
 * @property {string} how `played`, `time`, `left` or `continued`.
 * @property {string | null} result How the game ended, as a sentence.
 * @property {boolean} rated
 * @property {boolean} listed Whether it is listed.
 * @property {number | null} change The change of the rating.
 * @property {PlayedSeat[]} seats
 * @property {string} record The address of the record.
 */

/**
 * A page of a person's finished games, the newest first.
 *
 * @typedef {object} FinishedGames
 * @property {number} total
 * @property {number} page
 * @property {number} pages
 * @property {FinishedGame[]} games
 */

/**
 * The page about the player in a seat.
 *
 * @typedef {object} SeatProfile
 * @property {number} seat
 * @property {string | null} profile
 * @property {number} [rating] At a rated table.
 * @property {number} [margin] At a rated table, for people.
 * @property {number | null} [change] At a rated table: the change by this game, once it is over.
 */

/**
 * Links and ratings of the people at a table.
 *
 * @typedef {object} TablePeople
 * @property {SeatProfile[]} seats
 * @property {TournamentRound | null} tournament The tournament that the table belongs to.
 */

/**
 * A bot's strength at a title.
 *
 * @typedef {object} BotRating
 * @property {string} title
 * @property {string} name The title's name.
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
 * A person in a list.
 *
 * @typedef {object} Person
 * @property {string} id Identifies them in requests.
 * @property {string} name
 */

/**
 * A friend of mine.
 *
 * @typedef {object} Friend
 * @property {string} id Identifies them in requests.
 * @property {string} name
 * @property {boolean} here Whether they are online.
 * @property {string | null} table The address of the public table where they are.
 * @property {string | null} plays The title played there.
 */

/**
 * My friends, friend requests to me, and whom I have blocked or muted.
 *
 * @typedef {object} Friends
 * @property {boolean} account Whether I have an account, which friends need.
 * @property {Friend[]} friends
 * @property {Person[]} asking Requests to me.
 * @property {Person[]} asked My requests.
 * @property {string[]} asked_names The names that I have asked for, as I typed them, whether or not such accounts exist.
 * @property {Person[]} blocked
 * @property {Person[]} muted
 */

/**
 * An invitation as others can open it.
 *
 * @typedef {object} InvitationAddress
 * @property {string} address
 * @property {string | null} warning Why they can't, if so.
 * @property {string} code The address of its QR code.
 */

/**
 * A chat message near the reported one.
 *
 * @typedef {object} ReportedLine
 * @property {string} name
 * @property {string} text
 * @property {number} at
 * @property {boolean} meant Whether it is the reported one.
 * @property {boolean} theirs Whether the reported person wrote it.
 */

/**
 * A moderator's decision.
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
 * A report, with earlier decisions about the same person.
 *
 * @typedef {object} Report
 * @property {string} id
 * @property {number} at
 * @property {string} by
 * @property {string} name The person's name then.
 * @property {string} called The person's name now.
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
 * A tournament's settings. Part of larger objects.
 *
 * @typedef {object} TournamentAbout
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} game The title's name.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was cancelled.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its host starts it.
 * @property {number} late The last round for which late entry is possible.
 * @property {number | null} hours After so many hours a player who hasn't come to a round's game loses it.
 * @property {boolean} automatic Whether a round starts automatically after the previous one.
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
 * @property {string} game The title's name.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was cancelled.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its host starts it.
 * @property {number} late The last round for which late entry is possible.
 * @property {number | null} hours After so many hours a player who hasn't come to a round's game loses it.
 * @property {boolean} automatic Whether a round starts automatically after the previous one.
 * @property {number} created
 * @property {number} people The number of players.
 * @property {boolean} entered Whether I am in it.
 */

/**
 * The listed tournaments, and mine.
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
 * A line of the standings. Numbers are text.
 *
 * @typedef {object} Standing
 * @property {number} place
 * @property {string | null} person The player's id, for the tournament's host.
 * @property {string} name
 * @property {boolean} me
 * @property {string} points
 * @property {string} buchholz
 * @property {string} sonneborn
 * @property {string} wins
 * @property {string} share
 * @property {number} first The player's first round.
 * @property {boolean} left
 * @property {string | null} reason Why the player was removed.
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
 * @property {string | null} how How it ended, if not by the end of the game.
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
 * Everything about a tournament.
 *
 * @typedef {object} Tournament
 * @property {string | null} pace `30+10`, `12h`, `3d` and so on. Null: no clock.
 * @property {"bot" | "lost" | "others" | null} overtime What happens when time runs out. Null without a clock.
 * @property {string} told_pace The pace in words.
 * @property {string} told_time Pace and rule in sentences.
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} game The title's name.
 * @property {number} players At a table.
 * @property {"robin" | "swiss"} system
 * @property {string} told_system
 * @property {number | null} rounds
 * @property {number} round
 * @property {"cancelled" | "open" | "over" | "running"} status
 * @property {string | null} reason Why it was cancelled.
 * @property {boolean} public
 * @property {boolean} rated Whether its games are.
 * @property {number | null} starts Null: when its host starts it.
 * @property {number} late The last round for which late entry is possible.
 * @property {number | null} hours After so many hours a player who hasn't come to a round's game loses it.
 * @property {boolean} automatic Whether a round starts automatically after the previous one.
 * @property {number} created
 * @property {string} owner The host's name.
 * @property {number} people The number of players.
 * @property {boolean} entered Whether I am in it.
 * @property {StandingsColumn[]} columns
 * @property {Standing[]} standings
 * @property {Round[]} played The rounds, the last one first.
 * @property {string | null} mine My table of the round.
 * @property {string} next What happens next, as a sentence.
 * @property {boolean} maker Whether I am its host.
 * @property {MayDo} may
 */

export {};
