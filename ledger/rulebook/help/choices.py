"""What an organiser may choose under a book, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ledger.messages import ENGLISH, Text, family, known, say
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.limits import rating_of
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.options import OPTIONS, OptionValue, Shape
from ledger.vocabulary.bounds import minutes

# Words for what an organiser may choose: options, their values, and what follows from them.


FIRST = frozenset({"challenge-mode", "time-limit", "unplayed-tiles", "start-method"})
"""Options that most organisers look at."""

YES_OR_NO = ("yes", "no")


def option_title(name: str) -> str:
    """What is chosen by an option, as a form says it."""
    return say(f"options.title.{name}")


def note_wording(note: str) -> str:
    """What a book notes beside an option, in the reader's language; of another book, as it stands.

    >>> note_wording("the book sets no limit"), note_wording("as in our club")
    ('the book sets no limit', 'as in our club')
    """
    name = _notes().get(note.replace(_VALUES_BY_CODE, "some values"))
    return say(f"options.note.{name}") if name else note


_VALUES_BY_CODE = "dingle, five-then-ten, rising and time"  # in notes of two books of ours


@cache
def _notes() -> dict[Text, str]:
    """The ids of the notes of our books, by their words."""
    return {text: name for name, text in family("options.note.", ENGLISH).items()}


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
    if OPTIONS[name].shape == "yes-no":
        return say(f"options.answer.{text}") if text in YES_OR_NO else text
    return say(f"options.value.{name}.{text}") if known(f"options.value.{name}.{text}") else text


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
        chosen = value_wording("challenge-mode", rules.challenge.mode.known())
        words = say("options.mode-may-not-be-rated", mode=chosen)
        found.append(Unrating("challenge-mode", words, str(mode)))
    limit = rating_of(rules)
    if limit.kind != "standard" and rules.time.limit.is_known:
        words = say(f"options.limit.{limit.kind}", minutes=minutes(rules.time.limit.known()))
        if limit.trap:
            words = f"{words} {ambiguities()[limit.trap].sentence}"
        found.append(Unrating("time-limit", words, limit.clause))
    return tuple(found)


def _view(rules: Rulebook, name: str, default: str, must_choose: bool) -> ChoiceView:
    option, choice = OPTIONS[name], rules.choices[name]
    if option.shape == "yes-no":
        values = tuple(
            ValueView(word, value_wording(name, word), str(choice)) for word in YES_OR_NO
        )
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
        title=option_title(name),
        consequence=say(f"options.consequence.{name}"),
        shape=option.shape,
        values=values,
        default=value_wording(name, default) if default else "",
        must_choose=must_choose,
        clause=str(choice),
        note=note_wording(choice.note),
        least=choice.least,
        most=choice.most,
        is_first=name in FIRST,
    )
