"""Tables of players and of results, read row by row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.results.slips import LEAST, MOST
from ledger.interchange.exporting import BYES
from ledger.interchange.parsed import (
    GAP,
    MOST_PLAYERS,
    MOST_ROUNDS,
    DivisionView,
    Entrant,
    Outing,
    ParsedTournament,
    Report,
    told_of,
    unguarded,
    whole,
    without_decimals,
)
from ledger.messages import say
from ledger.messages.written import grouped
from ledger.vocabulary.names import IN_A_LIST, unlikely_name

# Columns of a table found by what stands above them, in any order and spelling people use.


NAMES: Mapping[str, tuple[str, ...]] = {
    # of players
    "name": (
        "name", "player", "playername", "fullname", "competitor", "entrant", "participant",
        "spieler", "spielerin", "teilnehmer", "joueur", "jugador", "giocatore", "jogador",
        "speler", "spelare", "spiller", "naam", "namn", "navn", "zawodnik",
    ),
    "surname": (
        "surname", "lastname", "familyname", "nachname", "familienname", "nom", "nomdefamille",
        "apellido", "apellidos", "cognome", "sobrenome", "apelido", "achternaam", "efternamn",
        "efternavn", "etternavn", "nazwisko",
    ),
    "given": (
        "givenname", "given", "firstname", "forename", "vorname", "prenom", "nombre", "nome",
        "voornaam", "fornamn", "fornavn", "imie",
    ),
    "rating": (
        "rating", "rtg", "elo", "oldrating", "initialrating", "currentrating", "wertung",
        "wertungszahl", "cote", "ranking",
    ),
    "team": ("team", "club", "school", "country", "verein", "klub", "mannschaft", "land"),
    "class": ("class", "classes", "prizeclass", "klasse"),
    "number": (
        "number", "no", "nr", "seed", "playernumber", "playerno", "startnumber", "pn", "nummer",
        "startnummer", "numero",
    ),
    "kept": ("fixedtable", "reservedtable", "tablekept"),
    "off": ("withdrawn", "off", "inactive"),
    "member": (
        "id",
        "member",
        "memberid",
        "memberno",
        "membernumber",
        "membershipno",
        "membershipnumber",
        "naspaid",
        "wespaid",
        "playerid",
    ),
    # of players, in files of tsh
    "pairings": ("pairings",),
    "boards": ("boards",),
    "scores": ("scores",),
    "starts": ("p12",),
    # of results
    "round": ("round", "rd", "rnd"),
    "first": ("player1", "first", "winner", "name1", "playera"),
    "score1": ("score1", "winnersscore", "winnerscore", "firstscore", "scorea"),
    "second": ("player2", "second", "opponent", "loser", "name2", "playerb"),
    "score2": ("score2", "opponentsscore", "opponentscore", "losersscore", "secondscore", "scoreb"),
    "bye": ("bye",),
    "started": ("started", "starter", "wentfirst"),
    # of both
    "division": ("division", "div", "section", "group", "gruppe", "groupe", "grupo", "gruppo"),
    "table": ("table", "board", "tablenumber"),
}  # fmt: skip
"""What a column is, and how people and programs head it, without blanks and marks."""

CARRIED = frozenset({"initw", "initl", "inits", "initc"})
"""Columns of tsh for a record from another event."""

ROUND_BY_ROUND = re.compile(r"(pairing|board|score|p12)([0-9]{1,3})")

_MEANT = {spelling: column for column, spellings in NAMES.items() for spelling in spellings}


def plain(heading: str) -> str:
    """A heading without case, accents, blanks and marks.

    >>> plain(" Winner’s Score "), plain("Prénom N°")
    ('winnersscore', 'prenomn')
    """
    folded = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in folded if letter.isascii() and letter.isalnum())


def columns_of(row: Sequence[str]) -> dict[str, int]:
    """What stands in which column, by its headings; empty where the row is no header.

    A round by round column of tsh is named with its round: ``score3``. Where a table is of
    results, ``score1`` and ``score2`` are those of its two players.
    """
    found: dict[str, int] = {}
    for at, heading in enumerate(row):
        name = plain(heading)
        if name in _MEANT:
            found.setdefault(_MEANT[name], at)
        elif ROUND_BY_ROUND.fullmatch(name):
            found.setdefault(name, at)
    if "given" in found and not {"name", "surname"} & found.keys():
        found["name"] = found.pop("given")  # the word for the whole name in some languages
    if is_of_results(found) or "name" in found or "surname" in found:
        return found
    return {}


def is_of_results(columns: Mapping[str, int]) -> bool:
    """Whether each row is a game, not a player."""
    return {"first", "second", "score1", "score2"} <= columns.keys()


OF_RESULTS = frozenset({
    "round", "first", "score1", "second", "score2", "bye", "started", "table",
})  # fmt: skip
"""Columns that only a table of results has."""


def not_used(row: Sequence[str], columns: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """The headings that mean nothing in this table, each with its place."""
    of_results = is_of_results(columns)
    used = {at for column, at in columns.items() if of_results or column not in OF_RESULTS}
    return ((at, text.strip()) for at, text in enumerate(row) if text.strip() and at not in used)


# Lines of a list of players as people write it, parted into name and rating.


RATED = re.compile(r"(?P<name>.*[^\W\d_][^\d]*?)[\s,]*[\s(\[,](?P<rating>\d{3,4})\s*[)\]]?")
"""``Ann Lee (1700)``, ``Ann Lee 1700`` or ``Ann Lee, 1700``."""


def parted(line: str) -> tuple[str, str]:
    """The name and the rating of a line of a list, without the number it begins with.

    >>> parted("1. Ann Lee (1700)"), parted("Bo Quill")
    (('Ann Lee', '1700'), ('Bo Quill', ''))
    """
    numbered = IN_A_LIST.fullmatch(line)
    rest = numbered["rest"] if numbered else line
    rated = RATED.fullmatch(rest)
    return (rated["name"].strip(" ,"), rated["rating"]) if rated else (rest.strip(" ,"), "")


def is_in_a_list(line: str) -> bool:
    """Whether a line begins with its number, or has its rating in brackets."""
    return IN_A_LIST.fullmatch(line) is not None or line.rstrip().endswith((")", "]"))


# A table of players, row by row: of one division or several, with or without their rounds.


LISTS = (("pairing", "pairings"), ("score", "scores"), ("board", "boards"), ("p12", "starts"))
"""What is told round by round, and the column that has all rounds in one cell."""

PLAYS = frozenset({"", "0", "no", "-"})
"""What stands in a column Withdrawn of who takes part."""


MARKED = re.compile(r"\d[.,’' ]\d{3}[?*]?|\d{1,4}[?*pP]")
"""A rating with a point between its thousands, or marked as provisional."""


class PlayerRows:
    def __init__(self, columns: Mapping[str, int], report: Report) -> None:
        self.columns = columns
        self.report = report
        self.found: dict[str, list[Entrant]] = {}
        self.rows: dict[str, int] = {}
        self.numbers: set[tuple[str, int]] = set()

    def row(self, line: int, cells: Sequence[str]) -> None:
        def told(column: str) -> str:
            at = self.columns.get(column, -1)
            return unguarded(cells[at]) if 0 <= at < len(cells) else ""

        division = told("division")
        self.rows[division] = self.rows.get(division, 0) + 1
        name = told("name") or _put_together(told("surname"), told("given"))
        if not name:
            self.report.left_out(
                line, "no-name", say("interchange.no-name", line=" ".join(cells)[:60])
            )
            return
        if unlikely := unlikely_name(name):
            self.report.left_out(line, "name-unlikely", unlikely)
            return
        rating = self._points(line, told("rating"))
        if rating is None:
            return
        so_far = self.found.setdefault(division, [])
        number, is_told = self._number(line, division, told("number"), self.rows[division])
        entrant = Entrant(
            number=number,
            name=name,
            line=line,
            numbered=number if is_told else 0,
            rating=rating,
            team=told("team"),
            classes=tuple(told("class").replace(",", " ").split()),
            member=told("member"),
            table=self._table(line, told("kept")),
            off=None if told("off").casefold() in PLAYS else 0,
            outings=self._outings(line, told),
        )
        so_far.append(entrant)

    def divisions(self) -> tuple[DivisionView, ...]:
        """What the rows add up to. Numbers of ours follow the order of the table."""
        return tuple(self._division(name, self.found[name]) for name in sorted(self.found))

    def _division(self, name: str, entrants: list[Entrant]) -> DivisionView:
        place = {each.number: at for at, each in enumerate(entrants, 1)}
        numbered = tuple(
            replace(
                each,
                number=at,
                outings=tuple(
                    replace(one, opponent=place.get(one.opponent, one.opponent))
                    if one.opponent
                    else one
                    for one in each.outings
                ),
            )
            for at, each in enumerate(entrants, 1)
        )
        for each in numbered:
            self.report.understood(each.line, told_of(each, name))
        return DivisionView(name=name, entrants=numbered, file=self.report.file)

    def _number(self, line: int, division: str, text: str, usual: int) -> tuple[int, bool]:
        """A number of its own, and whether it is the one that stands there."""
        is_told = bool(text)
        number = whole(without_decimals(text)) if text else usual
        if number is None or number < 1:
            said = say("interchange.no-number", text=text[:20])
            self.report.remark(line, "value-unreadable", said)
            number, is_told = usual, False
        if (division, number) in self.numbers and text:
            self.report.remark(line, "number-twice", say("interchange.number-twice", number=number))
            is_told = False
        while (division, number) in self.numbers:
            number += 1
        self.numbers.add((division, number))
        return number, is_told

    def _points(self, line: int, text: str) -> int | None:
        """A rating, 0 for none; ``None``, which is said, for what is no rating."""
        if not text or text in ("-", "n/a", "unrated"):
            return 0
        meant = MARKED.fullmatch(text)
        if meant is not None:
            read = int(re.sub(r"\D", "", text))
            said = say("interchange.rating-marked", text=text[:20], read=read)
            self.report.remark(line, "rating-marked", said)
            return read
        points = whole(without_decimals(text))
        if points is None or not 0 <= points <= 9999:
            said = say("interchange.rating-unreadable", text=text[:20])
            self.report.left_out(line, "rating-unreadable", said)
            return None
        return points

    def _table(self, line: int, text: str) -> int:
        table = whole(without_decimals(text)) if text else 0
        if table is None or not 0 <= table <= 9999:
            self.report.remark(
                line, "value-unreadable", say("interchange.no-table", text=text[:20])
            )
            return 0
        return table

    def _outings(self, line: int, told: Callable[[str], str]) -> tuple[Outing, ...]:
        lists = {what: self._listed(line, told(column), what, told) for what, column in LISTS}
        return tuple(
            _outing(*(lists[what].get(at) for what in ("pairing", "score", "board", "p12")))
            for at in range(1, max(lists["pairing"], default=0) + 1)
        )

    def _listed(
        self, line: int, text: str, what: str, cell: Callable[[str], str]
    ) -> dict[int, int]:
        """A value for each round, from a list in one cell and cells of their own."""
        found: dict[int, int] = {}
        values = [*enumerate(text.replace(";", " ").replace(",", " ").split(), 1)]
        values += [
            (int(column[len(what) :]), cell(column))
            for column in self.columns
            if column.startswith(what) and column[len(what) :].isdigit()
        ]
        for at, value in values:
            if not 1 <= at <= MOST_ROUNDS or value in ("", "00"):
                continue
            number = whole(without_decimals(value))
            if number is None:
                said = say(
                    "interchange.value-of-round-unreadable", value=value[:20], what=what, number=at
                )
                self.report.remark(line, "value-unreadable", said)
            else:
                found[at] = number
        return found


def _outing(opponent: int | None, score: int | None, table: int | None, p12: int | None) -> Outing:
    if opponent is None or opponent < 0:
        return Outing()
    worth = None if opponent or not score else 2 if score > 0 else 0
    started = {1: True, 2: False}.get(p12 or 0) if opponent else None
    return Outing(opponent, score, worth, started, (table or 0) if opponent else 0)


def _put_together(surname: str, given: str) -> str:
    """A name from its parts, as tournament files have it: ``Fernweh, Ada``."""
    return f"{surname}, {given}" if surname and given else surname or given


# Rounds put together from what each player's line says, where both lines say the same.


class Met(Struct, frozen=True):
    """Two players of a round, or one who had nobody to play.

    Attributes:
      one, two: their numbers within the division, who started first where that is known; ``two``
        is 0 for nobody.
      scores: in that order; ``None``: none yet. Without an opponent the first is the
        spread, where the file has it.
      started: whether it is known that ``one`` went first.
      half_wins: without an opponent: 2, 1, 0, or ``None`` where it counts for nothing.
      table: 0: not told.
    """

    one: int
    two: int = 0
    scores: tuple[int, int] | None = None
    started: bool = False
    half_wins: int | None = None
    table: int = 0
    line: int = 0


def rounds_of(division: DivisionView, report: Report) -> tuple[tuple[Met, ...], ...]:
    """The rounds of a division, the first one first; what does not agree is said and left out."""
    report.file = division.file
    players = {each.number: each for each in division.entrants}
    return tuple(tuple(_round(players, number, report)) for number in range(1, division.rounds + 1))


def _round(players: dict[int, Entrant], at: int, report: Report) -> Iterator[Met]:
    for number, player in players.items():
        outing = player.outing(at)
        if outing.opponent is None:
            continue
        if outing.opponent == 0:
            if outing.half_wins is None and not outing.score:
                continue  # counts for nothing: the player was not there
            spread = outing.score or 0
            scores = None if outing.score is None else (spread, 0)
            if _possible(spread, player, at, report):
                yield Met(number, scores=scores, half_wins=outing.half_wins, line=player.line)
            continue
        other = players.get(outing.opponent)
        if other is None or other is player:
            code = "own-opponent" if other is player else "no-such-opponent"
            said = say("interchange.opponent-nobody", number=at, opponent=outing.opponent)
            if other is player:
                said = say("interchange.own-opponent", number=at)
            report.left_out(player.line, code, said)
            continue
        back = other.outing(at)
        if back.opponent != number:
            said = _not_mutual(at, other.number, back.opponent)
            report.left_out(player.line, "not-mutual", said)
        elif number < other.number:
            yield _game((player, outing), (other, back), at, report)


def _not_mutual(at: int, opponent: int, whom: int | None) -> str:
    """That an opponent has somebody else in that round, nobody, or says nothing."""
    if whom is None:
        return say("interchange.opponent-says-nothing", number=at, opponent=opponent)
    if whom == 0:
        return say("interchange.opponent-has-nobody", number=at, opponent=opponent)
    return say("interchange.opponent-has-other", number=at, opponent=opponent, other=whom)


def _game(one: tuple[Entrant, Outing], two: tuple[Entrant, Outing], at: int, report: Report) -> Met:
    """A game that both lines tell of, who started first."""
    (player, mine), (other, others) = one, two
    line = player.line
    if mine.table and others.table and mine.table != others.table:
        said = say("interchange.tables-differ", number=at, table=mine.table, other=others.table)
        report.remark(line, "tables-differ", said)
    starts = (mine.started, others.started)
    known = starts in {(True, False), (False, True), (True, None), (None, True)} or (
        starts in {(False, None), (None, False)}
    )
    if starts in {(True, True), (False, False)}:
        report.remark(line, "starts-differ", say("interchange.starts-differ", number=at))
    scores = _scores(mine, others, player, at, report)
    first = mine.started is True or others.started is False
    if known and not first:
        player, other = other, player
        scores = (scores[1], scores[0]) if scores else None
    return Met(
        player.number,
        other.number,
        scores,
        started=known,
        table=mine.table or others.table,
        line=line,
    )


def _scores(
    mine: Outing, others: Outing, player: Entrant, at: int, report: Report
) -> tuple[int, int] | None:
    """Both scores; where one is nothing and the other is none, the game was not played yet."""
    both = (mine.score, others.score)
    if both[0] is None or both[1] is None:
        if both != (None, None) and any(both):
            said = say("interchange.one-score", number=at)
            report.remark(player.line, "one-score", said)
        return None
    if both == (0, 0):
        return None
    if all(_possible(score, player, at, report) for score in both if score is not None):
        return both[0], both[1]
    return None


def _possible(score: int, player: Entrant, at: int, report: Report) -> bool:
    if LEAST <= score <= MOST:
        return True
    said = say("interchange.score-impossible", number=at, score=score)
    report.left_out(player.line, "score-impossible", said)
    return False


# A table of results, a game a row: players by name, whose rounds are put together from it.


WORTH = {worth: half_wins for half_wins, worth in BYES.items()}
"""Half wins by what stands in the column Bye."""

NOBODY = frozenset({"", "bye", "-", "none"})


class ResultRows:
    def __init__(self, columns: Mapping[str, int], report: Report, first_starts: bool) -> None:
        self.columns = columns
        self.report = report
        self.first_starts = first_starts and "started" not in columns
        self.names: dict[str, dict[str, int]] = {}
        self.lines: dict[tuple[str, int], int] = {}
        self.outings: dict[tuple[str, int, int], Outing] = {}
        self.players = 0

    def row(self, line: int, cells: Sequence[str]) -> None:
        def told(column: str) -> str:
            at = self.columns.get(column, -1)
            return unguarded(cells[at]) if 0 <= at < len(cells) else ""

        number = whole(without_decimals(told("round"))) if "round" in self.columns else 1
        if number is None or not 1 <= number <= MOST_ROUNDS:
            said = say("interchange.round-unreadable", text=told("round")[:20])
            self.report.left_out(line, "round-unreadable", said)
            return
        scores = [whole(without_decimals(told(column))) for column in ("score1", "score2")]
        names = [told("first"), told("second")]
        if not names[0]:
            self.report.left_out(
                line, "no-name", say("interchange.no-name", line=" ".join(cells)[:60])
            )
            return
        if unlikely := unlikely_name(names[0]):
            self.report.left_out(line, "name-unlikely", unlikely)
            return
        if names[0] == names[1]:
            self.report.left_out(
                line, "own-opponent", say("interchange.same-name", name=names[0][:60])
            )
            return
        division = told("division")
        for at, column in enumerate(("score1", "score2")):
            if scores[at] is None and told(column):
                said = say("interchange.score-unreadable", text=told(column)[:20])
                self.report.remark(line, "score-unreadable", said)
        if names[1].casefold() in NOBODY:
            worth = WORTH.get(told("bye").casefold())
            self._alone(line, division, number, names[0], scores[0], worth)
            return
        self._game(line, division, number, names, scores, told("table"), told("started"))

    def divisions(self) -> tuple[DivisionView, ...]:
        """What the rows add up to; players are numbered as they come."""
        found = []
        for division in sorted(self.names):
            of_it = [key[1] for key in self.outings if key[0] == division]
            entrants = tuple(
                Entrant(
                    number=number,
                    name=name,
                    line=self.lines[division, number],
                    outings=tuple(
                        self.outings.get((division, at, number), GAP)
                        for at in range(1, max(of_it, default=0) + 1)
                    ),
                )
                for name, number in self.names[division].items()
            )
            for each in entrants:
                self.report.understood(each.line, told_of(each, division))
            found.append(DivisionView(name=division, entrants=entrants, file=self.report.file))
        return tuple(found)

    def _alone(
        self,
        line: int,
        division: str,
        at: int,
        name: str,
        score: int | None,
        worth: int | None,
    ) -> None:
        number = self._number(line, division, name)
        if number and not self._paired(line, division, at, (name, number)):
            if worth is None and score:
                worth = 2 if score > 0 else 0
            self.outings[division, at, number] = Outing(0, score, worth)

    def _game(
        self,
        line: int,
        division: str,
        at: int,
        names: Sequence[str],
        scores: Sequence[int | None],
        table: str,
        started: str,
    ) -> None:
        numbers = [self._number(line, division, name) for name in names]
        if 0 in numbers or any(
            self._paired(line, division, at, pair) for pair in zip(names, numbers, strict=True)
        ):
            return
        who = {"1": 0, "2": 1, names[0]: 0, names[1]: 1}.get(without_decimals(started))
        starter = 0 if self.first_starts else who
        for me, other in ((0, 1), (1, 0)):
            self.outings[division, at, numbers[me]] = Outing(
                opponent=numbers[other],
                score=scores[me],
                started=None if starter is None else starter == me,
                table=max(0, whole(without_decimals(table)) or 0),
            )

    def _number(self, line: int, division: str, name: str) -> int:
        known = self.names.setdefault(division, {})
        if name not in known:
            if self.players >= MOST_PLAYERS:
                said = say("interchange.too-many-players", most=grouped(MOST_PLAYERS))
                self.report.left_out(line, "too-many-players", said)
                return 0
            self.players += 1
            known[name] = len(known) + 1
            self.lines[division, known[name]] = line
        return known[name]

    def _paired(self, line: int, division: str, at: int, player: tuple[str, int]) -> bool:
        name, number = player
        if (division, at, number) not in self.outings:
            return False
        said = say("interchange.told-twice", name=name[:60], number=at)
        self.report.left_out(line, "paired-twice", said)
        return True


Row = tuple[int, Sequence[str]]
"""A row's number and its cells."""

WITHOUT_A_HEADER = {
    "division": 0, "round": 1, "first": 2, "score1": 3, "second": 4, "score2": 5,
}  # fmt: skip

WITHOUT_HEADS = (
    ("name", "rating", "division"),
    ("number", "name", "rating"),
    ("number", "name", "rating", "division"),
)
"""Columns of players as people paste them without heads."""

MOST_OF_A_DIVISION = 12  # letters of a division's name by which a column is told from one of clubs
MOST_ROWS_BEFORE = 20  # rows above a header: titles, addresses, an empty one

MOST_RESULTS = 60_000


def read_table(rows: Sequence[Row], report: Report) -> ParsedTournament:
    """A tournament as a table tells it; nothing, which is said, for a table of other things."""
    rows = [(number, cells) for number, cells in rows if any(cell.strip() for cell in cells)]
    at, columns = _header(rows)
    if columns:
        head = rows[at][1]
        for number, cells in rows[:at]:
            report.remark(
                number, "column-not-used", say("interchange.above-the-header", line=_joined(cells))
            )
        _say_what_is_not_used(head, columns, rows[at][0], report)
        return _read(rows[at + 1 :], head, columns, report, starts=_starts_view(head))
    if _is_of_results_without_header(rows):
        report.remark(0, "no-header", say("interchange.no-header-results"))
        return _read(rows, (), WITHOUT_A_HEADER, report, starts=True)
    if rows and _is_a_written_list(rows):
        said = say("interchange.no-header-list")
        report.remark(0, "no-header", said)
        rows = [(number, parted(", ".join(filter(None, cells)))) for number, cells in rows]
        return _read(rows, (), {"name": 0, "rating": 1}, report, starts=False)
    if rows and (found := _columns_by_what_is_in_them(rows)):
        said = say("interchange.no-header-columns", columns=", ".join(found))
        report.remark(0, "no-header", said)
        return _read(rows, (), found, report, starts=False)
    if rows and _is_a_list_of_names(rows):
        report.remark(0, "no-header", say("interchange.no-header-ratings"))
        return _read(rows, (), {"name": 0, "rating": 1}, report, starts=False)
    if rows and _is_a_list_of_parted_names(rows):
        report.remark(0, "no-header", say("interchange.no-header-parted"))
        return _read(rows, (), {"surname": 0, "given": 1}, report, starts=False)
    report.unusable(
        rows[0][0] if rows else 0,
        "no-columns",
        say("interchange.no-columns"),
    )
    return ParsedTournament()


def _header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    for at, (_, cells) in enumerate(rows[:MOST_ROWS_BEFORE]):
        columns = columns_of(cells)
        if columns:
            return at, columns
    return 0, {}


def _read(
    rows: Sequence[Row],
    head: Sequence[str],
    columns: Mapping[str, int],
    report: Report,
    *,
    starts: bool,
) -> ParsedTournament:
    of_results = is_of_results(columns)
    if len(rows) > (MOST_RESULTS if of_results else MOST_PLAYERS):
        report.unusable(
            0, "too-many-players", say("interchange.too-many-rows", rows=grouped(len(rows)))
        )
        return ParsedTournament()
    reading = ResultRows(columns, report, starts) if of_results else PlayerRows(columns, report)
    header = [plain(cell) for cell in head]
    for number, cells in rows:
        if header and [plain(cell) for cell in cells] == header:
            report.remark(number, "header-again", say("interchange.header-again"))
            continue
        reading.row(number, [cell.strip() for cell in cells])
    divisions: tuple[DivisionView, ...] = reading.divisions()
    return ParsedTournament(divisions=divisions)


def _say_what_is_not_used(
    head: Sequence[str], columns: Mapping[str, int], number: int, report: Report
) -> None:
    for at, heading in not_used(head, columns):
        code = "carried-over" if plain(heading) in CARRIED else "column-not-used"
        said = say("interchange.column-not-used", heading=heading[:40])
        if columns.get("table") == at:
            said = say("interchange.column-not-used-table", heading=heading[:40])
        report.remark(number, code, said)


def _starts_view(head: Sequence[str]) -> bool:
    """Whether the first player named is who went first: not so where the winner is named first."""
    return not {"winner", "loser"} & {plain(cell) for cell in head}


def _is_of_results_without_header(rows: Sequence[Row]) -> bool:
    def is_result(cells: Sequence[str]) -> bool:
        lines = [cell.strip() for cell in cells]
        numbers = len(lines) >= 6 and all(whole(lines[at]) is not None for at in (1, 3, 5))
        return numbers and whole(lines[2]) is None and whole(lines[4]) is None

    return bool(rows) and sum(is_result(cells) for _, cells in rows) * 2 > len(rows)


def _is_a_written_list(rows: Sequence[Row]) -> bool:
    """Whether most rows are lines of a list: ``1. Ann Lee (1700)``."""
    lines = [", ".join(cell.strip() for cell in cells if cell.strip()) for _, cells in rows]
    one_cell = sum(sum(map(bool, cells)) <= 2 for _, cells in rows) == len(rows)
    return one_cell and sum(map(is_in_a_list, lines)) * 5 > len(rows) * 4


def _columns_by_what_is_in_them(rows: Sequence[Row]) -> dict[str, int]:
    """Number, name, rating and division, in the ways in which three of them stand side by side."""

    def fits(cells: Sequence[str], columns: Sequence[str]) -> bool:
        lines = [cell.strip() for cell in cells]
        if len(lines) != len(columns):
            return False
        named = dict(zip(columns, lines, strict=True))
        name, rating, division = named["name"], named["rating"], named.get("division", "A")
        number = named.get("number", "1")
        return (
            any(map(str.isalpha, name))
            and (not rating or whole(rating) is not None)
            and whole(number) is not None
            and 0 < len(division) <= MOST_OF_A_DIVISION
            and any(map(str.isalpha, division))
        )

    for columns in WITHOUT_HEADS:
        if sum(fits(cells, columns) for _, cells in rows) * 5 > len(rows) * 4:
            return {column: at for at, column in enumerate(columns)}
    return {}


def _is_a_list_of_names(rows: Sequence[Row]) -> bool:
    """Whether most rows are a name alone, or a name and a number."""

    def is_name(cells: Sequence[str]) -> bool:
        lines = [cell.strip() for cell in cells if cell.strip()]
        named = bool(lines) and len(lines) <= 2 and any(letter.isalpha() for letter in lines[0])
        return named and len(lines[0]) <= 80 and (len(lines) < 2 or whole(lines[1]) is not None)

    return sum(is_name(cells) for _, cells in rows) * 5 > len(rows) * 4


def _is_a_list_of_parted_names(rows: Sequence[Row]) -> bool:
    """Whether most rows are two words or more without a figure: ``Fernweh, Ada``."""

    def is_name(cells: Sequence[str]) -> bool:
        lines = [cell.strip() for cell in cells if cell.strip()]
        return 1 <= len(lines) <= 2 and all(
            len(each) <= 60 and any(map(str.isalpha, each)) and not any(map(str.isdigit, each))
            for each in lines
        )

    return sum(is_name(cells) for _, cells in rows) * 5 > len(rows) * 4


def _joined(cells: Sequence[str]) -> str:
    return " ".join(cell.strip() for cell in cells if cell.strip())[:60]
