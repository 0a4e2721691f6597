"""What whom is shown: the one room that decides it, for every way out of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.game.setting_up.facts import GameStarted
from ledger.game.sheet.folding import replay, sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.facts import PlayRecorded
from ledger.hall.rows import FINAL, GameRow, row_of
from ledger.record.events import Event
from ledger.record.fact import Fact, Matter
from ledger.refusals.saying import refusal
from ledger.tournament.facts import LiveBoardsChosen
from ledger.vocabulary import WITHHELD, Boards, Role, remarks


class Viewer(StrEnum):
    """Somebody who looks at one game, or at a list of games.

    ``KEEPER`` is a scorekeeper at the table where the badge and the tablet may write;
    ``OTHER_KEEPER`` one at any other table, and every scorekeeper before a list of games.
    ``PLAYER`` sits at the table's tablet to sign the result of the player's own game.
    """

    VISITOR = "visitor"
    PLAYER = "player"
    KEEPER = "keeper"
    OTHER_KEEPER = "other-keeper"
    JUDGE = "judge"
    DIRECTOR = "director"
    ORGANISER = "organiser"


_BY_ROLE = {
    Role.SCOREKEEPER: Viewer.OTHER_KEEPER,
    Role.WORD_JUDGE: Viewer.JUDGE,
    Role.DIRECTOR: Viewer.DIRECTOR,
    Role.ORGANISER: Viewer.ORGANISER,
}


def viewer_of(role: str, *, at_this_table: bool = False) -> Viewer:
    """Who somebody with this role is; without a badge, or with a screen's, a visitor.

    Args:
      role: of the badge that is signed in, as ``Role`` has it, or any other word for nobody.
      at_this_table: the badge and the tablet may write at the table that is looked at; of a
        player, that this is the game the player was let in to sign.

    >>> viewer_of("scorekeeper", at_this_table=True), viewer_of("display"), viewer_of("anyone")
    (<Viewer.KEEPER: 'keeper'>, <Viewer.VISITOR: 'visitor'>, <Viewer.VISITOR: 'visitor'>)
    """
    if at_this_table and role == Role.SCOREKEEPER:
        return Viewer.KEEPER
    if at_this_table and role == Role.PLAYER:
        return Viewer.PLAYER
    return _BY_ROLE.get(Role(role), Viewer.VISITOR) if role in set(Role) else Viewer.VISITOR


# The one function that says what whom is shown of an event.
#
# Everything that shows a game (page, JSON, GCG, paper, stream, search) works on a sheet that was
# folded from facts as they came out of here (``sheets``), so that what somebody is not shown is
# not there to be shown by mistake.


TELL_NOTHING_MORE = frozenset(
    {"challenge", "conceded", "hold", "late", "no-show", "overtime", "ruling", "taken back"}
)
"""Reasons from the rulebooks' lists that everybody round the table can see; they are shown."""


class Extent(IntEnum):
    """How much of a fact is shown: nothing, all but its private fields, or all of it."""

    NOTHING = 0
    PLAIN = 1
    WHOLE = 2


_RUN_THE_EVENT = frozenset({Viewer.DIRECTOR, Viewer.ORGANISER})


def extent(viewer: Viewer, matter: Matter, *, over: bool) -> Extent:
    """How much a viewer is shown of a matter, in a game that is over or not.

    Directors are shown everything, and organisers too but for what is in players' hands (an
    organiser who plays is not rare). A scorekeeper is shown the whole of the game at the own
    table, who wrote it down, and no case. A player who signs sees what the two players wrote and
    compare. Everybody else sees what could be seen and heard across the table, and, once it can't
    help anybody any more, how tiles were drawn.
    """
    if matter is Matter.HANDS and not sees_sealed(viewer, over=over):
        return Extent.NOTHING
    if viewer in _RUN_THE_EVENT:
        return Extent.WHOLE
    if matter in (Matter.EVENT, Matter.CONDUCT):
        return Extent.PLAIN
    if matter in (Matter.CASE, Matter.BADGES):
        return Extent.NOTHING
    if viewer is Viewer.KEEPER:
        return Extent.WHOLE
    if viewer is Viewer.PLAYER and matter in (Matter.SIGNING, Matter.PAPERS):
        return Extent.WHOLE
    open_to_all = (Matter.BOARD, Matter.SIGNING, Matter.HANDS)
    return Extent.PLAIN if matter in open_to_all else Extent.NOTHING


def sees_sealed(viewer: Viewer, *, over: bool) -> bool:
    """Whether racks, draws and sums of a game are shown: to its table and the director, else after.

    Nobody else needs them while it is played: word judges judge words, organisers may play.
    """
    return over or viewer in (Viewer.KEEPER, Viewer.DIRECTOR)


def visible_to(viewer: Viewer, fact: Fact, *, over: bool) -> Fact | None:
    """A fact as this viewer is shown it; ``None`` where it is not shown at all.

    Args:
      over: whether the game is over now, whichever moment of it is looked at.
    """
    matter, sealed, private = fact.visibility
    shown = extent(viewer, matter, over=over)
    if shown is Extent.NOTHING:
        return None
    for name in fact.__struct_fields__:
        part = getattr(fact, name)
        if isinstance(part, Fact):  # a turn that was put in, or in the place of another
            fact = replace(fact, **{name: visible_to(viewer, part, over=over)})
    withheld = private if shown is Extent.PLAIN else ()
    if sealed and not sees_sealed(viewer, over=over):
        if isinstance(fact, PlayRecorded):
            fact = _as_announced(fact)
            sealed = tuple(name for name in sealed if name != "computed")
        withheld += sealed
    withheld = tuple(name for name in withheld if getattr(fact, name) not in TELL_NOTHING_MORE)
    return replace(fact, **_blanks(type(fact), withheld)) if withheld else fact


def _as_announced(play: PlayRecorded) -> PlayRecorded:
    """A play whose score was added up wrongly, told without what it should have been.

    While the game goes on that is for the players to find, unprompted (wespa-5.1 4.8(a)).
    """
    agrees = play.computed is None or play.computed == play.announced
    return play if agrees else replace(play, computed=None, words=())


@cache
def _blanks(kind: type[Fact], names: tuple[str, ...]) -> dict[str, Any]:
    """What stands in the place of fields that are not shown: a default, else next to nothing."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    return {name: _blank(fields[name]) for name in names}


def _blank(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 (a field of any type)
    if field.default is not msgspec.NODEFAULT:
        return field.default
    kind = msgspec.inspect.type_info(field.type)
    if isinstance(kind, msgspec.inspect.StrType | msgspec.inspect.LiteralType):
        return WITHHELD  # a word of a closed list is a word
    if isinstance(kind, msgspec.inspect.TupleType):
        return tuple("" for _ in kind.item_types)
    if isinstance(kind, msgspec.inspect.BoolType):
        return False
    return 0 if isinstance(kind, msgspec.inspect.IntType) else ()


# A game, a row and a form of paper as somebody is shown it.


KEPT = 600
"""Sheets as shown that are kept at hand: a round of 200 tables for three kinds of viewers."""

TOLD_AFTERWARDS = frozenset(
    {
        remarks.ANNOUNCED_DIFFERS, remarks.BAG_BELOW_MINIMUM, remarks.DISCONNECTED,
        remarks.MISSES_CENTRE, remarks.MISORIENTED, remarks.NOT_SCORED, remarks.ONE_TILE_FIRST,
        remarks.TILES_ASTRAY, remarks.WORDS_NOT_FORMED,
    }
)  # fmt: skip
"""Remarks about a play that anybody may read once the game is over. Before, they would tell a
player what to challenge; the others speak of people, or are for the director."""


def is_over(sheet: Sheet) -> bool:
    """Whether the game is over, so that nothing shown of it can help anybody to play it."""
    waits = sheet.challenges.hold is not None or sheet.challenges.pending is not None
    return bool(sheet.ended or sheet.ending.voided or sheet.ending.forfeit) and not waits


def sees_whole(viewer: Viewer, *, over: bool) -> bool:
    return sees_sealed(viewer, over=over) and extent(viewer, Matter.TALK, over=over) is Extent.WHOLE


def sheet_visible_to(viewer: Viewer, sheet: Sheet, *, over: bool | None = None) -> Sheet:
    """The game as this viewer is shown it.

    It has the versions of the record, and none of those left out. Who is shown everything gets
    the very sheet.

    Args:
      over: whether the game is over now, where ``sheet`` is an earlier state of it.
    """
    over = is_over(sheet) if over is None else over
    if sees_whole(viewer, over=over):
        return sheet
    return _copy(viewer, _Record(sheet), over)


def known_events(sheet: Sheet, count: int) -> Sheet:
    return sheet if count == len(sheet.events) else _cut(_Record(sheet), count)


class _Record:
    """A sheet by what tells it from any other: its game and its last event."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        last = sheet.events[-1].envelope
        self.key = (sheet.id, sheet.version, last.command_id, last.written_at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Record) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=KEPT)
def _cut(record: _Record, count: int) -> Sheet:
    return replay(record.sheet.events[:count])


@lru_cache(maxsize=KEPT)
def _copy(viewer: Viewer, record: _Record, over: bool) -> Sheet:
    events = (event_visible_to(viewer, event, over=over) for event in record.sheet.events)
    return replace(replay(event for event in events if event is not None), withheld=True)


def event_visible_to(viewer: Viewer, event: Event, *, over: bool) -> Event | None:
    """An event as this viewer is shown it, or ``None``.

    Who wrote it on which tablet is for those who are shown who keeps the record; when it was
    written, what the clocks read and that it followed a ruling is for everybody.
    """
    fact = visible_to(viewer, event.fact, over=over)
    if fact is None:
        return None
    envelope = event.envelope
    if extent(viewer, Matter.KEEPING, over=over) is not Extent.WHOLE:
        noticed = tuple(code for code in envelope.remarks if over and code in TOLD_AFTERWARDS)
        envelope = replace(
            envelope, fact=fact, written_by="", device="", skew=None, remarks=noticed
        )
        return Event(event.originator_id, event.originator_version, envelope)
    return replace(event, envelope=replace(envelope, fact=fact))


# How live a game is shown: as it stands, as it was some minutes ago, or only that it goes on.
#
# The organiser chooses for visitors (``LiveBoardsChosen``); officials work on boards as they are,
# and a player who signs sees the own game. A result that is final is shown at once, always.


class GameView(Struct, frozen=True):
    sheet: Sheet
    boards: Boards


def is_final(sheet: Sheet) -> bool:
    """Whether there is a result that stands. Nobody signs what was read from a file."""
    read = sheet.scheduled.source or sheet.result.from_file
    return sheet.state in FINAL or bool(sheet.ended and read)


def boards_for(viewer: Viewer, live: LiveBoardsChosen, *, final: bool) -> Boards:
    if viewer is not Viewer.VISITOR or final or live.how == "on":
        return Boards.NOW
    return Boards.HIDDEN if live.how == "off" else Boards.LATE


def game_visible_to(
    viewer: Viewer,
    sheet: Sheet,
    live: LiveBoardsChosen,
    now: datetime,
    as_of: datetime | None = None,
) -> GameView:
    """A game as this viewer is shown it: what of it, and up to when."""
    boards = boards_for(viewer, live, final=is_final(sheet))
    if boards is Boards.HIDDEN:
        sheet = known_events(sheet, _up_to_the_start(sheet))
    elif boards is Boards.LATE:
        sheet = known_events(sheet, _until(sheet, now - timedelta(minutes=live.minutes)))
    over = is_over(sheet)
    if as_of is not None:
        sheet = sheet_as_known(sheet, as_of=as_of)
    return GameView(sheet_visible_to(viewer, sheet, over=over), boards)


def _until(sheet: Sheet, moment: datetime) -> int:
    """How many events were written by then; the pairing is never a secret."""
    known = takewhile(lambda event: event.envelope.written_at <= moment, sheet.events)
    return max(1, sum(1 for _ in known))


def _up_to_the_start(sheet: Sheet) -> int:
    """How many events there are until the game was started; all, if it was not."""
    for place, event in enumerate(sheet.events, 1):
        if isinstance(event.fact, GameStarted):
            return place
    return len(sheet.events)


# A row of the hall as somebody is shown it.


FLAGS = frozenset(
    {"challenge", "phoney", "correction", "overtime", "ruling", "six-zeros", "papers-differ"}
)
"""Flags for everybody. That a director was called, or that a score does not add up, is none; that
two slips differ is, for the result is not settled: what the other one says is told nobody."""

IN_PLAY = "playing"
"""The state of a game whose board is not shown, from its start until its result is final."""


def row_visible_to(
    viewer: Viewer,
    row: GameRow,
    live: LiveBoardsChosen,
    sheet_of: Callable[[], Sheet],
    now: datetime,
) -> GameRow:
    """The row as this viewer is shown it.

    Args:
      sheet_of: gives the sheet; it is only asked for where the row alone does not do.
    """
    if extent(viewer, Matter.TALK, over=False) is Extent.WHOLE:
        return row
    final = row.state in FINAL
    boards = boards_for(viewer, live, final=final)
    if row.state != "scheduled" and boards is not Boards.NOW:
        shown = game_visible_to(viewer, sheet_of(), live, now)
        row = replace(row_of(shown.sheet, row.position), boards=shown.boards)
        if shown.boards is Boards.HIDDEN:
            return _hidden(row)
    over = row.state in FINAL | {"over", "signed by one"}
    return replace(
        row,
        flags=tuple(flag for flag in row.flags if flag in FLAGS),
        unseen=row.unseen if sees_sealed(viewer, over=over) else None,
    )


def held_back(viewer: Viewer, rows: Iterable[GameRow], live: LiveBoardsChosen) -> frozenset[UUID]:
    """Games of which this viewer is told no more than who meets whom.

    Their boards are not shown as they are now; a result that is final is never held back.
    """
    if boards_for(viewer, live, final=False) is Boards.NOW:
        return frozenset()
    return frozenset(row.id for row in rows if row.state not in FINAL)


def _hidden(row: GameRow) -> GameRow:
    """A game of which only that it is in progress is shown, as it was when it was started.

    How many entries there are since, and when the last was made, tells how the game goes.
    """
    state = row.state if row.state == "scheduled" else IN_PLAY
    return replace(
        row, boards=Boards.HIDDEN, totals=None, state=state, on_move=None, turns=0,
        unseen=None, clocks=None, flags=(), last_line="",
    )  # fmt: skip


# Which form of paper about a game somebody is given.


class Paper(StrEnum):
    SCORE_SHEET = "score-sheet"
    RESULT_SLIP = "result-slip"
    CHALLENGE_SLIP = "challenge-slip"
    BLANK_SLIP = "blank-slip"


FOR_THE_TABLE = frozenset({Paper.CHALLENGE_SLIP, Paper.BLANK_SLIP})
"""Forms that the players and officials of a table fill in."""


def paper_visible_to(viewer: Viewer, paper: Paper, shown: GameView) -> Sheet:
    """The sheet to print for this viewer.

    A score sheet is as public as the board it tells of. A result slip is what the players sign:
    until both have, it is theirs and the officials'; afterwards it hangs in the hall anyway, and
    says in a visitor's copy that and when they signed, without their handwriting. Slips about
    challenges and blanks stay with the officials.
    """
    if viewer is Viewer.VISITOR:
        if shown.boards is Boards.HIDDEN:
            raise refusal("board-not-shown")
        if paper in FOR_THE_TABLE or (paper is Paper.RESULT_SLIP and not is_final(shown.sheet)):
            raise refusal("slip-not-shown")
    return shown.sheet
