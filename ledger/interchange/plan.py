"""What taking a file in would change in a tournament, worked out before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict, replace

from ledger.game.sheet.sheet import Sheet
from ledger.interchange.change import Change
from ledger.interchange.described import DivisionTold, Entrant, Told
from ledger.interchange.meetings import rounds_of
from ledger.interchange.planned_rounds import RoundsPlanned
from ledger.interchange.remarked import Line, Report
from ledger.interchange.taking_in import TakeInFile
from ledger.interchange.who_is_who import matched
from ledger.tournament.facts.set_up import Division
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import unwritable


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
    unprintable: Callable[[str], Sequence[str]] = lambda _name: (),
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
    asked = TakeInFile(file=source.file, digest=source.digest)
    next_number = max((player.number for player in tournament.players), default=0) + 1
    for division in told.divisions:
        name = _ours(division, told, tournament, into)
        if name is None:
            said = "Several divisions are held here; say into which of them this goes."
            changes.append(Change("refused", said, division.file))
            continue
        numbers, players, next_number = _players(
            division, name, tournament, next_number, changes, unprintable
        )
        rounds = RoundsPlanned(tournament, division, name, numbers, sheet)
        rounds.plan(rounds_of(division, report))
        changes += rounds.changes
        first_rounds = _late(division, players, rounds)
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
        changes += _missing(division, numbers, name, tournament)
    return Plan(asked, tuple(changes), report.told())


def _rounds_to_play(
    division: DivisionTold, name: str, tournament: Tournament, changes: list[Change]
) -> tuple[Division, ...]:
    """Our division with the rounds that the file plans, where nobody has said here how many."""
    paired = (one.round_number for one in tournament.rounds if one.division == name)
    if division.planned <= max(paired, default=0):
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


def _players(
    division: DivisionTold,
    name: str,
    tournament: Tournament,
    next_number: int,
    changes: list[Change],
    unprintable: Callable[[str], Sequence[str]],
) -> tuple[dict[int, int], dict[int, PlayerEntered], int]:
    """Numbers here by numbers in the file, who is entered or told anew, the next free number."""
    usable = []
    for entrant in division.entrants:
        wrong = unwritable(entrant.name) or _letters(unprintable(entrant.name))
        if wrong or not entrant.name.strip():
            said = f"Player {entrant.number}: the name has {wrong or 'no letters'}."
            changes.append(Change("refused", said, division.file, entrant.line))
        else:
            usable.append(entrant)
    here = [player for player in tournament.players if player.division == name]
    known = matched(usable, here)
    elsewhere = [player for player in tournament.players if player.division != name]
    moved = matched([one for one in usable if one.number not in known], elsewhere)
    numbers: dict[int, int] = {}
    told: dict[int, PlayerEntered] = {}
    for entrant in usable:
        player = known.get(entrant.number)
        if player is None and (other := _moving(moved.get(entrant.number), tournament)):
            player = other
        number = player.number if player else next_number
        next_number += player is None
        numbers[entrant.number] = number
        entered, change = _entered(entrant, name, number, player)
        changes.append(replace(change, file=division.file, line=entrant.line))
        if entered is not None:
            told[number] = entered
    return numbers, told, next_number


def _letters(missing: Sequence[str]) -> str:
    if not missing:
        return ""
    return f"letters that our fonts lack: {' '.join(missing)}; the setting fonts adds others"


def _moving(player: Player | None, tournament: Tournament) -> Player | None:
    """A player of another division, who goes to this one, where no round holds the player there."""
    if player is None or any(
        player.number in (pairing.first, pairing.second)
        for paired in tournament.rounds
        for pairing in paired.pairings
    ):
        return None
    return player


def _entered(
    entrant: Entrant, division: str, number: int, player: Player | None
) -> tuple[PlayerEntered | None, Change]:
    """What is told of a player, and in words; nothing where all of it is here."""
    if player is None:
        entered = PlayerEntered(
            number=number,
            name=entrant.name,
            division=division,
            rating=entrant.rating,
            team=entrant.team,
            classes=entrant.classes,
            table=entrant.table,
            member=entrant.member,
        )
        return entered, Change("new", f"New: player {number}, {entrant.name}")
    was = PlayerEntered(**asdict(player))
    now = replace(
        was,
        name=entrant.name if _is_another_name(entrant, player) else was.name,
        division=division,
        rating=entrant.rating or was.rating,
        team=entrant.team or was.team,
        classes=entrant.classes or was.classes,
        table=entrant.table or was.table,
        member=entrant.member or was.member,
    )
    if now == was:
        return None, Change("same", f"Player {number}, {player.name}: as it is here")
    told = "; ".join(
        f"{field} {_shown(getattr(was, field))} → {_shown(getattr(now, field))}"
        for field in ("name", "division", "rating", "team", "classes", "table", "member")
        if getattr(was, field) != getattr(now, field)
    )
    return now, Change("changed", f"Player {number}, {player.name}: {told}")


def _is_another_name(entrant: Entrant, player: Player) -> bool:
    """Whether a player found by number has another name in the file; a way of spelling is none."""
    found_by_name = matched([replace(entrant, numbered=0, member="")], [player])
    return not found_by_name


def _shown(value: object) -> str:
    told = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return told if told not in ("", "0") else "none"


def _late(
    division: DivisionTold, told: dict[int, PlayerEntered], rounds: RoundsPlanned
) -> Iterable[PlayerEntered]:
    """Who is entered, new ones who came later with the round they came in."""
    del division
    for number, player in told.items():
        first, spread = rounds.late.get(number, (1, None))
        yield replace(player, first_round=first, missed_spread=spread) if first > 1 else player


def _off(
    division: DivisionTold, numbers: dict[int, int], tournament: Tournament, changes: list[Change]
) -> tuple[int, ...]:
    found = []
    for entrant in division.entrants:
        number = numbers.get(entrant.number)
        if entrant.off is None or number is None or number in tournament.conduct.withdrawn:
            continue
        said = f"Player {number}, {entrant.name}, takes no further part"
        changes.append(Change("changed", said, division.file, entrant.line))
        found.append(number)
    return tuple(found)


def _missing(
    division: DivisionTold, numbers: dict[int, int], name: str, tournament: Tournament
) -> Iterable[Change]:
    told = set(numbers.values())
    for player in tournament.players:
        if player.division == name and player.number not in told:
            said = f"Player {player.number}, {player.name}, is not in the file, and stays"
            yield Change("said", said, division.file)
