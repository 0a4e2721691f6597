"""What taking a file in would change in a tournament, worked out before anything is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import result_of
from ledger.interchange.from_record import WIN, SheetOf, StandingHere, counts_alike, place_of
from ledger.interchange.names import Matched, matched, rounds_as_here
from ledger.interchange.parsed import (
    Change,
    DivisionView,
    Entrant,
    Line,
    ParsedTournament,
    Report,
    Verdict,
)
from ledger.interchange.tables import Met, rounds_of
from ledger.interchange.taking_in import ResultTold, TakeInFile, may_be_taken_over
from ledger.messages import listed, say
from ledger.tournament.divisions import division_entered, listed_divisions
from ledger.tournament.draw.inputs import MOST_SEED
from ledger.tournament.facts import (
    Division,
    Pairing,
    PlayerEntered,
    RoundPaired,
    RoundsPlanned,
    SatOut,
)
from ledger.tournament.names import OnPaper, Unprintable, lacking, names_in, names_of, told_apart
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import NUMBER_BEHIND, add_a_font, key, unwritable
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import always_signed, score

# The players of a file planned: who is here, who is new and under which number, what changes.


class PlayersPlanned:
    def __init__(
        self,
        tournament: Tournament,
        changes: list[Change],
        unprintable: Unprintable,
    ) -> None:
        self.tournament = tournament
        self.changes = changes
        self.unprintable = unprintable
        self.divisions: list[tuple[DivisionView, str, Matched]] = []
        self.numbers: dict[str, dict[int, int]] = {}
        """By our name of the division: our numbers by those of the file."""
        self.told: dict[str, dict[int, PlayerEntered]] = {}
        """By our name of the division and our number: who is entered, or told anew."""
        self.others: tuple[PlayerEntered, ...] = ()
        """Players of whom the file tells nothing, but who have the name of one it tells of."""
        self.names = {player.number: player.name for player in tournament.players}
        self._on_paper = {each.name for each in names_of(tournament)}
        self._usable: dict[str, list[Entrant]] = {}
        self._as_numbered, self._next = False, 1

    def look_for(self, division: DivisionView, name: str) -> None:
        """Find the players of a division of the file among those of ours, called ``name``."""
        if said := self._not_for_paper([OnPaper(say("tournament.whose.division"), name)]):
            self.changes.append(Change("refused", said, division.file))
            return
        usable = self._usable[name] = []
        for entrant in division.entrants:
            wrong = unwritable(entrant.name)
            if wrong or not entrant.name.strip():
                said = say("interchange.name-without-letters", number=entrant.number)
                if wrong:
                    said = say("interchange.name-has", number=entrant.number, wrong=wrong)
                self.changes.append(Change("refused", said, division.file, entrant.line))
            elif said := self._not_for_paper(names_in(_new(entrant, entrant.number, ""))):
                self.changes.append(Change("refused", said, division.file, entrant.line))
            else:
                usable.append(entrant)
        here = [player for player in self.tournament.players if player.division == name]
        games = rounds_as_here(self.tournament, division, name)
        self.divisions.append((division, name, matched(usable, here, games)))

    def _not_for_paper(self, names: Iterable[OnPaper]) -> str:
        """What our fonts lack of names that are new here, in words; empty where they have all."""
        for each, missing in lacking(names, self.unprintable):
            if each.name not in self._on_paper:
                return say(
                    "interchange.fonts-lack",
                    whose=each.whose,
                    name=each.name,
                    letters=" ".join(missing),
                    step=add_a_font(),
                )
        return ""

    def plan(self) -> None:
        """Give everybody of the file a number of ours, and say what is told of whom."""
        known = {player.number for *_, who in self.divisions for player in who.known.values()}
        self._find_free_numbers()
        plain = _without_numbers([one.name for of in self._usable.values() for one in of])
        for division, name, who in self.divisions:
            elsewhere = [
                player
                for player in self.tournament.players
                if player.division != name and player.number not in known
            ]
            there = who.known.keys() | who.unclear.keys()
            new = [one for one in self._usable[name] if one.number not in there]
            moved = matched(new, elsewhere)
            renamed = who.renamed | moved.renamed
            numbers = self.numbers[name] = {}
            players = self.told[name] = {}
            for entrant in self._usable[name]:
                if entrant.number in who.unclear:
                    self._not_clear(division, entrant, who.unclear[entrant.number])
                    continue
                player = who.known.get(entrant.number) or self._moving(
                    moved.known.get(entrant.number)
                )
                number = player.number if player else self._next_number(entrant)
                numbers[entrant.number] = number
                as_new = entrant if player else replace(entrant, name=plain(entrant.name))
                entered, change = _entered(
                    as_new, name, number, player, renamed=entrant.number in renamed
                )
                self.changes.append(replace(change, file=division.file, line=entrant.line))
                if entered is not None:
                    players[number] = entered
        self._tell_apart()

    def _find_free_numbers(self) -> None:
        """Whether the file's own numbers can be kept: each is one player's, and nobody's here."""
        taken = {player.number for player in self.tournament.players}
        new = [
            one.numbered
            for _, name, who in self.divisions
            for one in self._usable[name]
            if one.number not in who.known and one.number not in who.unclear
        ]
        self._as_numbered = all(new) and len(set(new)) == len(new) and not taken & set(new)
        self._next = max(taken, default=0) + 1

    def _next_number(self, entrant: Entrant) -> int:
        if self._as_numbered:
            return entrant.numbered
        self._next += 1
        return self._next - 1

    def _not_clear(self, division: DivisionView, entrant: Entrant, ours: Sequence[Player]) -> None:
        whose = listed(say("interchange.player-number", number=one.number) for one in ours)
        said = say("interchange.not-clear-who", name=entrant.name, whose=whose)
        self.changes.append(Change("refused", said, division.file, entrant.line))

    def _moving(self, player: Player | None) -> Player | None:
        """A player of another division, who goes to this one, where no round holds the player."""
        if player is None or any(
            player.number in (pairing.first, pairing.second)
            for paired in self.tournament.rounds
            for pairing in paired.pairings
        ):
            return None
        return player

    def _tell_apart(self) -> None:
        """Give those who have one name their numbers behind it, and say so."""
        players = {number: one for of in self.told.values() for number, one in of.items()}
        apart = {
            one.number: one for one in told_apart(self.tournament.players, tuple(players.values()))
        }
        for number, one in apart.items():
            was = players[number].name if number in players else self.names[number]
            if one.name != was:
                said = say("interchange.written-apart", number=number, name=was, written=one.name)
                self.changes.append(Change("said" if number in players else "changed", said))
        self.told = {
            name: {number: apart[number] for number in of} for name, of in self.told.items()
        }
        self.others = tuple(one for number, one in apart.items() if number not in players)
        self.names |= {number: one.name for number, one in apart.items()}


def _without_numbers(names: Sequence[str]) -> Callable[[str], str]:
    """Takes the number off a name that other people of the file have too, each with a number.

    We put it there when the file was written, and it is the number of a player of that event.

    >>> plain = _without_numbers(["Dov Smith (18)", "Dov Smith (16)", "Team (7)"])
    >>> plain("Dov Smith (18)"), plain("Team (7)")
    ('Dov Smith', 'Team (7)')
    """
    parts = {name: NUMBER_BEHIND.fullmatch(name) for name in names}
    shared = Counter(key(match[1]) for match in parts.values() if match)
    shared.subtract(key(name) for name, match in parts.items() if not match)

    def plain(name: str) -> str:
        match = NUMBER_BEHIND.fullmatch(name)
        return match[1].strip() if match and shared[key(match[1])] > 1 else name

    return plain


def _new(entrant: Entrant, number: int, division: str) -> PlayerEntered:
    return PlayerEntered(
        number=number,
        name=entrant.name,
        division=division,
        rating=entrant.rating,
        team=entrant.team,
        classes=entrant.classes,
        table=entrant.table,
        member=entrant.member,
    )


def _entered(
    entrant: Entrant, division: str, number: int, player: Player | None, *, renamed: bool
) -> tuple[PlayerEntered | None, Change]:
    """What is told of a player, and in words; nothing where all of it is here."""
    if player is None:
        return _new(entrant, number, division), Change(
            "new", say("interchange.player", number=number, name=entrant.name)
        )
    was = PlayerEntered(**asdict(player))
    now = replace(
        was,
        name=entrant.name if renamed else was.name,
        division=division,
        rating=entrant.rating or was.rating,
        team=entrant.team or was.team,
        classes=entrant.classes or was.classes,
        table=entrant.table or was.table,
        member=entrant.member or was.member,
    )
    if now == was:
        return None, Change(
            "same", say("interchange.player-as-here", number=number, name=player.name)
        )
    text = "; ".join(
        _changed(field, _shown(getattr(was, field)), _shown(getattr(now, field)))
        for field in ("name", "division", "rating", "team", "classes", "table", "member")
        if getattr(was, field) != getattr(now, field)
    )
    return now, Change(
        "changed", say("interchange.player-changed", number=number, name=player.name, changes=text)
    )


def _changed(field: str, was: str, now: str) -> str:
    return say(f"interchange.field.{field}", was=was, now=now)


def _shown(value: object) -> str:
    text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if text not in ("", "0") else say("interchange.field-empty")


# The rounds of a file beside those that are here: what is paired, whose result is taken over.


class DivisionRounds:
    """One division's rounds, planned one by one.

    Args:
      numbers: our numbers by those of the file.
      names: of players by our numbers, as they are written here once the file is taken in.
    """

    def __init__(
        self,
        tournament: Tournament,
        division: DivisionView,
        name: str,
        numbers: Mapping[int, int],
        sheet: SheetOf,
        names: Mapping[int, str],
    ) -> None:
        self.tournament = tournament
        self.division = division
        self.name = name
        self.numbers = numbers
        self.changes: list[Change] = []
        self.results: list[ResultTold] = []
        self.sat_out: list[SatOut] = []
        self.late: dict[int, tuple[int, int | None]] = {}
        self._names = names
        self._pairings: dict[int, list[Pairing]] = {}
        self._new = set(numbers.values()) - {player.number for player in tournament.players}
        self._here = StandingHere(tournament, name, sheet)

    def plan(self, rounds: Sequence[Sequence[Met]]) -> None:
        self._find_late(rounds)
        for number, mets in enumerate(rounds, 1):
            if not mets:
                continue
            tables = _Tables(self._here.pairings(number), self._here.first_table, mets)
            for met in mets:
                if met.one not in self.numbers or (met.two and met.two not in self.numbers):
                    self._tell("refused", say("interchange.player-left-out", number=number), met)
                elif met.two:
                    self._game(number, met, tables)
                else:
                    self._alone(number, met)

    def paired(self) -> Iterator[RoundPaired]:
        for number, pairings in sorted(self._pairings.items()):
            yield RoundPaired(round_number=number, division=self.name, pairings=tuple(pairings))

    def _tell(self, verdict: Verdict, said: str, met: Met) -> None:
        self.changes.append(Change(verdict, said, self.division.file, met.line))

    def _who(self, met: Met) -> str:
        one = self._names.get(self.numbers.get(met.one, 0), "")
        two = self._names.get(self.numbers.get(met.two, 0), "")
        if not met.two:
            return one
        scores = f" {score(*met.scores)}" if met.scores else ""
        return f"{one} – {two}{scores}"

    def _is_open(self, number: int, met: Met) -> bool:
        """Whether something new may be told of a round; where it is closed, that is said."""
        if (self.name, number) not in self.tournament.closed:
            return True
        self._tell(
            "refused", say("interchange.round-closed", number=number, players=self._who(met)), met
        )
        return False

    def _game(self, number: int, met: Met, tables: _Tables) -> None:
        one, two = self.numbers[met.one], self.numbers[met.two]
        here = self._here.pairings(number)
        there = here.get(one) or here.get(two)
        if there is None:
            if not self._is_open(number, met):
                return
            pairing = Pairing(tables.next(met.table), one, two)
            self._pairings.setdefault(number, []).append(pairing)
            said = say(
                "interchange.game-at-table",
                number=number,
                table=pairing.table,
                players=self._named(one, two),
            )
            if met.scores:
                who, points = self._named(one, two), score(*met.scores)
                said = say(
                    "interchange.game-at-table-scored",
                    number=number,
                    table=pairing.table,
                    players=who,
                    scores=points,
                )
            self._tell("new", said, met)
            if met.scores or met.started:
                starter = 1 if met.started else 0
                self.results.append(
                    ResultTold(number, pairing.table, met.scores, self.name, starter)
                )
        elif {there.first, there.second} != {one, two}:
            other = there.second if there.first in (one, two) else there.first
            whom = self._player(other) if other else say("interchange.nobody")
            who = self._player(one if one in (there.first, there.second) else two)
            said = say(
                "interchange.paired-otherwise",
                number=number,
                players=self._named(one, two),
                player=who,
                opponent=whom,
            )
            self._tell("refused", said, met)
        elif met.scores:
            self._result(number, met, there)
        else:
            self._tell(
                "same",
                say("interchange.paired-as-here", number=number, players=self._named(one, two)),
                met,
            )

    def _result(self, number: int, met: Met, there: Pairing) -> None:
        scores = self._scores(met, there)
        assert scores is not None
        sheet = self._here.sheet_at(number, there)
        named = self._named(there.first, there.second)
        text = score(*scores)
        stands = self._here.scores(number, there)
        if stands == scores:
            self._tell(
                "same",
                say("interchange.result-as-here", number=number, players=named, scores=text),
                met,
            )
            return
        if counts_alike(sheet, scores):
            self._tell(
                "same",
                say("interchange.result-counts-as-here", number=number, players=named, scores=text),
                met,
            )
            return
        if not may_be_taken_over(sheet):
            if stands is None:
                said = say(
                    "interchange.result-being-recorded", number=number, players=named, scores=text
                )
            else:
                said = say(
                    "interchange.result-stays",
                    number=number,
                    players=named,
                    scores=text,
                    here=score(*stands),
                )
            self._tell("refused", said, met)
            return
        if not self._is_open(number, met):
            return
        starter = (1 if self.numbers[met.one] == there.first else 2) if met.started else 0
        self.results.append(ResultTold(number, there.table, scores, self.name, starter))
        if stands is None:
            self._tell(
                "new", say("interchange.result", number=number, players=named, scores=text), met
            )
        else:
            said = say(
                "interchange.result-changed",
                number=number,
                players=named,
                scores=text,
                earlier=score(*stands),
            )
            self._tell("changed", said, met)

    def _alone(self, number: int, met: Met) -> None:
        """A round without an opponent: a bye, a round lost, or one before a late entry."""
        player = self.numbers[met.one]
        spread = met.scores[0] if met.scores else 0
        first, missed = self.late.get(player, (1, None))
        if number < first and player in self._new and spread == missed:
            said = say(
                "interchange.not-there-yet",
                number=number,
                player=self._player(player),
                spread=always_signed(spread),
            )
            self._tell("new", said, met)
            return
        there = self._here.pairings(number).get(player)
        if there is not None and there.second:
            self._against_a_game(number, met, there, spread)
            return
        half_wins = met.half_wins or 0
        bye = SatOut(
            round_number=number,
            division=self.name,
            player=player,
            half_wins=half_wins,
            spread=spread,
        )
        is_a_bye = there is not None
        here = self._here.worth(number, player, is_a_bye=is_a_bye)
        untold = here is not None and met.scores is None  # the format has no spread of it
        if here == (half_wins, here[1] if here and untold else spread):
            self._tell(
                "same",
                say("interchange.bye-as-here", number=number, player=self._player(player)),
                met,
            )
            return
        if not self._is_open(number, met):
            return
        new = there is None and half_wins == WIN
        if new:
            self._pairings.setdefault(number, []).append(Pairing(0, player, 0))
        if self._here.bye_by_the_book != (half_wins, spread) or not (new or is_a_bye):
            self.sat_out.append(bye)
        said = say(
            f"interchange.without-opponent.{half_wins}",
            number=number,
            player=self._player(player),
            spread=always_signed(spread),
        )
        self._tell("new" if there is None else "changed", said, met)

    def _against_a_game(self, number: int, met: Met, there: Pairing, spread: int) -> None:
        """Files write a game that was forfeited, or counts for nobody, as a round without one."""
        sheet = self._here.sheet_at(number, there)
        who = self._player(self.numbers[met.one])
        result = result_of(sheet)
        at = place_of(sheet, there, self.numbers[met.one])
        if result is not None and (result.half_wins[at], result.spreads[at]) == (
            met.half_wins or 0,
            spread,
        ):
            self._tell("same", say("interchange.bye-as-here", number=number, player=who), met)
            return
        said = say("interchange.nobody-in-the-file", number=number, player=who)
        self._tell("refused", said, met)

    def _find_late(self, rounds: Sequence[Sequence[Met]]) -> None:
        """New players whose first rounds are all lost with the same spread, before a real one."""
        for entrant in self.division.entrants:
            number = self.numbers.get(entrant.number)
            if number not in self._new or number is None:
                continue
            first, missed = 1, None
            for at in range(1, len(rounds) + 1):
                outing = entrant.outing(at)
                is_lost = outing.opponent == 0 and outing.half_wins == 0
                if not is_lost or (missed is not None and outing.score != missed):
                    break
                missed = outing.score
                first = at + 1
            if first > 1 and first <= len(rounds) and missed is not None and -999 <= missed <= 0:
                self.late[number] = (first, missed)

    def _player(self, number: int) -> str:
        known = self._names.get(number)
        if known is None:
            player = self.tournament.player(number)
            known = player.name if player else str(number)
        return known

    def _named(self, one: int, two: int) -> str:
        return f"{self._player(one)} – {self._player(two)}"

    def _scores(self, met: Met, there: Pairing) -> tuple[int, int] | None:
        if met.scores is None:
            return None
        one, two = met.scores
        return (one, two) if self.numbers[met.one] == there.first else (two, one)


class _Tables:
    """Tables of a round, given out: the file's own where it is free, else the next that is."""

    def __init__(self, here: Mapping[int, Pairing], first: int, mets: Sequence[Met]) -> None:
        self.taken = {pairing.table for pairing in here.values() if pairing.second}
        self.wanted = {met.table for met in mets if met.table}
        self.free = first

    def next(self, table: int) -> int:
        if not table or table in self.taken:
            while self.free in self.taken or self.free in self.wanted:
                self.free += 1
            table = self.free
        self.taken.add(table)
        return table


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
        return any(change.verdict == "refused" for change in self.changes) or any(
            line.weight in ("unusable", "left-out") for line in self.lines
        )


class Source(Struct, frozen=True):
    """What a file is called, and the SHA-256, in hex, of all that was given."""

    file: str
    digest: str


def planned(
    tournament: Tournament,
    parsed: ParsedTournament,
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
      into: our division, for a file of one division that names none, or another.
    """
    report = Report()
    changes: list[Change] = []
    if into is not None:
        into = division_entered(tournament, into)
    request = TakeInFile(file=source.file, digest=source.digest)
    players = PlayersPlanned(tournament, changes, unprintable)
    for division in parsed.divisions:
        name = _ours(division, parsed, tournament, into)
        if name is None:
            said = say("interchange.which-division")
            changes.append(Change("refused", said, division.file))
            continue
        if wrong := _not_planned(name, tournament):
            changes += _nobody_of(division, wrong)
            continue
        if name != division.name and division.name:
            said = say("interchange.goes-into-the-only", division=division.name)
            if name:
                said = say("interchange.goes-into", division=division.name, here=name)
            changes.append(Change("said", said, division.file))
        players.look_for(division, name)
    players.plan()
    for division, name, who in players.divisions:
        numbers = players.numbers[name]
        rounds = DivisionRounds(tournament, division, name, numbers, sheet, players.names)
        rounds.plan(rounds_of(division, report))
        changes += rounds.changes
        first_rounds = _late(players.told[name], rounds)
        off = _switched_off(division, numbers, tournament, changes)
        plan = _rounds_to_play(division, name, tournament, changes)
        request = replace(
            request,
            players=(*request.players, *first_rounds),
            rounds=(*request.rounds, *rounds.paired()),
            results=(*request.results, *rounds.results),
            sat_out=(*request.sat_out, *rounds.sat_out),
            off=(*request.off, *off),
            planned=(*request.planned, *plan),
            plans=(*request.plans, *_plan_of_rounds(division, name, tournament, source, changes)),
        )
        changes += _missing(division, numbers, name, tournament, who)
    changes += _of_the_day(parsed, tournament, source)
    options = _options(parsed, tournament, source, changes)
    request = replace(request, options=options)
    request = replace(request, players=(*request.players, *players.others))
    return Plan(request, tuple(changes), report.told())


def _options(
    parsed: ParsedTournament, tournament: Tournament, source: Source, changes: list[Change]
) -> tuple[tuple[str, int], ...]:
    """Points of the rulebook that the file's settings settle, where nobody has here."""
    here, taken = dict(tournament.options), []
    for name, value in parsed.options:
        if name in here:
            if here[name] not in (value, str(value)):
                said = say("interchange.option-stays", name=name, value=value, here=here[name])
                changes.append(Change("said", said, source.file))
        elif tournament.rulebook and not _is_left_open(tournament.rulebook, name, value):
            book = tournament.rulebook
            said = say("interchange.option-of-the-book", name=name, value=value, book=book)
            changes.append(Change("said", said, source.file))
        elif tournament.rounds or not tournament.rulebook:
            said = say("interchange.option-not-taken", name=name, value=value)
            changes.append(Change("said", said, source.file))
        else:
            changes.append(
                Change(
                    "changed", say("interchange.option-taken", name=name, value=value), source.file
                )
            )
            taken.append((name, value))
    return tuple(taken)


def _is_left_open(book: str, name: str, value: int) -> bool:
    try:
        rulebook.load(book).with_options(((name, value),))
    except Refusal:
        return False
    return True


def _of_the_day(
    parsed: ParsedTournament, tournament: Tournament, source: Source
) -> Iterator[Change]:
    """That the file names another first day than the set-up, which stays."""
    if parsed.day and parsed.day != tournament.first_day:
        said = say("interchange.other-day-none-here", day=parsed.day)
        if tournament.first_day:
            said = say("interchange.other-day", day=parsed.day, here=tournament.first_day)
        yield Change("said", said, source.file)


def _rounds_to_play(
    division: DivisionView, name: str, tournament: Tournament, changes: list[Change]
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
            said = say("interchange.rounds-stay", planned=division.planned, here=here[0].rounds)
            changes.append(Change("said", said, division.file))
        return ()
    if tournament.planned and not here:
        return ()
    said = say("interchange.rounds-planned", planned=division.planned)
    if name:
        said = say("interchange.rounds-planned-of", division=name, planned=division.planned)
    changes.append(Change("changed", said, division.file))
    return (replace(here[0] if here else Division(name), rounds=division.planned),)


def _plan_of_rounds(
    division: DivisionView,
    name: str,
    tournament: Tournament,
    source: Source,
    changes: list[Change],
) -> tuple[RoundsPlanned, ...]:
    """The plan of rounds that the file has, where nobody has planned any here."""
    here = tournament.plan_of(name).rounds
    if not division.plan:
        return ()
    how: Verdict = "same" if here == division.plan else "said" if here else "changed"
    n = len(division.plan)
    said = say(f"interchange.plan.{how}", n=n)
    if name:
        said = say(f"interchange.plan-of.{how}", n=n, division=name)
    changes.append(Change(how, said, division.file))
    if here:
        return ()
    seed = int(source.digest[:8] or "1", 16) % (MOST_SEED + 1)
    return (RoundsPlanned(division=name, rounds=division.plan, seed=seed),)


def _ours(
    division: DivisionView, parsed: ParsedTournament, tournament: Tournament, into: str | None
) -> str | None:
    """Our name of a division of the file; ``None`` where it can't be known."""
    if len(parsed.divisions) == 1:
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
    there = listed_divisions(one.name for one in tournament.planned)
    if name:
        return say("interchange.division-not-planned", division=name, divisions=there)
    return say("interchange.no-division-said", divisions=there)


def _nobody_of(division: DivisionView, wrong: str) -> Iterable[Change]:
    """That a division of the file is not taken in: once, or of each who stands in a line."""
    if not any(entrant.line for entrant in division.entrants):
        yield Change("refused", wrong[:1].upper() + wrong[1:], division.file)
    for entrant in division.entrants:
        if entrant.line:
            yield Change("refused", f"{entrant.name}: {wrong}", division.file, entrant.line)


def _late(players: Mapping[int, PlayerEntered], rounds: DivisionRounds) -> Iterable[PlayerEntered]:
    """Who is entered, new ones who came later with the round they came in."""
    for number, player in players.items():
        first, spread = rounds.late.get(number, (1, None))
        yield replace(player, first_round=first, missed_spread=spread) if first > 1 else player


def _switched_off(
    division: DivisionView,
    numbers: Mapping[int, int],
    tournament: Tournament,
    changes: list[Change],
) -> tuple[int, ...]:
    found = []
    for entrant in division.entrants:
        number = numbers.get(entrant.number)
        if entrant.off is None or number is None or number in tournament.conduct.withdrawn:
            continue
        said = say("interchange.player-off", number=number, name=entrant.name)
        if entrant.off:
            spread = always_signed(entrant.off)
            said = say(
                "interchange.player-off-spread", number=number, name=entrant.name, spread=spread
            )
        changes.append(Change("changed", said, division.file, entrant.line))
        found.append(number)
    return tuple(found)


def _missing(
    division: DivisionView,
    numbers: Mapping[int, int],
    name: str,
    tournament: Tournament,
    who: Matched,
) -> Iterable[Change]:
    known = {*numbers.values(), *(one.number for ours in who.unclear.values() for one in ours)}
    for player in tournament.players:
        if player.division == name and player.number not in known:
            said = say("interchange.player-not-in-file", number=player.number, name=player.name)
            yield Change("said", said, division.file)
