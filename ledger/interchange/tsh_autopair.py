"""The plan of rounds in a tsh configuration: ``autopair`` lines read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.interchange.parsed import MOST_ROUNDS, Report
from ledger.messages import say
from ledger.tournament.draw.inputs import GibsonMeets, SystemName
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.facts import PlannedRound

# A line is ``autopair DIVISION SOURCE TARGET COMMAND ARGUMENTS``: once the results of round SOURCE
# are in, COMMAND pairs round TARGET, unless it is paired already ("Configuring tsh"). Of two lines
# for one round tsh keeps the later. The division may be left out at the end where there is only
# one. What the commands take ("tsh Commands"), and what they are here:
#
#   rr [TIMES] DIVISION                       round robin, from TARGET on, TIMES games in a row
#   if ROUNDS DIVISION                        Initial Fontes, from TARGET on
#   ns REPEATS ROUND DIVISION                 Swiss by groups of wins, from standings after ROUND
#   koth REPEATS ROUND DIVISION               king of the hill
#   fp DISTANCE REPEATS ROUND DIVISION        factor
#   p1324 REPEATS ROUND DIVISION              factor 2


class Autopair(Struct, frozen=True):
    """One such line.

    Attributes:
      arguments: without the division, which comes last.
      named: whether the division is said once more at the end.
    """

    line: int
    division: str
    source: int
    target: int
    command: str
    arguments: tuple[str, ...] = ()
    named: bool = True

    @property
    def wording(self) -> str:
        last = (self.division,) if self.named else ()
        said = " ".join((self.command, *self.arguments, *last))
        return f"autopair {self.division} {self.source} {self.target} {said}"


def read_autopair(number: int, line: str) -> Autopair | None:
    """One line; ``None`` where it is none.

    >>> read = read_autopair(1, "autopair A 3 4 ns 0 3 a")
    >>> read.division, read.source, read.target, read.command, read.arguments
    ('A', 3, 4, 'ns', ('0', '3'))
    """
    words = line.split()
    if len(words) < 6 or words[0].lower() != "autopair":
        return None
    division, source, target, command, *arguments = words[1:]
    rounds = (source, target)
    if not all(one.isascii() and one.isdigit() and len(one) < 4 for one in rounds):
        return None
    last = arguments[-1]
    named = last.casefold() == division.casefold()
    if int(source) >= int(target) or not (named or (last.isascii() and last.isdigit())):
        return None
    return Autopair(
        number, division, int(source), int(target), command.lower(),
        tuple(arguments[:-1] if named else arguments), named,
    )  # fmt: skip


class Gibson(Struct, frozen=True):
    """Gibson's rule as the configuration has it; without spread it is not used."""

    spread: tuple[int, ...] = ()
    level_places: tuple[int, ...] = ()
    of_class: str = ""
    meets: GibsonMeets = "highest"


NO_GIBSON = Gibson()

HIGHEST_ROUND = 999  # that a plan may hold, as PlannedRound has it
MOST_IN_A_ROW = 99  # games, likewise


def plan_of(
    lines: Sequence[Autopair], players: int, report: Report, *, rounds: int = 0,
    gibson: Gibson = NO_GIBSON, by_starts: bool = True,
) -> tuple[PlannedRound, ...]:  # fmt: skip
    """The rounds that the lines of one division plan.

    Args:
      players: of the division, which say how long a round robin is.
      rounds: how many are played; 0: not said.
      by_starts: whether starts count in its Swiss rounds.
    """
    found: dict[int, PlannedRound] = {}
    for line in _in_force(lines, report):
        read = READ.get(line.command)
        planned = tuple(read(line, players)) if read else ()
        if not planned:
            said = say("interchange.no-such-method", line=line.wording[:80])
            report.left_out(line.line, "not-understood", said)
            continue
        fitting = [one for one in planned if one.round_number <= (rounds or MOST_ROUNDS)]
        new = [one for one in fitting if one.round_number not in found]
        if len(new) < len(fitting):
            said = say("interchange.paired-by-an-earlier-line", line=line.wording[:80])
            report.remark(line.line, "paired-twice", said)
        before = found.get(line.target - 1)
        since = before.since if before and _goes_on(before, line.target, new, players) else 0
        for one in new:
            planned_round = one if one.since else _with_gibson(one, gibson)
            if one.system == "win-groups" and not by_starts:
                planned_round = replace(planned_round, by_starts=False)
            found[one.round_number] = (
                replace(planned_round, since=since) if since else planned_round
            )
        report.understood(line.line, f"{line.wording}: {_told(new)}")
    return tuple(one for _, one in sorted(found.items()))


def _in_force(lines: Sequence[Autopair], report: Report) -> Iterator[Autopair]:
    """The last line for each round, by round; one that a later line replaces is told."""
    last = {line.target: line for line in lines}
    for line in lines:
        if last[line.target] is not line:
            said = say("interchange.replaced-by-a-later-line", line=line.wording[:80])
            report.left_out(line.line, "paired-twice", said)
    yield from (line for _, line in sorted(last.items()))


def _goes_on(before: PlannedRound, target: int, new: Sequence[PlannedRound], players: int) -> bool:
    """Whether a round robin that begins here is the next cycle of the one before."""
    if not new or {before.system, new[0].system} != {"round-robin"}:
        return False
    cycle = (players - 1 + players % 2) * before.in_a_row
    return before.in_a_row == new[0].in_a_row and (target - before.since) % cycle == 0


def _with_gibson(planned: PlannedRound, gibson: Gibson) -> PlannedRound:
    if not gibson.spread:
        return planned
    return replace(
        planned,
        gibson=gibson.spread,
        level_places=gibson.level_places,
        gibson_class=gibson.of_class,
        gibson_meets=gibson.meets,
    )


def _told(rounds: Sequence[PlannedRound]) -> str:
    if not rounds:
        return say("interchange.no-round")
    first, last = rounds[0].round_number, rounds[-1].round_number
    system = SYSTEMS[rounds[0].system].called
    if len(rounds) > 1:
        return say("interchange.rounds-by", first=first, last=last, system=system)
    return say("interchange.round-by", number=first, system=system)


def _round_robin(line: Autopair, players: int) -> Iterator[PlannedRound]:
    times = _numbers(line, least=0, most=1)
    if times is None or players < 2:
        return
    cycle = players - 1 + players % 2
    in_a_row = times[0] if times else 1
    if in_a_row > MOST_IN_A_ROW:
        return
    for number in range(line.target, min(line.target + cycle * in_a_row, HIGHEST_ROUND + 1)):
        yield PlannedRound(
            round_number=number, system="round-robin", after=line.source, since=line.target,
            meetings=0, in_a_row=in_a_row,
        )  # fmt: skip


def _fontes(line: Autopair, players: int) -> Iterator[PlannedRound]:
    del players
    numbers = _numbers(line, least=1, most=1)
    if not numbers or not 1 <= numbers[0] <= 99:
        return
    for number in range(line.target, min(line.target + numbers[0], HIGHEST_ROUND + 1)):
        yield PlannedRound(
            round_number=number, system="fontes", after=line.source, since=line.target,
            fontes_rounds=numbers[0],
        )  # fmt: skip


def _by_standings(
    system: SystemName, *, factor: int = 0, says_factor: bool = False
) -> Callable[[Autopair, int], Iterator[PlannedRound]]:
    """A command with the repeats allowed and the round whose standings it takes."""

    def read(line: Autopair, players: int) -> Iterator[PlannedRound]:
        del players
        count = 3 if says_factor else 2
        numbers = _numbers(line, least=count, most=count)
        if numbers is None:
            return
        *distance, repeats, based_on = numbers
        apart = distance[0] if distance else factor
        if based_on >= line.target or repeats > 98 or (says_factor and not apart):
            return
        planned = PlannedRound(
            round_number=line.target, system=system, based_on=based_on,
            after=max(line.source, based_on), meetings=repeats + 1,
        )  # fmt: skip
        yield replace(planned, factor=apart) if apart else planned

    return read


def _numbers(line: Autopair, *, least: int, most: int) -> list[int] | None:
    """The arguments, all of them numbers; ``None`` where they are not, or not as many."""
    words = line.arguments
    if not least <= len(words) <= most:
        return None
    if not all(one.isascii() and one.isdigit() and len(one) < 4 for one in words):
        return None
    return [int(one) for one in words]


READ: dict[str, Callable[[Autopair, int], Iterable[PlannedRound]]] = {
    "rr": _round_robin,
    "roundrobin": _round_robin,
    "if": _fontes,
    "initfontes": _fontes,
    "ns": _by_standings("win-groups"),
    "newswiss": _by_standings("win-groups"),
    "koth": _by_standings("koth"),
    "fp": _by_standings("factor", says_factor=True),
    "factorpair": _by_standings("factor", says_factor=True),
    "p1324": _by_standings("factor", factor=2),
    "pair1324": _by_standings("factor", factor=2),
}
"""By the name of a command, long or short."""

WRITTEN = {"swiss": "ns", "win-groups": "ns", "koth": "koth", "factor": "fp"}


def lines_of(rounds: Sequence[PlannedRound], division: str, players: int) -> Iterator[str]:
    """The lines that plan these rounds there; none for a method it does not have.

    A method that allows any number of meetings is written with as many as there are rounds.
    """
    at = 0
    while at < len(rounds):
        one = rounds[at]
        together = [one]
        while one.since and at + len(together) < len(rounds):
            other = rounds[at + len(together)]
            cycle = _cycle(one, players)
            if (other.since, other.system) != (one.since, one.system) or len(together) == cycle:
                break
            together.append(other)
        at += len(together)
        said = _command(one, len(together))
        if said:
            source = one.after
            yield f"autopair {division} {source} {one.round_number} {said} {division}"


def _cycle(one: PlannedRound, players: int) -> int:
    """How many rounds a line pairs that begins with this one; 0: as many as there are."""
    if one.system != "round-robin":
        return 0
    return max(1, players - 1 + players % 2) * one.in_a_row


def _command(one: PlannedRound, rounds: int) -> str:
    if one.system == "round-robin":
        return f"rr {one.in_a_row}"
    if one.system == "fontes":
        return f"if {rounds}"
    if one.system not in WRITTEN:
        return ""
    repeats = one.meetings - 1 if one.meetings else one.round_number - 1
    distance = f"{one.factor} " if one.system == "factor" else ""
    return f"{WRITTEN[one.system]} {distance}{repeats} {one.based_on}"


def settings_of_plan(rounds: Sequence[PlannedRound], division: str) -> Iterator[str]:
    """The settings that go with them: of starts in a Swiss round, of Gibson's rule."""
    swiss = [one for one in rounds if one.system == "win-groups"]
    if any(one.by_starts for one in swiss):
        yield "config track_firsts = 1"
    elif swiss:
        yield "config swiss_ignores_firsts = 1"
    first = next((one for one in rounds if one.gibson), None)
    if first is None:
        return
    strict = first.gibson_meets == "highest-met-or-not"
    yield "config gibson = 'strict'" if strict else "config gibson = 1"
    yield f"config gibson_spread{{'{division}'}} = [{','.join(map(str, first.gibson))}]"
    if first.level_places:
        places = ",".join(map(str, first.level_places))
        yield f"config gibson_groups{{'{division}'}} = [{places}]"
    if first.gibson_class:
        of_class = re.sub(r"(['\\\\])", r"\\\1", first.gibson_class)
        yield f"config gibson_class{{'{division}'}} = '{of_class}'"


def not_written(rounds: Sequence[PlannedRound], called: str, players: int) -> Iterator[str]:
    """What of a plan such lines can't say, a sentence each."""
    missing = [one.round_number for one in rounds if not _command(one, 1)]
    if missing:
        numbers = ", ".join(map(str, missing))
        yield say("interchange.no-australian-draw", division=called, rounds=numbers)
    if any(one.byes != "lowest" for one in rounds):
        yield say("interchange.bye-not-in-plan", division=called)
    with_rule = {
        (one.gibson, one.level_places, one.gibson_class, one.gibson_meets)
        for one in rounds
        if not one.since
    }
    if len(with_rule) > 1:
        yield say("interchange.gibson-differs", division=called)
    if any(one.gibson and one.gibson_meets == "lowest" for one in rounds):
        yield say("interchange.gibson-of-tsh", division=called)
    ours = [one.round_number for one in rounds if one.system == "swiss"]
    if ours:
        yield say("interchange.swiss-of-tsh", division=called, rounds=", ".join(map(str, ours)))
    if len({one.by_starts for one in rounds if one.system == "win-groups"}) > 1:
        yield say("interchange.plan-starts-differ", division=called)
    robins = [one for one in rounds if one.system == "round-robin"]
    for since in sorted({one.since for one in robins}):
        of_one = [one for one in robins if one.since == since]
        count, cycle = len(of_one), _cycle(of_one[0], players)
        if count % cycle:
            pairs = -(-count // cycle) * cycle
            yield say(
                "interchange.round-robin-of-tsh",
                division=called,
                since=since,
                rounds=count,
                players=players,
                pairs=pairs,
            )


def settings_not_written(plans: Sequence[Sequence[PlannedRound]]) -> Iterator[str]:
    """What the plans of several divisions can't say, for tsh has one setting for all of them."""
    by_standings = [[one for one in plan if not one.since] for plan in plans]
    strict = {(bool(each[0].gibson), each[0].gibson_meets) for each in by_standings if each}
    swiss = [[one for one in plan if one.system == "win-groups"] for plan in plans]
    starts = {any(one.by_starts for one in each) for each in swiss if each}
    if len(strict) > 1 or len(starts) > 1:
        yield say("interchange.plan-divisions-differ")
