"""What an organiser may choose under a book, in words."""

from __future__ import annotations

from msgspec import Struct

from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.limits import rating_of
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.options import OPTIONS, OptionValue, Shape
from ledger.vocabulary.bounds import minutes

# Words for what an organiser may choose: options, their values, and what follows from them.


FIRST = frozenset({"challenge-mode", "time-limit", "unplayed-tiles", "start-method"})
"""Options that most organisers look at."""

TITLES = {
    "play": "Where it is played",
    "challenge-mode": "A failed challenge costs",
    "challenge-points": "Challenge points are",
    "challenge-count": "Failed challenges are counted",
    "challenge-rising-points": "Points of the first, second … failed challenge",
    "challenge-seconds": "Seconds off the clock for a failed challenge",
    "adjudication": "Challenges are judged",
    "unplayed-tiles": "Tiles left on the other rack are worth",
    "time-limit": "Time for each player",
    "overtime-forfeit": "Overtime that loses the game",
    "overtime-forfeit-rated": "A game lost by overtime is rated",
    "resignation-rated": "A resigned game is rated",
    "late-forfeit-margin": "A game lost by lateness is lost by",
    "bye-spread": "Spread of a bye",
    "spread-cap": "Most spread of one game",
    "bye-rated": "A bye is rated",
    "tie-half-wins": "Half wins of a tie",
    "start-method": "Who plays first",
    "round-robin": "Everybody meets everybody",
}
"""By name of the option, what is chosen, as a form says it."""

CONSEQUENCES = {
    "play": "On a platform other times, connections and monitors hold.",
    "challenge-mode": "Tablets, slips and score sheets work it out; it must be announced.",
    "challenge-points": "Decides whose score the points of a failed challenge change.",
    "challenge-count": "Matters where the cost rises with each failed challenge.",
    "challenge-rising-points": "Only where the cost rises; the last number holds from there on.",
    "challenge-seconds": "Only where a failed challenge costs time.",
    "adjudication": "The tablet leads through this procedure, step by step.",
    "unplayed-tiles": "Decides what the player who is out gains, and the other loses.",
    "time-limit": "Each clock starts with it; overtime is counted from its end.",
    "overtime-forfeit": "The game is over when a player is over time by so much.",
    "overtime-forfeit-rated": "Stands with the game in what ratings officers get.",
    "resignation-rated": "Stands with the game in what ratings officers get.",
    "late-forfeit-margin": "Goes into both players' spread; no scores are made up.",
    "bye-spread": "A bye counts as a win by so much; unsettled, it counts for nothing.",
    "spread-cap": "The standings count no more of a game's spread than this; unsettled, all of it.",
    "bye-rated": "Stands with the bye in what ratings officers get.",
    "tie-half-wins": "1 is half a win for each, as most do.",
    "start-method": "Tablets propose the starter that way, or ask for the draw.",
    "round-robin": "Decides what becomes of the games of a player found cheating.",
}
"""By name of the option, what follows from the choice."""

VALUES = {
    "play": {"over-the-board": "over the board", "virtual": "on a platform"},
    "challenge-mode": {
        "none": "nothing",
        "points-per-word-5": "5 points a word",
        "points-per-word-10": "10 points a word",
        "points-per-turn-5": "5 points a turn",
        "points-per-turn-10": "10 points a turn",
        "lose-turn": "the turn",
        "dingle": "nothing the first time, then the turn",
        "five-then-ten": "5 points the first time, then 10",
        "rising": "points that rise each time",
        "time": "time off the clock",
    },
    "challenge-points": {
        "credit-challenged": "added to the challenged player",
        "debit-challenger": "taken off the challenger",
    },
    "challenge-count": {"game": "in each game", "tournament": "through the tournament"},
    "adjudication": {
        "self-adjudicated": "by both players at a screen",
        "runner": "by a word judge, a runner carries the slip",
        "self-run": "by a word judge, the players carry the slip",
        "director": "by the director",
        "word-judge": "by a word judge",
    },
    "unplayed-tiles": {"double": "double, added", "single": "once, added and taken off"},
    "start-method": {
        "draw": "by drawing tiles",
        "assigned": "as the pairing says",
        "self-balancing": "who started less often, else a draw",
        "other": "another way",
    },
}
"""By name of the option, words for each value that is a word."""


class ValueView(Struct, frozen=True):
    value: str
    words: str
    clause: str
    may_unrate: bool = False


class ChoiceView(Struct, frozen=True, kw_only=True):
    """One option of one book, as a form shows it.

    Attributes:
      values: what may be chosen of several words, yes and no among them; empty for numbers.
      default: what holds if nobody chooses, in words; empty where the book names nothing.
      must_choose: whether games need a choice and the book names none.
      is_first: whether most organisers look at it.
    """

    name: str
    title: str
    consequence: str
    shape: Shape
    values: tuple[ValueView, ...]
    default: str
    must_choose: bool
    clause: str
    note: str
    least: int | None
    most: int | None
    is_first: bool


class Unrating(Struct, frozen=True):
    """A choice that may keep the event from being rated, and the rule that says so."""

    option: str
    words: str
    clause: str


def choices_view(rules: Rulebook) -> tuple[ChoiceView, ...]:
    """Every option of a book; what most organisers look at, and what must be chosen, first."""
    choices = [
        _view(rules, words.name, words.default, words.must_choose) for words in rules.options()
    ]
    return tuple(sorted(choices, key=lambda one: not (one.is_first or one.must_choose)))


def value_wording(name: str, value: OptionValue) -> str:
    """A value as people say it.

    >>> value_wording("challenge-mode", "points-per-word-5"), value_wording("time-limit", 1500)
    ('5 points a word', '25:00')
    """
    text = str(value)
    if OPTIONS[name].shape == "seconds":
        return text if ":" in text or not text.isdigit() else minutes(int(text))
    return VALUES.get(name, {}).get(text, text)


def unrating(rules: Rulebook) -> tuple[Unrating, ...]:
    """What was chosen that may keep the event from being rated, where the book warns of it.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("challenge-mode", "dingle")])
    >>> [(one.option, one.clause) for one in unrating(rules)]
    [('challenge-mode', 'wespa-5.1 3.10.13(c)(i)')]
    """
    found = []
    mode = rules.challenge.modes.get(rules.challenge.mode.value or "")
    if mode is not None and not mode.standard:
        words = f"{value_wording('challenge-mode', rules.challenge.mode.known())}: the book warns"
        found.append(Unrating("challenge-mode", f"{words} that it may not be rated.", str(mode)))
    limit = rating_of(rules)
    if limit.kind != "standard" and rules.time.limit.is_known:
        said = {
            "may-be-rated": "games at it may be rated, by the book's limits",
            "outside": "games at it may not be rated",
            "not-said": "the book does not say whether games at it may be rated",
        }[limit.kind]
        trap = f" {ambiguities()[limit.trap].sentence}" if limit.trap else ""
        words = f"{minutes(rules.time.limit.known())} each: {said}.{trap}"
        found.append(Unrating("time-limit", words, limit.clause))
    return tuple(found)


def _view(rules: Rulebook, name: str, default: str, must_choose: bool) -> ChoiceView:
    option, choice = OPTIONS[name], rules.choices[name]
    if option.shape == "yes-no":
        values = tuple(ValueView(word, word, str(choice)) for word in ("yes", "no"))
    else:
        values = tuple(
            ValueView(
                value,
                value_wording(name, value),
                f"{choice.book} {number}",
                name == "challenge-mode" and not rules.challenge.modes[value].standard,
            )
            for value, number in choice.values.items()
        )
    return ChoiceView(
        name=name,
        title=TITLES[name],
        consequence=CONSEQUENCES[name],
        shape=option.shape,
        values=values,
        default=value_wording(name, default) if default else "",
        must_choose=must_choose,
        clause=str(choice),
        note=choice.note,
        least=choice.least,
        most=choice.most,
        is_first=name in FIRST,
    )
