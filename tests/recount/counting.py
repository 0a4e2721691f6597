"""Counts a game again from its transcript, with nothing of the product: points, words, board.

A second opinion is only worth something if it can't make the same mistake, so this reads the text
with expressions of its own and imports the standard library alone. It doesn't believe a total that
the text says; those are what it is compared with. Run it: ``python -m tests.recount GAME.txt …``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.recount.on_board import VALUES, Board, Play, Square, counted, square_of, squares, through

NUMBER = r"-?[0-9]+"
ROW = re.compile(
    r" *(?P<turn>[0-9]+) +(?P<move>\S+ +(?:pass|missed|challenged off|exchange|[0-9]+[A-O]"
    rf"|[A-O][0-9]+).*?) +(?P<points>[+-][0-9]+) +(?P<total>{NUMBER})(?P<rest> .*)?"
)
ENTRY = re.compile(r"(?P<who>\S+) +(?P<what>.*?) +(?P<points>[+-][0-9]+)(?: .*)?$")
TOTALS = re.compile(rf" {{3,}}({NUMBER}) : ({NUMBER})(?: |$)")
TAKEN_BACK = re.compile(r"(?:- )?act taken back: events (?P<events>[0-9]+(?:, [0-9]+)*):")
COUNTED = re.compile(r"\(([0-9]+): ([^()]*)\)")

Points = tuple[int, int]
NONE: Points = (0, 0)


@dataclass
class Recount:
    """What a transcript comes to.

    Attributes:
      totals: points of both players, the one named first at the head first.
      stands: the result: amended, forfeited, or the totals.
      differences: what the text says otherwise, each with its line's number.
      miscounted: plays that come to other points than were announced, each with its line's number;
        players do miscount, so this is no difference.
      checked: how many plays were counted square by square.
      unchecked: how many could not be: tiles were moved in a way that isn't followed.
      doubtful: whether tiles were, so that the board may not be right.
    """

    names: tuple[str, str]
    totals: Points = NONE
    stands: Points = NONE
    differences: list[str] = field(default_factory=list)
    miscounted: list[str] = field(default_factory=list)
    checked: int = 0
    unchecked: int = 0
    doubtful: bool = False
    board: Board = field(default_factory=dict)


class _Counting:
    """Goes through a transcript line by line; a correction reaches back to what it mends."""

    def __init__(self, head: str, before: int) -> None:
        names = tuple(name.strip() for name in head.split(" / "))
        self.found = Recount((names[0], names[1]))
        self.event, self.line = before, 0
        self.points: dict[int, Points] = {}
        self.plays: dict[int, Play] = {}
        self.whose: dict[int, int] = {}
        self.event_of_turn: dict[int, int] = {}
        self.first_entry: dict[int, int] = {}
        self.of_a_turn: set[int] = set()
        self.scored: set[int] = set()
        self.off: set[int] = set()
        self.in_vain: set[int] = set()
        self.struck: dict[int, int] = {}
        self.amendments: list[int] = []
        self.counts: list[int] = []
        self.uncounted: dict[int, tuple[int, ...]] = {}
        self.laid: Board = {}
        self.laid_at = -1
        self.letters: dict[int, tuple[Square, str]] = {}
        self.doubtful = False
        self.found_to_hold: dict[int, Points | None] = {}
        self.papers: set[int] = set()
        self.forfeits: dict[int, Points | None] = {}

    def read(self, number: int, line: str) -> None:
        """One line of the text, which is one event."""
        self.event, self.line = self.event + 1, number
        if not self.row(line):
            self.phrase(line.strip().removeprefix("- "))

    # Whose, and how much.

    def seat(self, label: str) -> int:
        """Whose label it is: the first name or as much of a name as tells the two apart."""
        fits = [
            place for place, name in enumerate(self.found.names)
            if name.startswith(label) or label in (name.replace(" ", "."), *name.split())
        ]  # fmt: skip
        if len(fits) != 1:
            raise ValueError(f"line {self.line}: {label} is nobody, or both")
        return fits[0]

    def add_up(self) -> None:
        """The totals anew: every entry as it stands now, and which plays lie.

        What comes off is the play made last, once; and what a challenge brought goes with the play
        that stood it, where that is struck: nobody can have challenged it.
        """
        one, two = 0, 0
        amended: Points | None = None
        turns: list[int] = []
        gone = set(self.struck)
        for event in sorted({*self.points, *self.whose, *self.found_to_hold, *self.uncounted}):
            points = self.points.get(event, NONE)
            if event in self.off:
                last = next((turn for turn in reversed(turns) if turn not in self.struck), 0)
                comes_off = last in self.scored - gone and self.whose[last] == self.whose[event]
                # What comes off a board that was rebuilt, nobody says which tiles it was.
                self.doubtful |= comes_off and last < self.laid_at < event
                points = self.points[last] if comes_off else NONE
                points = -points[0], -points[1]
                gone |= {last} if comes_off else set()
            elif event in self.in_vain:
                there = (turn for turn in reversed(turns) if self.struck.get(turn, event) >= event)
                points = NONE if next(there, 0) in self.struck else points
            elif event in self.uncounted:
                counts = [self.points[count] for count in self.uncounted[event]]
                points = -sum(count[0] for count in counts), -sum(count[1] for count in counts)
            elif event in self.whose:
                turns.append(event)
            one, two = one + points[0], two + points[1]
            if event in self.found_to_hold:
                now = self.found_to_hold[event]
                same = event in self.papers and now == (
                    amended or self.forfeited_at(event) or (one, two)
                )
                amended = amended if same else now
        for event, play in self.plays.items():
            play.lies = event not in gone
        self.found.totals = one, two
        self.found.stands = amended or self.forfeited_at(self.event) or self.found.totals

    def forfeited_at(self, event: int) -> Points | None:
        """The scores of the forfeit written last by then; none where it says a margin alone."""
        by_then = [at for at in self.forfeits if at <= event]
        return self.forfeits[max(by_then)] if by_then else None

    def say(self, what: str) -> None:
        self.found.differences.append(f"line {self.line}: {what}")

    @staticmethod
    def for_seat(seat: int, points: int) -> Points:
        return (0, points) if seat else (points, 0)

    # The board.

    def standing(self) -> Board:
        """The board as it stands: every play that still lies, in the order of the game."""
        board = dict(self.laid)
        for event in sorted(
            event for event in {*self.plays, *self.letters} if event > self.laid_at
        ):
            # A letter is that of the tile which lies there now, and goes with its play.
            if event in self.letters:
                square, letter = self.letters[event]
                board |= {square: letter} if square in board else {}
                continue
            play = self.plays[event]
            for square, letter in squares(play) if play.lies else ():
                # What was copied wrong may be corrected to what can't lie there: not followed.
                is_through = through(letter, board.get(square))
                self.doubtful |= is_through is not (square in board)
                if not is_through:
                    board[square] = letter
        return board

    # Lines.

    def row(self, text: str) -> bool:
        found = ROW.fullmatch(text)
        if not found:
            return False
        turn = int(found["turn"])
        what = self.entered(self.event, f"{found['move']} {found['points']} ({found['rest'] or ''}")
        if what != "challenged off":
            self.event_of_turn[turn] = self.event
            self.compare_count(found["rest"] or "")
        self.add_up()
        seat = self.whose[self.event]
        if self.found.totals[seat] != int(found["total"]):
            self.say(f"comes to {self.found.totals[seat]}, the text says {found['total']}")
        return True

    def entered(self, event: int, text: str) -> str:
        """Put what a row, or the entry behind an arrow, says at an event; what kind it was."""
        found = ENTRY.match(text)
        if not found:
            raise ValueError(f"line {self.line}: {text!r} is no entry")
        seat, what = self.seat(found["who"]), found["what"].strip()
        self.forget(event)
        self.points[event] = self.for_seat(seat, int(found["points"]))
        self.whose[event] = seat
        if what == "challenged off":
            self.off.add(event)
        first, *rest = what.split()
        place = square_of(first)
        if place:
            self.plays[event] = Play(seat, *place, list("".join(rest)))
        if place or what == "missed":
            self.scored.add(event)
        return what

    def forget(self, event: int) -> None:
        """What an entry was before something else took its place."""
        self.plays.pop(event, None)
        self.struck.pop(event, None)
        for kind in (self.scored, self.off, self.in_vain):
            kind.discard(event)

    def compare_count(self, rest: str) -> None:
        """Our count of the play just entered beside the one in the text's brackets."""
        play = self.plays.get(self.event)
        told = COUNTED.search(rest)
        if play is None:
            return
        del self.plays[self.event]
        before = self.standing()
        self.plays[self.event] = play
        known = set("".join(play.letters).upper()) <= {*VALUES, "."}
        if self.doubtful or not known:
            self.found.unchecked += 1
            return
        self.found.checked += 1
        score, words = counted(play, before)
        if score != sum(self.points[self.event]):
            self.found.miscounted.append(
                f"line {self.line}: {score}, announced as {sum(self.points[self.event])}"
            )
        if told is None:
            return
        said = Counter(pair.rsplit(" ", 1)[0].upper() for pair in told[2].split(", ") if pair)
        if score != int(told[1]) or words != said:
            self.say(f"counts {score} {sorted(words)}, the text says {told[0]}")

    def phrase(self, text: str) -> None:
        """A line after a dash: most move no points; those that do are here, one by one."""
        words = text.split("   ", maxsplit=1)[0]
        for pattern, does in PHRASES:
            if found := re.match(pattern, words):
                does(self, found)
                break
        self.add_up()
        if told := TOTALS.search(text):
            said = int(told[1]), int(told[2])
            if said != self.found.totals:
                self.say(f"comes to {self.found.totals}, the text says {said}")

    def failed(self, found: re.Match[str], event: int | None = None) -> None:
        challenger = self.seat(found["who"])
        credited = re.search(r"; credited ([0-9]+)", found["rest"])
        debited = re.search(r"; debited ([0-9]+)", found["rest"])
        points = [0, 0]
        points[1 - challenger] += int(credited[1]) if credited else 0
        points[challenger] -= int(debited[1]) if debited else 0
        event = self.event if event is None else event
        self.of_a_turn.add(event)
        self.in_vain.add(event)
        self.points[event] = points[0], points[1]

    def adjusted(self, found: re.Match[str]) -> None:
        self.counts.append(self.event)
        self.points[self.event] = int(found["one"]), int(found["two"])

    def fined(self, found: re.Match[str]) -> None:
        self.points[self.event] = self.for_seat(self.seat(found["who"]), -int(found["points"]))

    def given(self, found: re.Match[str]) -> None:
        self.points[self.event] = self.for_seat(self.seat(found["who"]), int(found["points"]))

    def rescored(self, found: re.Match[str]) -> None:
        event = self.of(found)
        self.points[event] = self.for_seat(self.whose[event], int(found["now"]))

    def of(self, found: re.Match[str]) -> int:
        """The event that a correction mends: by its turn, or its number; the first of a row."""
        kind, number = found["kind"], int(found["number"])
        event = self.event_of_turn[number] if kind == "turn" else number
        # A play from before the position was rebuilt lies as it was rebuilt, and nobody says how.
        self.doubtful |= event < self.laid_at
        return self.first_entry.get(event, event)

    def taken_back(self, found: re.Match[str]) -> None:
        self.strike(self.of(found))

    def strike(self, event: int) -> None:
        self.points[event] = NONE
        if event in self.off:
            self.off.discard(event)
            del self.whose[event]
        elif event in self.whose:
            self.struck.setdefault(event, self.event)

    def replaced(self, found: re.Match[str]) -> None:
        event, now = self.of(found), found["now"]
        self.first_entry[self.event] = event
        self.points[event] = NONE
        self.forfeits.pop(event, None)
        if now == "nothing":
            self.strike(event)
            return
        if event in self.off:
            del self.whose[event]
        self.forget(event)
        if failed := re.match(FAILED, now):
            self.failed(failed, event)
        elif unplayed := re.match(UNPLAYED, now):
            self.points[event] = int(unplayed["one"]), int(unplayed["two"])
        elif fined := re.match(PENALTY, now) or re.match(OVERTIME, now):
            self.points[event] = self.for_seat(self.seat(fined["who"]), -int(fined["points"]))
        elif credit := re.match(CREDIT, now):
            self.points[event] = self.for_seat(self.seat(credit["who"]), int(credit["points"]))
        elif ENTRY.match(now) and re.search(r" [+-][0-9]+( |$)", now):
            self.entered(event, now)

    def count_taken_back(self, _found: re.Match[str]) -> None:
        self.uncounted[self.event] = tuple(self.counts)
        self.counts.clear()

    def came_off(self, found: re.Match[str]) -> None:
        """A play comes off for a tile of it that was no blank; as if it was challenged off."""
        self.whose[self.event] = self.seat(found["who"])
        self.off.add(self.event)

    def amended(self, found: re.Match[str]) -> None:
        self.add_up()
        one, two = self.found.totals
        now = int(found["one"]), int(found["two"])
        self.found_to_hold[self.event] = now
        self.points[self.event] = now[0] - one, now[1] - two
        self.amendments.append(self.event)

    def opened_again(self, _found: re.Match[str]) -> None:
        """A result that is opened again is what the turns add up to, until it is amended anew."""
        self.found_to_hold[self.event] = None
        for event in self.amendments:
            self.points[event] = NONE

    def settled(self, found: re.Match[str]) -> None:
        """The result as the papers say it, if they say another; what the turns add up to stays."""
        self.found_to_hold[self.event] = int(found["one"]), int(found["two"])
        self.papers.add(self.event)

    def forfeited(self, found: re.Match[str]) -> None:
        self.forfeits[self.event] = int(found["one"]), int(found["two"])

    def forfeited_by_margin(self, _found: re.Match[str]) -> None:
        self.forfeits[self.event] = None

    def exchanged_seats(self, found: re.Match[str]) -> None:
        first = self.event_of_turn[int(found["number"])]
        turns = (at for at in self.whose if at > first and at not in self.off)
        end = None if found["onwards"] else min(turns, default=None)
        for event in {*self.whose, *self.of_a_turn}:
            if event < first or (end is not None and event >= end):
                continue
            one, two = self.points.get(event, NONE)
            self.points[event] = two, one
            if event in self.whose:
                self.whose[event] = 1 - self.whose[event]
            if event in self.plays:
                self.plays[event].seat = self.whose[event]

    def blank(self, found: re.Match[str]) -> None:
        if place := square_of(found["square"]):
            self.letters[self.event] = place[:2], found["letter"].lower()

    def rebuilt(self, found: re.Match[str]) -> None:
        rows = found["board"].split("/")
        self.laid = {
            (row, column): letter
            for row, text in enumerate(rows)
            for column, letter in enumerate(text)
            if letter != "."
        }
        self.laid_at = self.event

    def doubt(self, _found: re.Match[str]) -> None:
        """Tiles moved in a way that this program doesn't follow: it counts squares no longer."""
        self.doubtful = True


FAILED = r"challenge failed (?P<who>\S+)(?P<rest>.*)"
UNPLAYED = r"unplayed tiles .*?; adjusted (?P<one>-?[0-9]+) : (?P<two>-?[0-9]+)"
OVERTIME = r"overtime (?P<who>\S+) .*?; penalty (?P<points>[0-9]+)"
PENALTY = r"penalty (?P<who>\S+) (?P<points>[0-9]+) points"
CREDIT = r"credit (?P<who>\S+) (?P<points>[0-9]+) points"
OF = r"(?P<kind>turn|event) (?P<number>[0-9]+)"

PHRASES = (
    (FAILED, _Counting.failed),
    (r"forfeited by .*?; scores (?P<one>-?[0-9]+) : (?P<two>-?[0-9]+)", _Counting.forfeited),
    (r"forfeited by ", _Counting.forfeited_by_margin),
    (UNPLAYED, _Counting.adjusted),
    (OVERTIME, _Counting.fined),
    (PENALTY, _Counting.fined),
    (CREDIT, _Counting.given),
    (r"overtime waived (?P<who>\S+) (?P<points>[0-9]+):", _Counting.given),
    (r"count of unplayed tiles taken back", _Counting.count_taken_back),
    (r"false blank at \S+ of (?P<who>\S+) found .*; comes off", _Counting.came_off),
    (rf"score of {OF} corrected -?[0-9]+ -> (?P<now>-?[0-9]+)", _Counting.rescored),
    (rf"taken back {OF}", _Counting.taken_back),
    (rf"(?:entry|verdict) of {OF} (?:corrected|was wrong): .*? -> (?P<now>.*)", _Counting.replaced),
    (r"amended -?[0-9]+ : -?[0-9]+ -> (?P<one>-?[0-9]+) : (?P<two>-?[0-9]+)", _Counting.amended),
    (
        r"turns of the other player: turn (?P<number>[0-9]+)(?P<onwards>, and all after it)?",
        _Counting.exchanged_seats,
    ),
    (
        r"blank [0-9]+ of \S+ = (?P<letter>[A-Z]) at (?P<square>\S+) \([^)]*\); changed",
        _Counting.blank,
    ),
    (r"result reopened: ", _Counting.opened_again),
    (r"papers settled (?P<one>-?[0-9]+) : (?P<two>-?[0-9]+)", _Counting.settled),
    (r"blank at (?P<square>\S+) now = (?P<letter>[A-Z])", _Counting.blank),
    (r"position rebuilt as of event [0-9]+, [0-9]+ tiles: (?P<board>\S+)", _Counting.rebuilt),
    (r"false blank|not rebuilt", _Counting.doubt),
)
"""What a phrase does; all others leave points and tiles alone."""


def recount(text: str) -> Recount:
    """Count a transcript again.

    Args:
      text: names, an empty line, then one line an event. Where it doesn't begin with how the game
        was scheduled, that is the one event it leaves out.

    Raises:
      ValueError: a line names nobody of the two, or an entry can't be read.
    """
    head, *lines = text.splitlines()
    before = 0 if "\n- scheduled " in text else 1
    counting = _Counting(head, before)
    read: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 2):
        if not line.strip() or line.startswith("#"):
            continue
        read.append((number, line))
        if TAKEN_BACK.match(line):
            counting = _without_acts(_Counting(head, before), read, counting.found)
        else:
            counting.read(number, line)
    counting.found.board = counting.standing()
    counting.found.doubtful = counting.doubtful
    return counting.found


def _without_acts(fresh: _Counting, read: list[tuple[int, str]], found: Recount) -> _Counting:
    """The lines counted from the first, without those of acts that were taken back.

    Totals are not compared once more: what is struck now still counted when they were written.
    """
    first, gone = fresh.event + 1, set()
    backs = [(event, TAKEN_BACK.match(line)) for event, (_, line) in enumerate(read, first)]
    for event, back in reversed(backs):
        if back and event not in gone:
            gone |= {int(number) for number in back["events"].split(", ")}
    for event, (number, line) in enumerate(read, first):
        if event in gone or TAKEN_BACK.match(line):
            fresh.event, fresh.line = event, number
        else:
            fresh.read(number, line)
    fresh.found.differences = found.differences
    return fresh
