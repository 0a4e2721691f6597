"""Taking a game file into the record, as events. Unknown racks stay unknown.

The request's number follows from the file's digest, so a file that was taken in before is
recognised by its answer and nothing is written again. An import never touches a game that
is there: it takes the first table nobody sits at.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from ledger.answers import Answer
from ledger.desk import Desk
from ledger.facts.fact import Fact
from ledger.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.gcg import Oddity, follow, read_gcg
from ledger.gcg.importing import facts_of, first_mover, source_digest
from ledger.gcg.oddities import in_order
from ledger.log import Taken
from ledger.names import must_be_writable
from ledger.organising import ORGANISERS, Organiser
from ledger.permissions import not_allowed
from ledger.refusals import Refusal
from ledger.requests import Sent
from ledger.sheet import after, replay
from ledger.streams import TILESCRIBE, game_id

MOST_TURNS = 500
"""Turns of a game that is taken in; a hundred are rare, and passing has to end some day."""


class Imported(Struct, frozen=True):
    """A file taken in: its game, how many events it made, what was odd about it.

    ``again`` is True if the file had been taken in before; then nothing was written.
    """

    game: UUID
    events: int
    oddities: tuple[Oddity, ...]
    again: bool = False


def import_gcg(desk: Desk, data: bytes, tournament: str, round_number: int, *, by: str) -> Imported:
    """Take a GCG file into ``tournament``, at the first free table of the round.

    Raises:
      Refusal: ``not-allowed``, ``no-such-tournament``, ``gcg-unreadable`` saying why, or
        ``gcg-too-long``.
    """
    if desk.role_of(by) not in ORGANISERS:
        raise not_allowed(ORGANISERS)
    digest = source_digest(data)
    command_id = uuid5(TILESCRIBE, digest)
    record = read_gcg(data)
    if (answer := desk.log.answer_to(command_id)) is not None:
        return Imported(answer.stream, answer.version, record.oddities, again=True)
    followed = follow(record)
    if followed.turns > MOST_TURNS:
        raise Refusal(
            "gcg-too-long",
            f"This file has {followed.turns} turns; no game has more than {MOST_TURNS}.",
            "Choose the file of one game.",
        )
    facts = facts_of(record, followed)
    rules = Organiser(desk).tournament(tournament)
    first = first_mover(record)
    names = [player.name or player.nick for player in record.players]
    for number, name in enumerate(names, 1):
        must_be_writable(name, f"Player {number}")
    oddities = in_order(record.oddities + followed.oddities)
    scheduled = GameScheduled(
        tournament=tournament,
        round_number=round_number,
        table=1,
        players=(names[first], names[1 - first]),
        rulebook=rules.rulebook,
        options=rules.options,
        lexicon=record.told("lexicon") or rules.lexicon,
        tile_set=followed.tile_set or "english",
        board=followed.board,
        source=digest,
    )
    return _written(desk, scheduled, facts, command_id, oddities, by)


def _written(
    desk: Desk,
    scheduled: GameScheduled,
    facts: Sequence[Fact],
    command_id: UUID,
    oddities: tuple[Oddity, ...],
    by: str,
) -> Imported:
    table = 0
    while True:
        table += 1
        game = game_id(scheduled.tournament, scheduled.round_number, table)
        if desk.log.version_of(game):
            continue
        sent = Sent(by=by, command_id=command_id, device="import")
        start = (
            replace(scheduled, table=table),
            StarterDetermined(starter=1, method="not-known"),
            GameStarted(),
        )
        events = desk.enveloped(game, 0, (*start, *facts), sent)
        answer = Answer(
            command_id=command_id,
            device="import",
            device_seq=None,
            payload=command_id.bytes * 2,
            kind="written",
            stream=game,
            version=len(events),
            at=desk.now(),
        )
        try:
            desk.log.append(events, answer=answer)
        except Taken:
            # Either the table was taken in between, or the same file was.
            if (earlier := desk.log.answer_to(command_id)) is not None:
                return Imported(earlier.stream, earlier.version, oddities, again=True)
            continue
        desk.shelf.keep(after(replay(events[:1]), events[1:]))
        desk.caught_up()
        return Imported(game, len(events), oddities)
