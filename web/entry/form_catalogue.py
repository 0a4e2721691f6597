"""All forms of one book in force: made once a process, fetched once by a tablet."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    PhoneyWithdrawn,
)
from ledger.game.clock.facts import ClockNeutralised
from ledger.game.deciding import REQUESTS
from ledger.game.endings.facts import GameEnded
from ledger.game.going_on import Offer, Procedure, Question, Step, offers
from ledger.game.procedure import UNDER_A_RULING, Value
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import after, replay
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.facts import PlayRecorded, TilesExchanged
from ledger.messages import language, say, speaking
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.requests import Request
from ledger.rulebook import OptionValue, Rulebook
from ledger.rulebook.book_files import forgotten_with_the_books
from ledger.vocabulary import Placement, Points, Role, Seat
from web.entry.request_forms import Field, Form, asking, form_of

# A made-up game that goes as most do, for what is offered in it: the forms a tablet may need.


def games_like_most(
    book: str, options: tuple[tuple[str, OptionValue], ...], digest: str
) -> Iterator[Sheet]:
    """A made-up game under an edition of a book, as it goes on."""
    scheduled = GameScheduled(
        tournament="", round_number=1, table=1, players=("One", "Two"), rulebook=book,
        options=options, rulebook_digest=digest,
    )  # fmt: skip
    played = (
        StarterDetermined(starter=1, method="not-known"),
        GameStarted(),
        _play(Seat.FIRST, "8D", "WINDY"),
        _play(Seat.SECOND, "7C", "GALE"),
        TilesExchanged(seat=Seat.FIRST, count=1),
    )
    sheet = replay([_event(1, scheduled)])
    yield sheet
    for fact in played:
        sheet = _followed(sheet, fact)
        yield sheet
    yield _followed(sheet, ClockNeutralised(reason="challenge"))
    sheet = _followed(sheet, _play(Seat.SECOND, "9D", "TOE"))
    yield sheet
    challenged = _followed(sheet, ChallengeIssued(seat=Seat.FIRST, words=("TOE",)))
    yield challenged
    stands = _followed(challenged, ChallengeAdjudicated(acceptable=True))
    yield _followed(stands, ChallengeFailed(seat=Seat.FIRST, mode="single"))
    falls = _followed(challenged, ChallengeAdjudicated(acceptable=False))
    yield _followed(falls, PhoneyWithdrawn(seat=Seat.SECOND, lost=Points(10)))
    yield _followed(sheet, GameEnded(cause="round-ended"))


def _play(seat: Seat, square: str, letters: str) -> PlayRecorded:
    where = Placement(square=square, letters=letters)
    return PlayRecorded(seat=seat, placement=where, announced=Points(10), computed=Points(10))


def _followed(sheet: Sheet, fact: Fact) -> Sheet:
    return after(sheet, [_event(sheet.version + 1, fact)])


def _event(version: int, fact: Fact) -> Event:
    envelope = Envelope(
        written_at=datetime(2026, 1, 1, tzinfo=UTC), written_by="", command_id=UUID(int=version),
        fact=fact,
    )  # fmt: skip
    return Event(UUID(int=0), version, envelope)


BOOKS = 64  # books in force, each with its options and language, that are kept at hand
TOLD = 8192  # questions whose forms are kept at hand: those of the last turns of some hundred games


class FieldChanged(Struct, frozen=True, kw_only=True):
    """What is otherwise in a field than in the catalogue's; fields as in ``Field``."""

    words: str | UnsetType = UNSET
    needed: bool | UnsetType = UNSET
    asked: bool | UnsetType = UNSET
    open: bool | UnsetType = UNSET
    choices: tuple[tuple[str | int, str], ...] | UnsetType = UNSET
    default: bool | Value | UnsetType = UNSET


class FormView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A form as a state tells it: one of the catalogue's, or a whole one.

    Attributes:
      at: which of the catalogue's forms of the request, from 0.
      changes: what is otherwise in it in this game, by the field's name.
      fields: of a form that is not in the catalogue, all of it; empty where it is.
    """

    at: int = 0
    changes: dict[str, FieldChanged] = {}
    fields: tuple[Field, ...] = ()
    roles: tuple[Role, ...] = ()


class StepView(Step, frozen=True, kw_only=True):
    """A step as the tablet shows it.

    Attributes:
      form: how its request is asked for; ``None`` where the tablet does not record it: it is
        done, asks nothing, or belongs to the director's desk.
    """

    form: FormView | None = None


class ProcedureView(Procedure, frozen=True, kw_only=True):
    steps: tuple[StepView, ...]


class CatalogueView(Struct, frozen=True, kw_only=True):
    """The forms of one book in force; ``digest``: of ``forms``; 16 hex digits. States name it."""

    digest: str
    forms: dict[str, list[Form]]


class Catalogue:
    """The forms of one book in force.

    Attributes:
      forms: of every request, by its tag: as it is offered in games like most, then as it is
        where nothing else is asked.
      taken_in: which of them it is, by tag and by what is asked.
    """

    def __init__(self, rules: Rulebook, games: Iterable[Sheet]) -> None:
        self._rules = rules
        self.forms: dict[str, list[Form]] = {}
        self._plain: dict[str, Form] = {}
        self.taken_in: dict[tuple[str, tuple[Question, ...]], FormView] = {}
        for tag, request in REQUESTS.items():
            with suppress(TypeError):  # it has a screen of its own, and no form
                self._plain[tag] = form_of(request, rules)
        for sheet in games:
            for offer in offers(sheet, rules):
                if offer.asks in REQUESTS:
                    self._take_in(offer.asks, offer.questions)
        for tag in self._plain:
            self._take_in(tag, ())
        forms = msgspec.json.encode(self.forms)
        self.digest = hashlib.sha256(forms).hexdigest()[:16]
        catalogue = CatalogueView(digest=self.digest, forms=self.forms)
        self.body = msgspec.json.encode(catalogue)

    def _form(self, tag: str, questions: tuple[Question, ...]) -> Form:
        plain = self._plain.get(tag)
        if plain is None:  # some field of it can be asked for in the words of a question alone
            return form_of(REQUESTS[tag], self._rules, questions)
        return asking(plain, REQUESTS[tag], questions)

    def _take_in(self, tag: str, questions: tuple[Question, ...]) -> None:
        form = self._form(tag, questions)
        known = self.forms.setdefault(tag, [])
        view = _like_one_of(known, form)
        if view is None:
            view = FormView(at=len(known))
            known.append(form)
        self.taken_in[tag, questions] = view

    def form_view(self, tag: str, questions: tuple[Question, ...]) -> FormView:
        if (tag, questions) in self.taken_in:
            return self.taken_in[tag, questions]
        form = self._form(tag, questions)
        like_one = _like_one_of(self.forms.get(tag, ()), form)
        return like_one or FormView(fields=form.fields, roles=form.roles)


def _like_one_of(known: Iterable[Form], form: Form) -> FormView | None:
    for at, one in enumerate(known):
        changes = _changes(one, form)
        if changes is not None:
            return FormView(at=at, changes=changes)
    return None


def _changes(form: Form, wanted: Form) -> dict[str, FieldChanged] | None:
    """What is otherwise in ``wanted``; ``None`` where it is not the same fields for the same."""
    if form == wanted:
        return {}
    asked = [(one.name, one.kind) for one in form.fields]
    if form.roles != wanted.roles or asked != [(one.name, one.kind) for one in wanted.fields]:
        return None
    return {
        one.name: FieldChanged(
            **{part: now for part, now in asdict(other).items() if now != getattr(one, part)}
        )
        for one, other in zip(form.fields, wanted.fields, strict=True)
        if one != other
    }


def catalogue_of(
    book: str, options: tuple[tuple[str, OptionValue], ...], digest: str = ""
) -> Catalogue:
    """The forms of a book in force, in the language of who asks."""
    return _catalogue_in(language(), book, options, digest)


@forgotten_with_the_books
@lru_cache(maxsize=BOOKS)
def _catalogue_in(
    of: str, book: str, options: tuple[tuple[str, OptionValue], ...], digest: str
) -> Catalogue:
    rules = rulebook.in_force(book, options, digest)
    with speaking(of):
        return Catalogue(rules, games_like_most(book, options, digest))


@lru_cache(maxsize=TOLD)
def _view(catalogue: Catalogue, tag: str, questions: tuple[Question, ...]) -> FormView:
    return catalogue.form_view(tag, questions)


def forms(offered: Iterable[Offer], catalogue: Catalogue) -> dict[str, FormView]:
    known = catalogue.taken_in
    return {
        offer.asks: known.get((offer.asks, offer.questions))
        or _view(catalogue, offer.asks, offer.questions)
        for offer in offered
        if offer.asks in REQUESTS
    }


def with_forms(
    going: Iterable[Procedure], catalogue: Catalogue, *, directs: bool = True
) -> tuple[ProcedureView, ...]:
    """The open procedures, every step with the form that asks its own questions.

    Args:
      directs: whether a director looks. Nobody else is offered a step that takes a ruling: it
        would be refused once the form is filled in.
    """
    return tuple(
        ProcedureView(
            **{
                **asdict(one),
                "counts": tuple((say(f"game_counts.{what}"), many) for what, many in one.counts),
                "steps": tuple(
                    _with_form(step if directs else _left_to_the_director(one, step), catalogue)
                    for step in one.steps
                ),
            }
        )
        for one in going
    )


def _left_to_the_director(procedure: Procedure, step: Step) -> Step:
    """A step of the director's as a scorekeeper is told it: in the director's room if ruled on."""
    ruled = procedure.needs_ruling or step.asks in UNDER_A_RULING
    theirs = step.who == "director" and step.asks and ruled
    return replace(step, room="director") if theirs else step


def _with_form(step: Step, catalogue: Catalogue) -> StepView:
    request: type[Request] | None = REQUESTS.get(step.asks)
    here = request is not None and not step.done and step.room == "table"
    form = _view(catalogue, step.asks, step.questions) if here else None
    return StepView(**{**asdict(step), "questions": ()}, form=form)
