"""Taking a game file into the record, as events. Unknown racks stay unknown.

The request's number follows from the file's digest, so a file that was taken in before is
recognised by its answer and nothing is written again. An import never touches a game that
is there: it takes the first table nobody sits at. Its players are entered in the tournament
and paired at that table, in the same transaction as the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from msgspec import Struct

from ledger.asking.permission import ORGANISERS, must_be_allowed
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.equipment.tile_set import tile_set_names
from ledger.game.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet import after, replay
from ledger.gcg import Followed, GcgRecord, Oddity, follow, read_gcg
from ledger.gcg.beside_turns import all_facts_of
from ledger.gcg.importing import first_mover, source_digest
from ledger.gcg.oddities import in_order
from ledger.record.answers import Answer
from ledger.record.fact import Fact
from ledger.record.log import Taken
from ledger.record.streams import TILESCRIBE, game_id
from ledger.refusals.saying import refusal
from ledger.tournament.facts.tournaments import Pairing, PlayerEntered, RoundPaired
from ledger.tournament.namesakes import called, told_apart
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import Totals
from ledger.vocabulary.names import must_be_writable
from ledger.vocabulary.refusals import Refusal

MOST_TURNS = 500
"""Turns of a game that is taken in; a hundred are rare, and passing has to end some day."""


class GameFile(Struct, frozen=True, kw_only=True):
    """A game file that can be taken in: read, replayed, and found to be one game.

    Attributes:
      names: of the players, who plays first before the other.
      lexicon: as the file names it, or ``""``.
      digest: names the bytes of the file.
      said: what whoever takes it in has to know: what is left out, and where the record will
        follow a score that the board does not give.
    """

    names: tuple[str, str]
    facts: tuple[Fact, ...]
    lexicon: str
    tile_set: str
    board: str
    digest: str
    oddities: tuple[Oddity, ...]
    said: tuple[str, ...] = ()

    @property
    def command_id(self) -> UUID:
        """The number of the request that takes this file in, whenever it is sent."""
        return uuid5(TILESCRIBE, self.digest)


class Imported(Struct, frozen=True):
    """A file taken in: its game, how many events it made, what was odd about it.

    ``again`` is True if the file had been taken in before; then nothing was written.
    """

    game: UUID
    events: int
    oddities: tuple[Oddity, ...]
    again: bool = False


def game_file(data: bytes) -> GameFile:
    """Read a GCG file for taking in; nothing is written.

    Raises:
      Refusal: ``gcg-unreadable`` saying why, ``gcg-too-long``, ``gcg-tiles-unknown``,
        ``gcg-other-tiles`` or ``unwritable-name``.
    """
    record = read_gcg(data)
    followed = follow(record)
    if followed.turns > MOST_TURNS:
        raise Refusal(
            "gcg-too-long",
            f"This file has {followed.turns} turns; no game has more than {MOST_TURNS}.",
            "Choose the file of one game.",
        )
    taken = all_facts_of(record, followed)
    _must_be_tiles_we_have(record, followed)
    first = first_mover(record)
    names = [player.name or player.nick for player in record.players]
    for number, name in enumerate(names, 1):
        must_be_writable(name, f"Player {number}")
    return GameFile(
        names=(names[first], names[1 - first]),
        facts=taken.facts,
        lexicon=record.told("lexicon"),
        tile_set=followed.tile_set,
        board=followed.board,
        digest=source_digest(data),
        oddities=in_order(record.oddities + followed.oddities),
        said=(*taken.left_out, *_follows_the_file(taken.totals, followed, first)),
    )


def _must_be_tiles_we_have(record: GcgRecord, followed: Followed) -> None:
    """Refuse a game whose tiles are not here: any other set would score it wrongly.

    A file that names no tiles counts as English by its letters; where most of its scores say
    that it is not, it is not taken for that either.

    Raises:
      Refusal: ``gcg-tiles-unknown`` or ``gcg-other-tiles``.
    """
    here = ", ".join(tile_set_names())
    named = record.told("tile-distribution")[:40]
    if not followed.tile_set:
        tiles = f"The tiles of this game, {named!r}," if named else "Some letters of this game"
        raise Refusal(
            "gcg-tiles-unknown",
            f"{tiles} are not known here, so its plays can't be scored.",
            f"Choose a game played with one of the tile sets that are here: {here}.",
        )
    scored = [
        event.event.score != event.play.score
        for event in followed.events
        if event.play is not None and event.event.score is not None
    ]
    if not named and len(scored) >= FEWEST_SCORES and 2 * sum(scored) > len(scored):
        raise Refusal(
            "gcg-other-tiles",
            f"The file names no tiles, and {sum(scored)} of its {len(scored)} scores are not those "
            f"of the {followed.tile_set} tiles on the {followed.board} board.",
            f"Write a line #tile-distribution with its tile set in front of the game ({here}).",
        )


def _follows_the_file(totals: Totals, followed: Followed, first: int) -> list[str]:
    """That the record follows the scores of the file, where the plays add up to others."""
    counted = (followed.scores[first], followed.scores[1 - first])
    if totals == counted:
        return []
    differ = [
        f"{event.event.square} {event.event.letters} {event.event.score:+d}, "
        f"counts {event.play.score:+d}"
        for event in followed.events
        if event.play is not None
        and not event.undone
        and event.event.score not in (None, event.play.score)
    ]
    where = f" ({'; '.join(differ[:SHOWN])}{'; …' if len(differ) > SHOWN else ''})"
    said = (
        f"The record follows the file's scores, {totals[0]} to {totals[1]}; by our count they are "
        f"{counted[0]} to {counted[1]}{where if differ else ''}."
    )
    return [said]


SHOWN = 3
"""Plays whose scores differ that are named; the file's oddities list them all."""

FEWEST_SCORES = 4
"""Scores of plays that must be there before they say anything about the tiles."""


def taken_before(desk: Desk, file: GameFile) -> Imported | None:
    """The game this file became when it was taken in before, if it was."""
    answer = desk.log.answer_to(file.command_id)
    if answer is None:
        return None
    return Imported(answer.stream, answer.version, file.oddities, again=True)


def import_gcg(
    desk: Desk,
    data: bytes | GameFile,
    tournament: str,
    round_number: int | None = None,
    *,
    by: str,
) -> Imported:
    """Take a GCG file into ``tournament``, at the first free table of the round.

    Args:
      desk: where it is written.
      data: the file's bytes, or what ``game_file`` made of them.
      tournament: short name of a tournament of this record.
      round_number: the round; without one, the first in which neither player has a game.
      by: badge of the organiser.

    Raises:
      Refusal: ``not-allowed``, ``no-such-tournament``, ``name-of-several``, or what ``game_file``
        says of the file.
    """
    must_be_allowed(desk.role_of(by), ORGANISERS)
    file = data if isinstance(data, GameFile) else game_file(data)
    if (before := taken_before(desk, file)) is not None:
        return before
    while True:
        # Each try looks anew: the table, the round's pairings or a player's number may have
        # been taken in between, or the same file taken in by somebody else.
        try:
            return _written(desk, file, tournament_named(tournament, desk.log), round_number, by)
        except Taken:
            if (before := taken_before(desk, file)) is not None:
                return before


def _written(
    desk: Desk, file: GameFile, tournament: Tournament, round_number: int | None, by: str
) -> Imported:
    numbers, entered = _numbered(tournament, file.names)
    in_round = round_number or _first_round_without(tournament, numbers)
    table = 1
    while desk.log.version_of(game_id(tournament.slug, in_round, table)):
        table += 1
    scheduled = GameScheduled(
        tournament=tournament.slug,
        round_number=in_round,
        table=table,
        players=_names_here(tournament, numbers, entered),
        numbers=numbers,
        rulebook=tournament.rulebook,
        rulebook_digest=tournament.rulebook_digest,
        options=tournament.options,
        lexicon=file.lexicon or tournament.lexicon,
        tile_set=file.tile_set,
        board=file.board,
        source=file.digest,
    )
    paired = RoundPaired(round_number=in_round, pairings=(Pairing(table, *numbers),))
    game = game_id(tournament.slug, in_round, table)
    sent = Sent(by=by, command_id=file.command_id, device="import")
    start = (scheduled, StarterDetermined(starter=1, method="not-known"), GameStarted())
    events = desk.enveloped(game, 0, (*start, *file.facts), sent)
    around = desk.enveloped(tournament.id, tournament.version, (*entered, paired), sent)
    answer = Answer(
        command_id=file.command_id,
        device="import",
        device_seq=None,
        payload=file.command_id.bytes * 2,
        kind="written",
        stream=game,
        version=len(events),
        at=desk.now(),
    )
    desk.log.append([*events, *around], answer=answer)
    desk.shelf.keep(after(replay(events[:1]), events[1:]))
    desk.caught_up()
    return Imported(game, len(events), file.oddities)


def _numbered(
    tournament: Tournament, names: tuple[str, str]
) -> tuple[tuple[int, int], tuple[PlayerEntered, ...]]:
    """Each player's number in the tournament, and who has to be entered for that.

    Raises:
      Refusal: ``name-of-several``.
    """
    free = max((player.number for player in tournament.players), default=0) + 1
    numbers: list[int] = []
    entered: list[PlayerEntered] = []
    for name in names:
        known = called(tournament.players, name)
        if len(known) > 1:
            listed = ", ".join(str(player.number) for player in known)
            raise refusal("name-of-several", name=name, numbers=listed)
        number = next((one.number for one in known if one.number not in numbers), 0)
        if not number:
            number = free + len(entered)
            entered.append(PlayerEntered(number=number, name=name))
        numbers.append(number)
    return (numbers[0], numbers[1]), told_apart(tournament.players, entered)


def _names_here(
    tournament: Tournament, numbers: Sequence[int], entered: Sequence[PlayerEntered]
) -> tuple[str, str]:
    names = {player.number: player.name for player in tournament.players}
    names |= {player.number: player.name for player in entered}
    one, two = (names[number] for number in numbers)
    return one, two


def _first_round_without(tournament: Tournament, numbers: Sequence[int]) -> int:
    busy = {
        paired.round_number
        for paired in tournament.rounds
        for pairing in paired.pairings
        if {pairing.first, pairing.second} & set(numbers)
    }
    return next(number for number in range(1, len(busy) + 2) if number not in busy)
