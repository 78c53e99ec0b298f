"""Define what clients may send: every body and message, typed. docs/protocol.md says what each means."""

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
# PostgreSQL can't store a null character
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[^\\x00]*$")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Notation = Annotated[str, Meta(min_length=1, max_length=500)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Length = Annotated[float, Meta(ge=1, le=20_000)]
CommandId = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=0, le=2**53)] | None


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A body that refuses unknown fields."""


class Me(Strict):
    """A guest's name."""

    name: Name


class Password(Strict):
    """A password."""

    password: Secret


class SignIn(Strict):
    """A name and a password; `bring`: the guest's data here moves along."""

    name: Name
    password: Secret
    bring: bool = True


class Code(Strict):
    """A typed code, or a link in an email."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    bring: bool = True


class PasskeyMade(Strict):
    """A browser's answer that has made a passkey; everything in base64url."""

    id: Encoded
    client_data: Encoded
    attestation: Encoded


class PasskeyAnswer(Strict):
    """A browser's answer that has signed with a passkey."""

    id: Encoded
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    bring: bool = True


class Email(Strict):
    """An email address."""

    email: Annotated[str, Meta(min_length=3, max_length=254)]


NoticeKinds = Annotated[
    dict[Annotated[str, Meta(max_length=16)], Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=8)]],
    Meta(max_length=8),
]


class NoticeWishes(Strict):
    """A person's notice preferences. Quiet hours are minutes of the day in that time zone."""

    kinds: NoticeKinds
    zone: Word = "UTC"
    quiet_from: Annotated[int, Meta(ge=0, le=1439)] | None = None
    quiet_until: Annotated[int, Meta(ge=0, le=1439)] | None = None
    digest: Annotated[int, Meta(ge=0, le=168)] = 0


class TableNotices(Strict):
    """Preferences for one table; null: the general ones."""

    kinds: NoticeKinds | None


class PushDevice(Strict):
    """A browser that receives messages: its address at a push service, and its keys."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=2000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=20, max_length=30, pattern="^[A-Za-z0-9_-]+=*$")]


class Webhook(Strict):
    """A program that receives messages: plain, discord or slack."""

    form: Word
    address: Annotated[str, Meta(min_length=8, max_length=2000)]


class SeatWish(Strict):
    """Who sits in a seat of a new table: me, open, hotseat or bot."""

    kind: Word
    name: Name | None = None
    bot: Word | None = None


class SeatChange(Strict):
    """A new occupant for a seat of an open table: open, hotseat or bot."""

    seat: SeatNumber
    kind: Word
    name: Name | None = None
    bot: Word | None = None


class NewTable(Strict):
    """A new table."""

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
    """Minutes per player and extra seconds per turn (`30+10`), the time per move (`12h`, `3d`), or no clock."""
    overtime: Word = "bot"
    """What happens when time runs out: bot, lost or others."""
    rated: bool = False


class NewTournament(Strict):
    """A new tournament."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    title: Word
    options: dict[str, Any] = {}
    players: Annotated[int, Meta(ge=2, le=10)] = 2
    """At a table."""
    system: Literal["swiss", "robin"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    """None: as many as the number of players needs."""
    pace: Word | None = None
    overtime: Word = "lost"
    public: bool = True
    starts: Annotated[float, Meta(ge=0, le=1e11)] | None = None
    """Seconds since 1970; None: when its host starts it."""
    late: Annotated[int, Meta(ge=0, le=20)] = 0
    """The last round for which late entry is possible."""
    hours: Annotated[float, Meta(gt=0, le=24 * 60)] | None = None
    """After so many hours a player who hasn't come to a round's game loses it."""
    automatic: bool = True
    """Whether a round starts automatically after the previous one."""


class Removal(Strict):
    """A player to remove from a tournament, and why."""

    person: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class CallOff(Strict):
    """Why a tournament is cancelled."""

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
    """A rematch. `order`: the old seats in their new order, the first for seat A."""

    order: Annotated[list[SeatNumber], Meta(min_length=1, max_length=5)] | None = None


class Join(Strict):
    """The seat to take; None: the first free one."""

    seat: SeatNumber | None = None


RemarkNumber = Annotated[int, Meta(ge=0, lt=2**31)]
Ref = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]


class Whom(Strict):
    """A person: by id, by the seat at a table, or by a chat message."""

    person: Ref | None = None
    table: Ref | None = None
    seat: SeatNumber | None = None
    remark: RemarkNumber | None = None


class Mute(Whom):
    """A person whose chat to hide; `here`: only at that table."""

    here: bool = False


class ReportOf(Whom, kw_only=True):
    """A person or a chat message to report to the moderators."""

    reason: Reason


class ByName(Strict):
    """A person by the name of their account."""

    name: Name


class Friend(Strict):
    """A friend to invite to a table."""

    friend: Ref


class ModeratorStep(Strict):
    """A moderator's decision on a report: warn, silence, suspend (both for some hours), lift or close."""

    step: Word
    why: Reason
    hours: Annotated[float, Meta(gt=0, le=8760)] | None = None


class BeginLesson(Strict):
    """A lesson to take: resumed, or `again` from the start."""

    again: bool = False


class Privacy(Strict):
    """Whether a profile is hidden."""

    hidden: bool


class DayTry(Strict):
    """An attempt at the deal of a day: the ranked one, or a `free` one."""

    free: bool = False


class Nothing(Strict):
    """An empty object."""


class TakeHoliday(Strict):
    """How many days of holiday to take from now, or to add."""

    days: Annotated[int, Meta(ge=1, le=30)]


class Extent(msgspec.Struct, array_like=True, frozen=True):
    """The size of a scene's part."""

    width: Length
    height: Length
    purpose: Literal["mine", "common", "other", "reference"]
    least: Annotated[float, Meta(ge=0.01, le=100)]
    seat: SeatNumber | None = None
    group: Annotated[str, Meta(max_length=64)] = ""
    tight: Annotated[float, Meta(ge=0, le=100)] = 0


class Command(Strict, tag_field="do", kw_only=True):
    """A command at a table."""

    id: CommandId = None


class Keyed(Command, kw_only=True):
    """A command that is carried out once, however often it arrives with the same key."""

    key: Key


class Play(Keyed, tag="play", kw_only=True):
    """Make a decision."""

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
    """Let a bot take over a seat whose player has left or is away."""

    seat: SeatNumber


class Return(Keyed, tag="return", kw_only=True):
    """Take a seat back from the bot that stood in."""

    seat: SeatNumber


class Sit(Keyed, tag="sit", kw_only=True):
    """Ask to take an abandoned seat from its bot, by the table's link."""

    seat: SeatNumber
    link: Word


class Agree(Keyed, tag="agree", kw_only=True):
    """Answer a request."""

    ask: Count
    agree: bool


class Vote(Keyed, tag="vote", kw_only=True):
    """Vote on a player whose time ran out."""

    ask: Count
    choice: Literal["wait", "bot", "lost"]


class Chat(Keyed, tag="chat", kw_only=True):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Hand(Keyed, tag="hand", kw_only=True):
    """Raise my hand to talk before the team's turn ends, or lower it."""

    up: bool


class Read(Keyed, tag="read", kw_only=True):
    """Continue the lesson after reading the coach's text."""

    step: Count


class Why(Command, tag="why", kw_only=True):
    """Ask why a decision is illegal, or why pointing at these pieces has no effect."""

    seat: SeatNumber
    decision: Notation | None = None
    path: Annotated[list[Notation], Meta(min_length=1, max_length=8)] | None = None


class Draw(Command, tag="draw", kw_only=True):
    """Ask how a step-by-step decision continues."""

    seat: SeatNumber
    path: Annotated[list[Notation], Meta(min_length=1, max_length=200)]


class Try(Command, tag="try", kw_only=True):
    """Ask what can be tried out at the table without playing it."""

    seat: SeatNumber


class Hint(Command, tag="hint", kw_only=True):
    """Ask what a bot would do."""

    seat: SeatNumber


class Ping(Command, tag="ping", kw_only=True):
    """Keep the connection alive."""


AnyCommand = (
    Play | Undo | Order | Takeover | Return | Sit | Agree | Vote | Hand | Read | Chat | Why | Draw | Try | Hint | Ping
)


class Riddle(Strict):
    """A command at a puzzle, after these decisions of mine."""

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
    """Return a text trimmed and free of invisible characters that could change the text around it."""
    trimmed = " ".join(text.split())
    if not 1 <= len(trimmed) <= length:
        raise Refused("bad", f"{what} must have 1 to {length} characters.")
    for character in trimmed:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character != "\u200d":
            raise Refused("bad", f"{what} can't contain control characters. Remove them.")
    return trimmed
