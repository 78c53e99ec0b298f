"""What clients may send: every body and message, typed. docs/protocol.md says what each means."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from menagerie.server.base.errors import Refused

NAME_LENGTH = 40

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Secret = Annotated[str, Meta(min_length=1, max_length=1000)]
Encoded = Annotated[str, Meta(min_length=1, max_length=20_000, pattern="^[A-Za-z0-9_-]+$")]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[^\\x00]*$")]  # PostgreSQL stores no character 0
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Notation = Annotated[str, Meta(min_length=1, max_length=500)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Length = Annotated[float, Meta(ge=1, le=20_000)]
CommandId = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=0, le=2**53)] | None


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A body in which nothing may stand that is not known."""


class Me(Strict):
    """A guest's name."""

    name: Name


class Password(Strict):
    """A password."""

    password: Secret


class SignIn(Strict):
    """A name and a password; `bring`: what a guest has here comes along."""

    name: Name
    password: Secret
    bring: bool = True


class Code(Strict):
    """A code that was typed, or a link in a letter."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    bring: bool = True


class PasskeyMade(Strict):
    """What a browser answers that has made a passkey; everything in base64url."""

    id: Encoded
    client_data: Encoded
    attestation: Encoded


class PasskeyAnswer(Strict):
    """What a browser answers that has signed with a passkey."""

    id: Encoded
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    bring: bool = True


class Email(Strict):
    """An e-mail address."""

    email: Annotated[str, Meta(min_length=3, max_length=254)]


NoticeKinds = Annotated[
    dict[Annotated[str, Meta(max_length=16)], Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=8)]],
    Meta(max_length=8),
]


class NoticeWishes(Strict):
    """What somebody wishes to be told, and when not: quiet hours are minutes of the day in that time zone."""

    kinds: NoticeKinds
    zone: Word = "UTC"
    quiet_from: Annotated[int, Meta(ge=0, le=1439)] | None = None
    quiet_until: Annotated[int, Meta(ge=0, le=1439)] | None = None
    digest: Annotated[int, Meta(ge=0, le=168)] = 0


class TableNotices(Strict):
    """The same of one table; nothing: as of all."""

    kinds: NoticeKinds | None


class PushDevice(Strict):
    """A browser that takes messages: its address at a push service, and its keys."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=2000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=20, max_length=30, pattern="^[A-Za-z0-9_-]+=*$")]


class Webhook(Strict):
    """A program that is told: plain, discord or slack."""

    form: Word
    address: Annotated[str, Meta(min_length=8, max_length=2000)]


class SeatWish(Strict):
    """Who is to sit at a seat of a new table: me, open, hotseat or bot."""

    kind: Word
    name: Name | None = None
    bot: Word | None = None


class SeatChange(Strict):
    """Another occupant for a seat of a table that has not begun: open, hotseat or bot."""

    seat: SeatNumber
    kind: Word
    name: Name | None = None
    bot: Word | None = None


class NewTable(Strict):
    """A table to be made."""

    title: Word
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=5)]
    options: dict[str, Any] = {}
    hints: bool = True
    public: bool = False
    research: bool = False
    duplicate: bool = False
    shuffle: bool = False
    stand_in: Word | None = None
    pace: Word | None = None
    """Minutes a player and seconds more a turn (`30+10`), what there is for a move (`12h`, `3d`), or no clock."""
    overtime: Word = "bot"
    """What happens when time runs out: bot, lost or others."""
    rated: bool = False


class NewTournament(Strict):
    """A tournament to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    title: Word
    options: dict[str, Any] = {}
    players: Annotated[int, Meta(ge=2, le=10)] = 2
    """At a table."""
    system: Literal["swiss", "robin"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    """None: as many as so many people need."""
    pace: Word | None = None
    overtime: Word = "lost"
    public: bool = True
    starts: Annotated[float, Meta(ge=0, le=1e11)] | None = None
    """Seconds since 1970; None: when its maker says so."""
    late: Annotated[int, Meta(ge=0, le=20)] = 0
    """The last round for which one may still enter."""
    hours: Annotated[float, Meta(gt=0, le=24 * 60)] | None = None
    """After so many hours whoever has not come to a round's game has lost it."""
    automatic: bool = True
    """Whether a round begins by itself when the one before is over."""


class Removal(Strict):
    """Somebody who is taken out of a tournament, and why."""

    person: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class CallOff(Strict):
    """Why a tournament is called off."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class PlayOn(Strict):
    """A new table from a moment of a game; `anew`: with fresh chance."""

    n: Count
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=5)]
    hints: bool = True
    public: bool = False
    anew: bool = True
    stand_in: Word | None = None


class Again(Strict):
    """The same game once more; `order`: who sat where comes to which seat, the first for seat A."""

    order: Annotated[list[SeatNumber], Meta(min_length=1, max_length=5)] | None = None


class Join(Strict):
    """A seat to sit down on; None: the first free one."""

    seat: SeatNumber | None = None


RemarkNumber = Annotated[int, Meta(ge=0, lt=2**31)]
Ref = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]


class Whom(Strict):
    """A person: by the id of a list, or at a table by the seat or by a line of chat."""

    person: Ref | None = None
    table: Ref | None = None
    seat: SeatNumber | None = None
    remark: RemarkNumber | None = None


class Mute(Whom):
    """Somebody whose words I do not want to hear; `here`: at that table only."""

    here: bool = False


class ReportOf(Whom, kw_only=True):
    """Somebody, or a line of theirs, to be looked at by a moderator."""

    reason: Reason


class ByName(Strict):
    """Somebody by the name of the account."""

    name: Name


class Friend(Strict):
    """A friend to be asked to a table."""

    friend: Ref


class ModeratorStep(Strict):
    """What a moderator does about a report: warn, silence, suspend (both for some hours), lift or close."""

    step: Word
    why: Reason
    hours: Annotated[float, Meta(gt=0, le=8760)] | None = None


class BeginLesson(Strict):
    """A lesson to be had: where it was left, or `again` from its beginning."""

    again: bool = False


class Privacy(Strict):
    """Whether nobody may look somebody up."""

    hidden: bool


class DayTry(Strict):
    """A try of the deal of a day: the one that counts, or a `free` one."""

    free: bool = False


class Nothing(Strict):
    """An empty object."""


class TakeHoliday(Strict):
    """So many days of holiday from now, or so many more."""

    days: Annotated[int, Meta(ge=1, le=30)]


class Extent(msgspec.Struct, array_like=True, frozen=True):
    """A part of a scene, as scenes tell of it."""

    width: Length
    height: Length
    purpose: Literal["mine", "common", "other", "reference"]
    least: Annotated[float, Meta(ge=0.01, le=100)]
    seat: SeatNumber | None = None
    group: Annotated[str, Meta(max_length=64)] = ""
    tight: Annotated[float, Meta(ge=0, le=100)] = 0


class Command(Strict, tag_field="do", kw_only=True):
    """Something to be done at a table."""

    id: CommandId = None


class Keyed(Command, kw_only=True):
    """Something that happens once, however often it arrives with the same key."""

    key: Key


class Play(Keyed, tag="play", kw_only=True):
    """Carry out a decision."""

    seat: SeatNumber
    decision: Notation
    seq: Count


class Undo(Keyed, tag="undo", kw_only=True):
    """Go back to an earlier moment."""

    to: Count
    seq: Count


class Order(Keyed, tag="order", kw_only=True):
    """Give a standing order, or withdraw it."""

    seat: SeatNumber
    order: Word
    give: bool


class Takeover(Keyed, tag="takeover", kw_only=True):
    """Let a bot go on for a seat that was left, or whose person is away."""

    seat: SeatNumber


class Return(Keyed, tag="return", kw_only=True):
    """Take a seat back from the bot that stood in."""

    seat: SeatNumber


class Sit(Keyed, tag="sit", kw_only=True):
    """Ask to play on at a seat that was left, and where a bot goes on; by the table's link."""

    seat: SeatNumber
    link: Word


class Agree(Keyed, tag="agree", kw_only=True):
    """Answer what somebody asked."""

    ask: Count
    agree: bool


class Vote(Keyed, tag="vote", kw_only=True):
    """Say what is to become of somebody whose time ran out."""

    ask: Count
    choice: Literal["wait", "bot", "lost"]


class Chat(Keyed, tag="chat", kw_only=True):
    """Say something."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Hand(Keyed, tag="hand", kw_only=True):
    """Raise my hand, because I want to talk before the team's turn ends; or lower it."""

    up: bool


class Read(Keyed, tag="read", kw_only=True):
    """What the coach says was read: go on with the lesson."""

    step: Count


class Why(Command, tag="why", kw_only=True):
    """Ask why a decision is not legal, or why nothing comes of pointing at these pieces."""

    seat: SeatNumber
    decision: Notation | None = None
    path: Annotated[list[Notation], Meta(min_length=1, max_length=8)] | None = None


class Draw(Command, tag="draw", kw_only=True):
    """Ask how a decision goes on that is made step by step."""

    seat: SeatNumber
    path: Annotated[list[Notation], Meta(min_length=1, max_length=200)]


class Try(Command, tag="try", kw_only=True):
    """Ask what can be tried out at the table without playing it."""

    seat: SeatNumber


class Hint(Command, tag="hint", kw_only=True):
    """Ask what a bot would do."""

    seat: SeatNumber


class Ping(Command, tag="ping", kw_only=True):
    """Keep the connection awake."""


AnyCommand = (
    Play | Undo | Order | Takeover | Return | Sit | Agree | Vote | Hand | Read | Chat | Why | Draw | Try | Hint | Ping
)


class Riddle(Strict):
    """Something to be done at a puzzle, after these decisions of one's own."""

    played: Annotated[list[Notation], Meta(max_length=100)]
    command: Play | Why | Draw | Try | None = None


read_parts = msgspec.json.Decoder(Annotated[dict[Word, Extent], Meta(min_length=1, max_length=40)]).decode
read_names = msgspec.json.Decoder(Annotated[list[Word], Meta(max_length=40)]).decode
read_played = msgspec.json.Decoder(list[str]).decode
read_command = msgspec.json.Decoder(AnyCommand).decode
write = msgspec.json.Encoder().encode
plain = msgspec.to_builtins
replace = msgspec.structs.replace


def clean(text: str, what: str, length: int = NAME_LENGTH) -> str:
    """A text as people may see it: trimmed, and nothing invisible in it that could change what stands around it."""
    trimmed = " ".join(text.split())
    if not 1 <= len(trimmed) <= length:
        raise Refused("bad", f"{what} must have 1 to {length} characters.")
    for character in trimmed:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character != "\u200d":
            raise Refused("bad", f"{what} must not contain control characters.")
    return trimmed
