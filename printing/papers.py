"""Forms that were filled from the record get their codes here, and are drawn here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.proof.paper_codes import code_of, in_halves
from ledger.vocabulary.names import JOINED, with_dots
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import UNSEEN, with_hyphens
from printing.engine.heading import Drawing, Heading
from printing.engine.page import EVERY_PAPER, RECEIPT, Paper
from printing.engine.pen import NOWHERE, page_address, paper_address
from printing.forms import draw_on_a_roll, drawing_of, of_a_game, of_each_table
from printing.languages import ONLY_ENGLISH, Spoken, in_its_languages, speaking
from printing.source import NOTHING_ELSE, Called, Source

# What a form said of plays and of signs when its first codes were made, for its code now.
#
# A code is a digest of a form's words, and has to come out for a sheet of the record as it did when
# that was printed first. Words of the record had dots then for tiles that lay there already, and a
# hyphen for a minus. Both are told from what people wrote: ``ledger.vocabulary.names``, ``signs``.


def as_bound(part: Any) -> Any:  # noqa: ANN401 (a form, or whatever stands in one)
    """A form, or a part of one, in the words that its code binds; itself if the same."""
    if isinstance(part, Called):
        return part.bound
    if isinstance(part, str):
        marked = JOINED in part or UNSEEN in part
        return _kind(part, with_hyphens(with_dots(part))) if marked else part
    if isinstance(part, tuple):
        inner = [as_bound(one) for one in part]
        if all(new is old for new, old in zip(inner, part, strict=True)):
            return part
        return type(part)(*inner) if hasattr(part, "_fields") else tuple(inner)
    if isinstance(part, Struct):
        part = getattr(part, "as_bound", part)
        changed = {}
        for name in part.__struct_fields__:
            old = getattr(part, name)
            new = as_bound(old)
            if new is not old:
                changed[name] = new
        return replace(part, **changed) if changed else part
    return part


def _kind(was: str, words: str) -> str:
    """The same kind of words: a label that nothing stands at stays one."""
    return words if type(was) is str else type(was)(words)


class Headed(Protocol):
    """A form with a head, as every form is."""

    @property
    def heading(self) -> Heading: ...


F = TypeVar("F", bound=Headed)


Told = Callable[[Iterable[Heading]], object]
"""Is told the heads of what is drawn, with their codes."""


def unheard(_headings: Iterable[Heading]) -> None:
    """Nobody keeps which codes are drawn."""


class Papers(Struct, frozen=True):
    """Forms of one kind, filled, without codes, each with the source it was filled from.

    Attributes:
      filled: in English, which their codes bind.
      said: the same as they are drawn, where that is in other languages.
      spoken: those languages.
    """

    drawing: Drawing[Any]
    filled: tuple[tuple[Any, Source], ...]
    said: tuple[Any, ...] = ()
    spoken: Spoken = ONLY_ENGLISH

    @classmethod
    def of(cls, drawing: Drawing[Any], source: Source, *forms: Headed) -> Papers:
        """Forms that were all filled from one source."""
        return cls(drawing, tuple((form, source) for form in forms))

    @classmethod
    def each(cls, drawing: Drawing[Any], filled: Iterable[tuple[Headed, Source]]) -> Papers:
        """Forms of which each has its own source, as the slips of a round have."""
        return cls(drawing, tuple(filled))

    def placed(self, place: str) -> Papers:
        """The same, and their square codes say which of a tournament's lists they are."""
        return replace(
            self,
            filled=tuple((_at(form, place), source) for form, source in self.filled),
            said=tuple(_at(form, place) for form in self.said),
        )

    def said_in(self, spoken: Spoken, same: Papers) -> Papers:
        """These, drawn as ``same``: what the same function filled in other languages."""
        return replace(self, said=tuple(form for form, _ in same.filled), spoken=spoken)

    def only(self, place: int, change: Callable[[Any], Any] = lambda form: form) -> Papers:
        """One of them alone, changed in all its languages."""
        form, source = self.filled[place]
        said = tuple(change(one) for one in self.said[place : place + 1])
        return replace(self, filled=((change(form), source),), said=said)

    @classmethod
    def joined(cls, papers: Sequence[Papers]) -> Papers:
        """Papers of one kind and of the same languages as one file."""
        return replace(
            papers[0],
            filled=tuple(one for each in papers for one in each.filled),
            said=tuple(one for each in papers for one in each.said),
        )

    def lines_of(self, place: int) -> list[str]:
        """What one of them says, in English, as its code binds it and a verdict tells it."""
        with speaking(ONLY_ENGLISH):
            return self.drawing.lines(self.filled[place][0])

    @property
    def coded(self) -> bool:
        return any(_has_code(form.heading, source) for form, source in self.filled)

    @property
    def leads(self) -> bool:
        """Whether any of them leads phones to a page of the hall."""
        return any(getattr(form, "leads_to", "") for form, _ in self.filled)

    @property
    def forms(self) -> list[Any]:
        """The forms with their codes, as they are drawn."""
        return self._with_codes(NOWHERE)

    def pdf(self, paper: str, base: str = NOWHERE, tell: Told = unheard) -> bytes:
        """All of them as one file.

        Args:
          paper: ``a4``, ``letter``, or ``receipt`` where the form has that shape.
          base: what their square codes begin with (``printing.engine.pen.paper_address``).

        Raises:
          Refusal: ``no-such-paper``.
        """
        forms = self._with_codes(base)
        size = paper_named(paper)
        drawn: bytes
        with speaking(self.spoken):
            if size is RECEIPT:
                drawn = draw_on_a_roll(self.drawing, *forms)
            else:
                drawn = self.drawing.draw(*forms, paper=size)
        tell(form.heading for form in forms)
        return drawn

    def _with_codes(self, base: str) -> list[Any]:
        with speaking(ONLY_ENGLISH):
            coded = [self._coded(form, source, base) for form, source in self.filled]
        if not self.said:
            return coded
        return [_as_coded(said, one) for said, one in zip(self.said, coded, strict=True)]

    def _coded(self, form: F, source: Source, base: str) -> F:
        """The form with its code; as it is where the state of the record is not at hand."""
        if slug := getattr(form, "leads_to", ""):
            form = replace(form, address=page_address(slug, base=base))  # type: ignore[type-var]
        heading = form.heading
        if not _has_code(heading, source):
            return form
        if heading.signed is not None:  # drawn again as a file has it, which no code binds
            bare = replace(heading, signed=None)
            form = replace(form, heading=bare)  # type: ignore[type-var]
        bound = as_bound(getattr(form, "binds", None) or form)
        code = code_of(self.drawing.lines(bound), str(self.drawing.form), source.link)
        address = _address(code, heading, base)
        with_code = replace(heading, check=in_halves(code), address=address)
        if heading.says is not None:
            from printing.signed_codes import signed_code

            signed = signed_code(heading, code, base, source.signs) if address else None
            with_code = replace(with_code, signed=signed)
        filled: F = replace(form, heading=with_code)  # type: ignore[type-var]
        return filled


def _as_coded(said: F, coded: Headed) -> F:
    """A form in another language with the code that it has in English."""
    has = coded.heading
    heading = replace(said.heading, check=has.check, address=has.address, signed=has.signed)
    more = {"address": getattr(coded, "address", "")} if hasattr(coded, "leads_to") else {}
    drawn: F = replace(said, heading=heading, **more)  # type: ignore[type-var]
    return drawn


def _has_code(heading: Heading, source: Source) -> bool:
    return bool(source.link and heading.state)


def _at(form: F, place: str) -> F:
    heading = replace(form.heading, place=place)
    placed: F = replace(form, heading=heading)  # type: ignore[type-var]
    return placed


def _address(code: str, heading: Heading, base: str) -> str:
    """What the square code says; empty where that is too long to be read back from a slip."""
    for of in (heading.stands_for, heading.state):
        try:
            return paper_address(code, of, base=base)
        except ValueError:
            continue
    return ""  # the code is there in signs


def paper_named(name: str) -> Paper:
    if name not in EVERY_PAPER:
        raise Refusal(
            "no-such-paper",
            say("paper.there-is-no-paper", name=repr(name)),
            say("paper.ask-for-a4-letter-or-receipt"),
        )
    return EVERY_PAPER[name]


# Forms of a whole round to fill in by hand: where they belong is printed, all else is left white.
#
# Before a round is paired they say tournament, division, round and table; once it is, the names as
# well, and then the game is in the record, so that they carry its code.


BY_HAND = of_each_table()
"""The forms that lie on every table."""

Table = tuple[Sheet, Source] | Heading
"""A game as it was before anything was played, with what its paper needs; or where one will be."""


@in_its_languages
def by_hand_papers(form: str, tables: Iterable[Table], letters: tuple[str, ...]) -> Papers:
    """The forms of some tables.

    Args:
      letters: what a blank can stand for, where no game says so yet.
    """
    drawing = drawing_of(form)
    has_letters = "alphabet" in drawing.empty().__struct_fields__
    more = {"alphabet": letters} if has_letters else {}
    filled: list[tuple[Any, Source]] = []
    for table in tables:
        if isinstance(table, Heading):
            filled.append((drawing.empty(heading=table, **more), NOTHING_ELSE))
        else:
            filled += of_a_game(form, *table).filled
    return Papers.each(drawing, filled)
