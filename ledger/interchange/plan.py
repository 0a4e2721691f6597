"""What taking a file in would change in a tournament, worked out before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger import rulebook
from ledger.game.sheet.sheet import Sheet
from ledger.interchange.change import Change
from ledger.interchange.described import DivisionTold, Told
from ledger.interchange.meetings import rounds_of
from ledger.interchange.planned_players import PlayersPlanned
from ledger.interchange.planned_rounds import RoundsPlanned
from ledger.interchange.remarked import Line, Report
from ledger.interchange.taking_in import TakeInFile
from ledger.interchange.who_is_who import Matched
from ledger.tournament.divisions import division_entered
from ledger.tournament.facts.set_up import Division
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.on_paper import Unprintable
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import always_signed


class Plan(Struct, frozen=True):
    """What would be asked of the desk, and what is told of it first.

    Attributes:
      lines: what there is to say of the file itself once it is compared with itself.
    """

    asked: TakeInFile
    changes: tuple[Change, ...]
    lines: tuple[Line, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether something was not taken."""
        return any(change.verdict == "refused" for change in self.changes) or any(
            line.weight in ("unusable", "left-out") for line in self.lines
        )


class Source(Struct, frozen=True):
    """What a file is called, and the SHA-256, in hex, of all that was given."""

    file: str
    digest: str


def planned(
    tournament: Tournament,
    told: Told,
    source: Source,
    sheet: Callable[[UUID], Sheet],
    *,
    into: str | None = None,
    unprintable: Unprintable = lambda _name: (),
) -> Plan:
    """What taking in would change.

    Nothing that is empty in the file changes anything here, and nobody is removed: a player whom
    the file lacks is only told of.

    Args:
      tournament: as it stands.
      told: what the file tells.
      source: where it comes from.
      sheet: gives the sheet of a game that was paired.
      into: our division, for a file of one division that names none, or another.
      unprintable: which characters of a name our paper can't print.
    """
    report = Report()
    changes: list[Change] = []
    if into is not None:
        into = division_entered(tournament, into)
    asked = TakeInFile(file=source.file, digest=source.digest)
    players = PlayersPlanned(tournament, changes, unprintable)
    for division in told.divisions:
        name = _ours(division, told, tournament, into)
        if name is None:
            said = "Several divisions are held here; say into which of them this goes."
            changes.append(Change("refused", said, division.file))
            continue
        if wrong := _not_planned(name, tournament):
            changes += _nobody_of(division, wrong)
            continue
        if name != division.name and division.name:
            said = (
                f"What the file calls division {division.name} goes into {name or 'the only one'}"
            )
            changes.append(Change("said", said, division.file))
        players.look_for(division, name)
    players.plan()
    for division, name, who in players.divisions:
        numbers = players.numbers[name]
        rounds = RoundsPlanned(tournament, division, name, numbers, sheet, players.names)
        rounds.plan(rounds_of(division, report))
        changes += rounds.changes
        first_rounds = _late(players.told[name], rounds)
        off = _off(division, numbers, tournament, changes)
        plan = _rounds_to_play(division, name, tournament, changes)
        asked = replace(
            asked,
            players=(*asked.players, *first_rounds),
            rounds=(*asked.rounds, *rounds.paired()),
            results=(*asked.results, *rounds.results),
            sat_out=(*asked.sat_out, *rounds.sat_out),
            off=(*asked.off, *off),
            planned=(*asked.planned, *plan),
        )
        changes += _missing(division, numbers, name, tournament, who)
    changes += _of_the_day(told, tournament, source)
    options = _options(told, tournament, source, changes)
    asked = replace(asked, options=options)
    asked = replace(asked, players=(*asked.players, *players.others))
    return Plan(asked, tuple(changes), report.told())


def _options(
    told: Told, tournament: Tournament, source: Source, changes: list[Change]
) -> tuple[tuple[str, int], ...]:
    """Points of the rulebook that the file's settings settle, where nobody has here."""
    here, taken = dict(tournament.options), []
    for name, value in told.options:
        if name in here:
            if here[name] not in (value, str(value)):
                said = f"{name} is {value} in the file; here {here[name]}, which stays."
                changes.append(Change("said", said, source.file))
        elif tournament.rulebook and not _is_left_open(tournament.rulebook, name, value):
            book = tournament.rulebook
            said = f"{name} is {value} in the file; {book} has it otherwise, which stays."
            changes.append(Change("said", said, source.file))
        elif tournament.rounds or not tournament.rulebook:
            said = f"{name} is {value} in the file, and changes standings. Choose it in the set-up."
            changes.append(Change("said", said, source.file))
        else:
            changes.append(Change("changed", f"Option {name}: {value}", source.file))
            taken.append((name, value))
    return tuple(taken)


def _is_left_open(book: str, name: str, value: int) -> bool:
    try:
        rulebook.load(book).with_options(((name, value),))
    except Refusal:
        return False
    return True


def _of_the_day(told: Told, tournament: Tournament, source: Source) -> Iterator[Change]:
    """That the file names another first day than the set-up, which stays."""
    if told.day and told.day != tournament.first_day:
        here = f"it begins on {tournament.first_day}" if tournament.first_day else "no day is named"
        said = f"The event of the file begins on {told.day}; here {here}. The set-up changes that."
        yield Change("said", said, source.file)


def _rounds_to_play(
    division: DivisionTold, name: str, tournament: Tournament, changes: list[Change]
) -> tuple[Division, ...]:
    """Our division with the rounds that the file plans, where nobody has said here how many."""
    known = (
        *((one.division, one.round_number) for one in tournament.rounds),
        *((one.division, one.round_number) for one in tournament.sat_out),
    )
    if division.planned <= max((number for of, number in known if of == name), default=0):
        return ()
    here = [one for one in tournament.planned if one.name == name]
    if any(one.rounds for one in here):
        if here[0].rounds != division.planned:
            said = f"Rounds planned: {division.planned}; here {here[0].rounds}, which stays"
            changes.append(Change("said", said, division.file))
        return ()
    if tournament.planned and not here:
        return ()
    of = f" of {name}" if name else ""
    changes.append(
        Change("changed", f"Rounds{of} that are planned: {division.planned}", division.file)
    )
    return (replace(here[0] if here else Division(name), rounds=division.planned),)


def _ours(
    division: DivisionTold, told: Told, tournament: Tournament, into: str | None
) -> str | None:
    """Our name of a division of the file; ``None`` where it can't be known."""
    if len(told.divisions) == 1:
        if into is not None:
            return into
        here = {each.name for each in tournament.planned} | {
            player.division for player in tournament.players
        }
        if division.name in here or not here:
            return division.name
        if len(here) == 1:
            return next(iter(here))
        return division.name or None
    return division.name


def _not_planned(name: str, tournament: Tournament) -> str:
    """Why nobody goes into a division of that name; empty where they do.

    Whom a table says no division of beside others has none: their numbers are of none either.
    """
    try:
        if division_entered(tournament, name) == name:
            return ""
    except Refusal as refused:
        if not tournament.planned:
            return f"{refused.what} {refused.next_step}"
    listed = ", ".join(one.name or "one without a name" for one in tournament.planned)
    said = f"division {name} is not planned here" if name else "no division is said"
    return f"{said}; these are: {listed}. The set-up can plan another."


def _nobody_of(division: DivisionTold, wrong: str) -> Iterable[Change]:
    """That a division of the file is not taken in: once, or of each who stands in a line."""
    if not any(entrant.line for entrant in division.entrants):
        yield Change("refused", wrong[:1].upper() + wrong[1:], division.file)
    for entrant in division.entrants:
        if entrant.line:
            yield Change("refused", f"{entrant.name}: {wrong}", division.file, entrant.line)


def _late(told: Mapping[int, PlayerEntered], rounds: RoundsPlanned) -> Iterable[PlayerEntered]:
    """Who is entered, new ones who came later with the round they came in."""
    for number, player in told.items():
        first, spread = rounds.late.get(number, (1, None))
        yield replace(player, first_round=first, missed_spread=spread) if first > 1 else player


def _off(
    division: DivisionTold,
    numbers: Mapping[int, int],
    tournament: Tournament,
    changes: list[Change],
) -> tuple[int, ...]:
    found = []
    for entrant in division.entrants:
        number = numbers.get(entrant.number)
        if entrant.off is None or number is None or number in tournament.conduct.withdrawn:
            continue
        said = f"Player {number}, {entrant.name}, takes no further part"
        if entrant.off:
            spread = always_signed(entrant.off)
            said += f"; rounds to come count {spread} there, and for nothing here"
        changes.append(Change("changed", said, division.file, entrant.line))
        found.append(number)
    return tuple(found)


def _missing(
    division: DivisionTold,
    numbers: Mapping[int, int],
    name: str,
    tournament: Tournament,
    who: Matched,
) -> Iterable[Change]:
    told = {*numbers.values(), *(one.number for ours in who.unclear.values() for one in ours)}
    for player in tournament.players:
        if player.division == name and player.number not in told:
            said = f"Player {player.number}, {player.name}, is not in the file, and stays"
            yield Change("said", said, division.file)
