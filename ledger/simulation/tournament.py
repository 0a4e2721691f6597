"""Made-up tournaments: a field of players, rounds, two-player pairings, every game played."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from time import perf_counter
from uuid import UUID

import msgspec

from ledger import rulebook
from ledger.accounts.requests import IssueBadge
from ledger.desk.desk import Desk
from ledger.desk.requests import from_the_desk
from ledger.game.setting_up.facts import OptionValue
from ledger.record.events import badge_id, game_id, tournament_id
from ledger.rulebook import Rulebook
from ledger.simulation.clerk import Clerk, Defect, Hands, Report, Staff, Table, Tally, reported
from ledger.simulation.following import watched
from ledger.simulation.game import Stuck, broken_laws, play
from ledger.simulation.word_graph import Player, WordGraph, words_for
from ledger.tournament.facts import EquipmentChosen, Pairing, PlayerEntered
from ledger.tournament.opening import OpenTournament, Particulars
from ledger.tournament.players import EnterPlayers
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import Role, Seat

ORGANISER = "O1"
NAMES = (
    "Ada Quill", "Bert Lowe", "Cleo Marsh", "Dov Ember", "Edda Finch", "Femi Oke", "Gus Tarn",
    "Hana Sol", "Ivo Brandt", "Juno Pike", "Kofi Ansah", "Lea Morrow", "Max Oriel", "Nia Vale",
    "Otto Grieg", "Pia Rask",
)  # fmt: skip
"""Who plays one tournament. Everybody meets everybody; then the next begins, with other options."""

FIELD, ROUNDS = len(NAMES), len(NAMES) - 1

NUMBERS: dict[str, OptionValue] = {
    "challenge-rising-points": "5-10-15-20",
    "challenge-seconds": 30,
}
"""What is chosen where a challenge mode needs numbers and the rulebook gives none."""

USUAL = EquipmentChosen()

FIRST_DAY = datetime(2026, 1, 3, 9, 0, tzinfo=UTC)


class Ticking:
    """A clock for the desk that does not depend on the day: two seconds later at each look."""

    def __init__(self, start: datetime = FIRST_DAY) -> None:
        self.at = start

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=2)
        return self.at


def simulated(
    desk: Desk,
    book: str,
    seed: int,
    games: int,
    *,
    by: str = ORGANISER,
    names: Sequence[str] = NAMES,
    played_with: EquipmentChosen = USUAL,
    progress: Callable[[int], None] = lambda _done: None,
) -> Report:
    """Play ``games`` games under ``book`` at ``desk``, in as many tournaments as they take.

    Args:
      desk: a desk on a new record, or on one of an earlier simulation.
      seed: the same seed plays the same games.
      names: the field of each tournament, an even number of players.
      played_with: the tiles and the board.
    """
    rules, graph = rulebook.load(book), words_for(played_with.tile_set)
    staff, tally, facts = Staff(), Tally(), sha256()
    _issue_badges(desk, staff, by)
    started = perf_counter()
    scheduled = _scheduled(desk, rules, seed, games, by, names, played_with)
    for number, (game, place) in enumerate(scheduled, 1):
        random = Random(f"{seed} {book} {number}")  # noqa: S311 (games of chance)
        _played(desk, game, number, place, random, graph, staff, tally)
        for event in desk.log.events_of(game):
            facts.update(msgspec.json.encode(event.fact))
        tally.games = number
        progress(number)
    return reported(
        tally, book=book, seed=seed, seconds=perf_counter() - started, facts=facts.hexdigest()
    )


def _played(
    desk: Desk,
    game: UUID,
    number: int,
    place: str,
    random: Random,
    graph: WordGraph,
    staff: Staff,
    tally: Tally,
) -> None:
    table = _table(desk, game, random, graph, staff, tally)
    try:
        play(table)
        tally.turns += table.sheet.turn_count
        tally.points += sum(table.sheet.totals)
        tally.ends[table.sheet.ended] += 1
        tally.left_open.update(procedure.name for procedure in watched(table))
        if table.sheet.events != desk.log.events_of(game):
            tally.defects.append(
                Defect(game=number, place=place, kind="law", what="the record is not the sheet")
            )
        tally.defects += [
            Defect(game=number, place=place, kind="law", what=law)
            for law in (*broken_laws(table.sheet, random), *table.hopeless)
        ]
    except Stuck as stuck:
        tally.defects.append(_defect(table, number, place, "stuck", stuck))
    except Exception as trouble:
        tally.defects.append(_defect(table, number, place, "exception", trouble))


def _defect(table: Table, number: int, place: str, kind: str, trouble: Exception) -> Defect:
    frames = traceback.extract_tb(trouble.__traceback__)[-4:]
    return Defect(
        game=number,
        place=place,
        kind="stuck" if kind == "stuck" else "exception",
        what=f"{type(trouble).__name__}: {trouble}",
        asked=repr(table.clerk.asked),
        trace=tuple(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames),
    )


def _table(
    desk: Desk, game: UUID, random: Random, graph: WordGraph, staff: Staff, tally: Tally
) -> Table:
    hands = Hands(random, desk.sheet(game).scheduled.tile_set)
    return Table(
        random=random,
        clerk=Clerk(desk, game, staff, hands, tally),
        hands=hands,
        graph=graph,
        players={seat: Player(random, graph) for seat in Seat},
        tally=tally,
        pace=1.6 if random.random() < 0.06 else 1.0,
    )


def _scheduled(
    desk: Desk,
    rules: Rulebook,
    seed: int,
    games: int,
    by: str,
    names: Sequence[str] = NAMES,
    played_with: EquipmentChosen = USUAL,
) -> Iterator[tuple[UUID, str]]:
    left, event = games, 0
    particulars = Particulars(tile_set=played_with.tile_set, board=played_with.board)
    named = f"{played_with.tile_set} {played_with.board}".encode()
    kind = "" if played_with == USUAL else f"-{sha256(named).hexdigest()[:6]}"
    while left:
        event += 1
        slug = f"{rules.id.replace('.', '-')}-{seed}{kind}-{event}"
        random = Random(f"{seed} {rules.id} options {event}")  # noqa: S311 (games of chance)
        options = chosen_options(rules, random)
        players = (PlayerEntered(number=nth, name=name) for nth, name in enumerate(names, 1))
        for request in (
            OpenTournament(
                slug=slug,
                name=f"Simulation {event}",
                rules=rules.id,
                options=options,
                particulars=particulars,
            ),
            EnterPlayers(players=tuple(players)),
        ):
            desk.must_write(tournament_id(slug), request, from_the_desk(by))
        for round_number in range(1, len(names)):
            if not left:
                return
            pairings = everybody_meets(round_number, len(names))[:left]
            left -= len(pairings)
            round_paired = PairRound(round_number=round_number, pairings=tuple(pairings))
            desk.must_write(tournament_id(slug), round_paired, from_the_desk(by))
            for pairing in pairings:
                game = game_id(slug, round_number, pairing.table)
                yield game, f"{slug}/R{round_number}/T{pairing.table}"


def everybody_meets(round_number: int, field: int = FIELD) -> list[Pairing]:
    """One round of a round robin, by the circle method."""
    last, turning = field, list(range(1, field))
    turned = turning[round_number - 1 :] + turning[: round_number - 1]
    pairs = [(last, turned[0])]
    pairs += [(turned[nth], turned[-nth]) for nth in range(1, field // 2)]
    return [Pairing(table, *pair) for table, pair in enumerate(pairs, 1)]


def chosen_options(rules: Rulebook, random: Random) -> tuple[tuple[str, OptionValue], ...]:
    """What an organiser may settle on: everything that must be chosen, and now and then more."""
    must = {words.name for words in rules.unsettled()}
    chosen: list[tuple[str, OptionValue]] = [
        (name, random.choice(sorted(choice.values)))
        for name, choice in sorted(rules.choices.items())
        if choice.values and (name in must or random.random() < 0.3)
    ]
    lacking = {words.name for words in rules.with_options(chosen).unsettled()}
    return (*chosen, *((name, value) for name, value in NUMBERS.items() if name in lacking))


def _issue_badges(desk: Desk, staff: Staff, by: str) -> None:
    for badge, name, role in (
        (by, "Olga Sommer", Role.ORGANISER),
        (staff.scorekeeper, "Kai Winter", Role.SCOREKEEPER),
        (staff.judge, "Jo Herbst", Role.WORD_JUDGE),
        (staff.director, "Dana Lenz", Role.DIRECTOR),
    ):
        if desk.role_of(badge) is None:
            request = IssueBadge(badge=badge, name=name, role=role)
            desk.must_write(badge_id(badge), request, from_the_desk(by))
