"""What an organiser may choose under a book, told: each value, what follows from it, what it risks.

The book's own file says what is allowed and by which rule; the words here are ours.
"""

from __future__ import annotations

from msgspec import Struct

from ledger.rulebook.computing.rated_limits import rating_of
from ledger.rulebook.gaps import traps
from ledger.rulebook.help.choice_words import CONSEQUENCES, FIRST, TITLES, VALUES
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.options import OPTIONS, OptionValue, Shape
from ledger.vocabulary.clock_time import minutes


class ValueTold(Struct, frozen=True):
    """One of several words that may be chosen.

    Attributes:
      clause: the rule that allows it.
      may_unrate: whether the book warns that the event may not be rated with it.
    """

    value: str
    words: str
    clause: str
    may_unrate: bool = False


class ChoiceTold(Struct, frozen=True, kw_only=True):
    """One option of one book, as a form shows it.

    Attributes:
      name: as in commands.
      title: what is chosen, in a few words; ``consequence``: what follows from the choice.
      shape: how a value is written.
      values: what may be chosen of several words, yes and no among them; empty for numbers.
      default: what holds if nobody chooses, in words; empty where the book names nothing.
      must_choose: whether games need a choice and the book names none.
      clause: the rule that leaves it open; ``note``: what else to know.
      least, most: bounds of a number, where the book sets any.
      is_first: whether most organisers look at it.
    """

    name: str
    title: str
    consequence: str
    shape: Shape
    values: tuple[ValueTold, ...]
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


def choices_told(rules: Rulebook) -> tuple[ChoiceTold, ...]:
    """Every option of a book; what most organisers look at, and what must be chosen, first."""
    told = [_told(rules, words.name, words.default, words.must_choose) for words in rules.options()]
    return tuple(sorted(told, key=lambda one: not (one.is_first or one.must_choose)))


def value_in_words(name: str, value: OptionValue) -> str:
    """A value as people say it.

    >>> value_in_words("challenge-mode", "points-per-word-5"), value_in_words("time-limit", 1500)
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
        words = f"{value_in_words('challenge-mode', rules.challenge.mode.known())}: the book warns"
        found.append(Unrating("challenge-mode", f"{words} that it may not be rated.", str(mode)))
    limit = rating_of(rules)
    if limit.kind != "standard" and rules.time.limit.is_known:
        said = {
            "may-be-rated": "games at it may be rated, by the book's limits",
            "outside": "games at it may not be rated",
            "not-said": "the book does not say whether games at it may be rated",
        }[limit.kind]
        trap = f" {traps()[limit.trap].sentence}" if limit.trap else ""
        words = f"{minutes(rules.time.limit.known())} each: {said}.{trap}"
        found.append(Unrating("time-limit", words, limit.clause))
    return tuple(found)


def _told(rules: Rulebook, name: str, default: str, must_choose: bool) -> ChoiceTold:
    option, choice = OPTIONS[name], rules.choices[name]
    if option.shape == "yes-no":
        values = tuple(ValueTold(word, word, str(choice)) for word in ("yes", "no"))
    else:
        values = tuple(
            ValueTold(
                value,
                value_in_words(name, value),
                f"{choice.book} {number}",
                name == "challenge-mode" and not rules.challenge.modes[value].standard,
            )
            for value, number in choice.values.items()
        )
    return ChoiceTold(
        name=name,
        title=TITLES[name],
        consequence=CONSEQUENCES[name],
        shape=option.shape,
        values=values,
        default=value_in_words(name, default) if default else "",
        must_choose=must_choose,
        clause=str(choice),
        note=choice.note,
        least=choice.least,
        most=choice.most,
        is_first=name in FIRST,
    )
