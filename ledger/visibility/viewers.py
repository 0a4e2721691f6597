"""Who looks at the record, and what whom is shown of an event."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ledger.game.turns.facts import PlayRecorded
from ledger.record.fact import Fact, Matter
from ledger.vocabulary import WITHHELD, Role


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
