"""What the page that closes a round lists: what keeps it open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast
from uuid import UUID

from flask import url_for

from ledger.desk.desk import Desk
from ledger.desk.matters import matters_of_round
from ledger.hall import GameRow
from ledger.matters.in_game import matters_in
from ledger.matters.matter import DeskMatter
from ledger.tournament.matters import Waives, by_kind, open_in, some_of
from ledger.tournament.set_aside import Named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.desk_matters import NEVER_WAIVED, MatterKind
from web.director.inbox import OfTournament
from web.director.verbs import Verb, first_verb

FOLDED_FROM = 21
"""Of a kind with so many matters only the number is shown, until it is opened."""


class Line(NamedTuple):
    """A matter that keeps a round open, in one line.

    Attributes:
      key: what names it in a form.
      verb: what settles it, as the desk has it.
      together: whether it may be waived with others.
      alone: whether it may be waived by itself.
    """

    key: str
    matter: DeskMatter
    row: GameRow | None
    verb: Verb
    together: bool
    alone: bool


class Group(NamedTuple):
    """The matters of one kind; ``words``: how many there are of it."""

    kind: MatterKind
    words: str
    lines: list[Line]

    @property
    def is_folded(self) -> bool:
        """Whether there are too many to show them at once."""
        return len(self.lines) >= FOLDED_FROM


def key_of(named: Named) -> str:
    """What names a matter in a form.

    >>> key_of(Named("call", UUID(int=7), "12"))
    'call|00000000000000000000000000000007|12'
    """
    return f"{named.kind}|{named.subject.hex}|{named.which}"


def named_by(key: str) -> tuple[str, UUID, str]:
    """What a form names; whether there is such a matter the desk will say."""
    kind, _, rest = key.partition("|")
    subject, _, which = rest.partition("|")
    try:
        return kind, UUID(subject), which
    except ValueError:
        return kind, UUID(int=0), which


def waives_of(keys: Iterable[str]) -> tuple[Waives, ...]:
    """Matters as a form names them, as a request has them; the same one once."""
    named = dict.fromkeys(named_by(key) for key in keys if key.strip())
    return tuple(
        Waives(kind=cast("Any", kind), subject=subject, which=which)  # the desk looks which it is
        for kind, subject, which in named
    )


def groups_of(one: OfTournament, waiting: list[DeskMatter]) -> list[Group]:
    """What keeps a round open, by kind, the most pressing first."""
    return [
        Group(kind, some_of(kind, len(found)), [_line(one, matter) for matter in found])
        for kind, found in by_kind(waiting).items()
    ]


def _line(one: OfTournament, matter: DeskMatter) -> Line:
    row = one.rows.get(matter.game) if matter.game else None
    together = not matter.at_a_table
    alone = matter.at_a_table and matter.kind not in NEVER_WAIVED
    verb = first_verb(one, matter)
    if matter.kind == "call" and _is_attended(one, matter):
        verb = Verb("Settle the call", url_for("desk.page", tournament=one.slug))
    return Line(key_of(matter.named), matter, row, verb, together, alone)


def _is_attended(one: OfTournament, matter: DeskMatter) -> bool:
    """Whether a director is on the way to a call, or there."""
    game = one.games.get(matter.game) if matter.game else None
    call = game.waits.call if game else None
    return call is not None and bool(call.coming or call.arrived)


def waiting_in(desk: Desk, tournament: Tournament, division: str, number: int) -> list[DeskMatter]:
    """What keeps a round open."""
    found = matters_of_round(
        desk.log, lambda game: matters_in(desk.sheet(game)), tournament, division, number
    )
    return open_in(tournament, found)
