"""A rulebook: its clauses, what is laid down around the games, and what an organiser settles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.rulebook.model.endings import (
    Absence,
    Amendment,
    Appeal,
    Hearing,
    Lateness,
    Leaving,
    Offence,
    Overtime,
    Penalty,
    Recount,
    Report,
    Resignation,
    Sand,
    Signing,
    Stopping,
    Time,
    Timer,
    Unplayed,
    Zeros,
)
from ledger.rulebook.model.options import (
    OPTIONS,
    Choice,
    Clause,
    Option,
    OptionValue,
    OptionWords,
    Section,
    read_value,
    write_value,
)
from ledger.rulebook.model.turns import (
    Answers,
    BlankDeclaring,
    Blanks,
    Challenge,
    ChallengeMode,
    Drawing,
    DrawManner,
    DrawnOff,
    DrawOrder,
    Exchange,
    ImproperExchange,
    Judging,
    Keeping,
    Overdraw,
    Placing,
    Spills,
    TilesFoundLate,
    Upset,
    Windows,
)
from ledger.vocabulary import Points, Seconds
from ledger.vocabulary.refusals import Refusal

# What a rulebook lays down around the games: starts, byes, conduct, appeals, gaps.


class Fallback(Section, frozen=True):
    decides: Clause[Literal["director"]]
    reported_to: Clause[str]


class Start(Section, frozen=True):
    """Who plays first.

    Attributes:
      method: ``draw``, ``assigned`` (by the pairing program), ``self-balancing`` (fewer
        starts so far, else a draw) or ``other``.
      clock_starts: when the first clock may be started: ``tile-out`` of the bag, or
        ``tile-seen`` by the starter.
      equal_after_bye: what decides then if either had a bye or a forfeit: ``more-seconds``.
      tiles_stay_out: whether no drawn tile goes back before the draw is decided.
    """

    method: Clause[Literal["draw", "assigned", "self-balancing", "other"]]
    clock_starts: Clause[Literal["tile-out", "tile-seen"]]
    equal_starts: Clause[Literal["draw"]]
    equal_after_bye: Clause[Literal["more-seconds"]]
    tiles_stay_out: Clause[bool]
    tiles_returned_by: Clause[Literal["non-starter", "non-starter-who-shuffles"]]
    drawn: Clause[Literal["nearest-the-beginning"]]
    first_racks: Clause[Literal["starter-first"]]


class Standings(Section, frozen=True):
    """Games that were not played, and games nobody won.

    Attributes:
      tie_half_wins: half wins each player has of a tie.
      most_byes: byes one player may have in a tournament, where the book sets a number.
      spread_cap: the most spread that one game counts for.
    """

    bye_spread: Clause[Points]
    bye_rated: Clause[bool]
    tie_half_wins: Clause[int]
    most_byes: Clause[int]
    spread_cap: Clause[Points]


class Conduct(Section, frozen=True):
    """What the gravest breaches do to results.

    Attributes:
      round_robin: whether everybody meets everybody, where the book asks.
      level_one_margin: points the opponents win by, or by what they won, if more.
      upset_when_ahead: board upset on purpose by a player who is ahead or level: the margin.
      upset_added_when_behind: what is added to the points behind otherwise.
    """

    round_robin: Clause[bool]
    level_one_in_round_robin: Clause[
        Literal["games-void", "opponents-win", "director-may-forfeit-game"]
    ]
    level_one_otherwise: Clause[Literal["games-void", "opponents-win", "director-may-forfeit-game"]]
    level_one_margin: Clause[Points]
    upset_when_ahead: Clause[Points]
    upset_added_when_behind: Clause[Points]


class Virtual(Section, frozen=True):
    """Play on a platform, where a book has rules for it.

    Attributes:
      play: ``over-the-board`` or ``virtual``: what the values of this rulebook are for.
      cameras: fewest cameras per player.
      connection: what frequent or long outages are.
      forfeit_after_announced: shortest and longest overtime, in seconds, that an organiser
        may announce as losing the game.
    """

    play: Clause[Literal["over-the-board", "virtual"]]
    rating_list: Clause[Literal["virtual"]]
    monitor: Clause[bool]
    screen_shared: Clause[bool]
    cameras: Clause[int]
    connection: Clause[Literal["breach"]]
    forfeit_after_announced: Clause[tuple[Seconds, Seconds]]


NEEDED = frozenset({
    "time.limit", "exchange.minimum_in_bag", "blanks.authority", "drawing.touched_means",
    "windows.hold_lasts", "challenge.mode", "challenge.again", "zeros.turns", "zeros.counted",
    "zeros.goes_on_at_nil_all", "unplayed.when_out", "unplayed.when_both_hold",
    "overtime.first_second", "overtime.points_per_started_minute",
    "signing.scores_correctable_until",
})  # fmt: skip
"""Values that each turn, hold, challenge or ending asks for, and all published books state.

Where another value is unknown, what asks for it waits for the director's ruling, and play goes on.
Without one of these nothing goes on: ``tests/rules/test_own_books.py`` finds them by play.
"""


class Coverage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What this program does about a chapter of a rulebook."""

    chapter: str
    title: str
    handled: Literal["computed", "official decides", "not ours"]
    note: str = ""


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One edition of the rules, with what the organiser chose.

    Attributes:
      id: as ``wespa-4.0``; a record keeps it for good.
      our_copy: which text the values were taken from.
      penalties: those it names, by name, the mildest first.
      chosen: the options settled so far, as (name, value).
      modes_elsewhere: challenge modes only other books know, for a director's ruling.
      profiles: this rulebook with the values of another kind of play, by its name.
    """

    id: str
    title: str
    edition: str
    our_copy: str
    coverage: tuple[Coverage, ...]
    fallback: Fallback
    start: Start
    time: Time
    lateness: Lateness
    timer: Timer
    stopping: Stopping
    sand: Sand
    absence: Absence
    exchange: Exchange
    improper_exchange: ImproperExchange
    blanks: Blanks
    blank_declaring: BlankDeclaring
    placing: Placing
    drawing: Drawing
    draw_manner: DrawManner
    overdraw: Overdraw
    draw_order: DrawOrder
    spills: Spills
    tiles_found: TilesFoundLate
    windows: Windows
    challenge: Challenge
    answers: Answers
    judging: Judging
    drawn_off: DrawnOff
    zeros: Zeros
    unplayed: Unplayed
    overtime: Overtime
    resignation: Resignation
    leaving: Leaving
    recount: Recount
    signing: Signing
    amendment: Amendment
    standings: Standings
    conduct: Conduct
    upset: Upset
    keeping: Keeping
    appeal: Appeal
    hearing: Hearing
    offences: dict[str, Offence]
    penalties: dict[str, Penalty]
    reports: dict[str, Report]
    virtual: Virtual
    choices: dict[str, Choice] = msgspec.field(name="options", default_factory=dict)
    chosen: tuple[tuple[str, OptionValue], ...] = ()
    profiles: dict[str, Rulebook] = {}
    modes_elsewhere: dict[str, ChallengeMode] = {}

    def clause(self, section: str, name: str) -> Clause[Any]:
        """One clause, by its place in the file: ``clause("overtime", "forfeit_after")``."""
        found = getattr(getattr(self, section), name)
        if not isinstance(found, Clause):
            raise TypeError(f"{section}.{name} is not a clause")
        return found

    def with_options(
        self,
        options: Iterable[tuple[str, OptionValue]],
        *,
        overruled: Collection[str] = (),
    ) -> Rulebook:
        """This rulebook as the organiser settled it; of an option named twice the last counts.

        Args:
          overruled: names of options that a director's ruling lets stand although the book
            doesn't allow them. A value that can't be read is refused all the same.

        Raises:
          Refusal: ``no-such-option``, or ``option-not-in-this-rulebook`` with what is allowed.
        """
        request = {**dict(self.chosen), **dict(options)}
        unknown = [name for name in request if name not in OPTIONS]
        if unknown:
            raise refusal("no-such-option", option=unknown[0], options=", ".join(OPTIONS))
        rules = self
        # The kind of play first, for it changes what else may be chosen; the challenge mode
        # before its numbers.
        for name in sorted(request, key=list(OPTIONS).index):
            rules = rules._with_option(name, request[name], name in overruled)
        return rules

    def options(self) -> tuple[OptionWords, ...]:
        """What an organiser may choose under this book, for help texts."""
        return tuple(
            OptionWords(
                name,
                say(f"options.title.{name}"),
                self.choices[name].allowed(option.shape),
                self._default(option),
                self._must_be_chosen(option),
                str(self.choices[name]),
                self.choices[name].note,
            )
            for name, option in OPTIONS.items()
            if name in self.choices
        )

    def unsettled(self) -> tuple[OptionWords, ...]:
        return tuple(words for words in self.options() if words.must_choose)

    def _with_option(self, name: str, value: OptionValue, overruled: bool) -> Rulebook:
        option, choice = OPTIONS[name], self.choices.get(name)
        read = read_value(value, option.shape)
        if read is None:
            raise self._not_allowed(name, value)
        if not overruled and not self._allows(choice, read):
            if choice is None and read == self.clause(option.section, option.clause).value:
                return self  # The book lays down what was asked for.
            raise self._not_allowed(name, value)
        chosen = (*(pair for pair in self.chosen if pair[0] != name), (name, value))
        if name == "play":
            if read not in (*self.profiles, self.virtual.play.value):
                raise self._not_allowed(name, value)  # No ruling makes up a whole profile.
            return replace(self.profiles.get(str(read), self), chosen=chosen)
        try:
            return replace(self._settled(option, choice, read), chosen=chosen)
        except (msgspec.ValidationError, KeyError):  # A ruling can't make up a new kind either.
            raise self._not_allowed(name, value) from None

    def _settled(self, option: Option, choice: Choice | None, read: object) -> Rulebook:
        """The rulebook with one clause, or the numbers of one mode, set to ``read``."""
        number = choice.number if choice else self.clause(option.section, option.clause).number
        challenge = self.challenge
        if option.mode:
            mode = challenge.modes.get(option.mode) or self.modes_elsewhere[option.mode]
            mode = replace(mode, **{"seconds" if option.shape == "seconds" else "points": read})
            return replace(
                self, challenge=replace(challenge, modes={**challenge.modes, option.mode: mode})
            )
        if (option.section, option.clause) == ("challenge", "mode"):
            mode = challenge.modes.get(str(read)) or self.modes_elsewhere[str(read)]
            challenge = replace(challenge, modes={**challenge.modes, str(read): mode})
        if choice and isinstance(read, str):
            number = choice.values.get(read) or number
        sections = {"challenge": challenge}
        section = sections.get(option.section, getattr(self, option.section))
        settled = replace(
            self.clause(option.section, option.clause),
            value=read, number=number, standing="stated", chosen=True, inferred=False,
        )  # fmt: skip
        if choice is None:
            kinds = {field.name: field.type for field in fields(section)}
            msgspec.convert(msgspec.to_builtins(settled), kinds[option.clause])
        return replace(self, **{option.section: replace(section, **{option.clause: settled})})

    @staticmethod
    def _allows(choice: Choice | None, read: object) -> bool:
        if choice is None:
            return False
        if choice.values:
            return read in choice.values
        numbers = read if isinstance(read, tuple) else (read,)
        return all(
            (choice.least is None or number >= choice.least)
            and (choice.most is None or number <= choice.most)
            for number in numbers
            if isinstance(number, int)
        )

    def _default(self, option: Option) -> str:
        if not option.mode:
            return write_value(self.clause(option.section, option.clause))
        mode = self.challenge.modes[option.mode]
        if option.shape == "seconds":
            return "" if mode.seconds is None else str(mode.seconds)
        return "-".join(map(str, mode.points))

    def _must_be_chosen(self, option: Option) -> bool:
        if option.mode:
            return option.mode == self.challenge.mode.value and not self._default(option)
        return self.clause(option.section, option.clause).standing == "organiser"

    def _not_allowed(self, name: str, value: OptionValue) -> Refusal:
        option, choice = OPTIONS[name], self.choices.get(name)
        if choice is None:
            fixed = self.clause(option.section, option.clause)
            if not fixed.is_known:
                return refusal(
                    "option-not-in-this-rulebook/not-left", book=self.id, option=name, clause=fixed
                )
            return refusal(
                "option-not-in-this-rulebook/fixed",
                book=self.id,
                option=name,
                told=write_value(fixed),
                clause=fixed,
            )
        return refusal(
            "option-not-in-this-rulebook/value",
            book=self.id,
            value=value,
            option=name,
            allowed=choice.allowed(option.shape),
            clause=choice,
        )
