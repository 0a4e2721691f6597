"""What a fact is, who may see which field of it, and how one removes words or takes an act back."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import Struct

# What a kind of fact is about, and which of its fields say more than everybody may know.
#
# Each fact says so itself (``visibility``), where it is written down that it can happen; who is
# shown what of a matter is decided in one place, ``ledger.visibility``. Fields that are *sealed*
# are shown when the game is over: what is on a rack, what was drawn, and whether a score adds up.
# Fields that are *private* are for officials, then as now: reasons and notes in somebody's words,
# who noticed or witnessed, what players said about the moment of a challenge, and the
# digests of signatures.
# ``tests/ledger/shown_to_whom.txt`` has all of it to read.


class Matter(StrEnum):
    """What a fact is about.

    Attributes:
      BOARD: what everybody round the table sees and hears: turns, challenges, verdicts, scores.
      HANDS: drawing, exchanging, spilling: what lies on racks or came out of the bag.
      SIGNING: corrections, and the result that the players sign for; words removed beside the log.
      PAPERS: what players wrote and compare before they sign.
      TALK: calls, petitions, absences, health, arrangements, suspicions.
      KEEPING: which badge on which tablet keeps or looked over the record.
      EVENT: tournaments, players, rounds.
      CONDUCT: what changes standings by a ruling.
      CASE: hearings, statements, rulings, warnings, appeals.
      BADGES: badges, PINs, tablets, and what happens to the record as a whole.
    """

    BOARD = "board"
    HANDS = "hands"
    SIGNING = "signing"
    PAPERS = "papers"
    TALK = "talk"
    KEEPING = "keeping"
    EVENT = "event"
    CONDUCT = "conduct"
    CASE = "case"
    BADGES = "badges"


class ShownAs(NamedTuple):
    """The matter of a kind of fact, and its fields that are not for everybody."""

    matter: Matter
    sealed: tuple[str, ...] = ()
    private: tuple[str, ...] = ()

    def sealing(self, *fields: str) -> ShownAs:
        """The same with these fields shown when the game is over."""
        return self._replace(sealed=fields)

    def less(self, *fields: str) -> ShownAs:
        """The same with these fields for officials alone."""
        return self._replace(private=fields)


BOARD = ShownAs(Matter.BOARD)
HANDS = ShownAs(Matter.HANDS)
SIGNING = ShownAs(Matter.SIGNING)
PAPERS = ShownAs(Matter.PAPERS)
TALK = ShownAs(Matter.TALK)
KEEPING = ShownAs(Matter.KEEPING)
EVENT = ShownAs(Matter.EVENT)
CONDUCT = ShownAs(Matter.CONDUCT)
CASE = ShownAs(Matter.CASE)
BADGES = ShownAs(Matter.BADGES)

CORRECTED = ("reason", "approved_by")


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="topic"):
    """Something that happened. Each kind has a topic, which is for ever; a class may be renamed.

    Attributes:
      visibility: what it is about, by which ``ledger.visibility`` knows who is shown what of it.
        Where a kind does not say, it is a case, and shown to directors and organisers alone.
    """

    visibility: ClassVar[ShownAs] = CASE

    @classmethod
    def topic(cls) -> str:
        """The stable name under which this kind of fact is stored."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def from_request(cls, request: Struct, **more: object) -> Self:
        """What was asked, as it happened: with each field that the request calls the same.

        Args:
          request: what was asked for.
          more: what the request does not say, or says in other words. A test looks at each place
            that calls this: what must be said is said, and a field means the same in both.
        """
        said: dict[str, Any] = {
            name: getattr(request, name) for name in said_by_both(cls, type(request))
        }
        return cls(**(said | more))


@cache
def said_by_both(kind: type[Struct], request: type[Struct]) -> tuple[str, ...]:
    """The fields that a fact and a request call the same."""
    return tuple(name for name in kind.__struct_fields__ if name in request.__struct_fields__)


# What every fact says by which somebody's words were removed, on whichever kind of stream.


class Removed(Fact, frozen=True, kw_only=True):
    """Somebody's words were removed, as the law may demand; the digest stays in the log.

    Nothing else empties words: they go in the transaction that writes it.

    Attributes:
      reason: why, in words that name nobody.
    """

    digest: str
    removed_by: str
    reason: str


# What every fact says by which an official's act was taken back, on whichever kind of stream.


class TakenBack(Fact, frozen=True, kw_only=True):
    """An official's act no longer stands; that it was done stays on the record.

    Whatever follows from a stream follows from what stands of it, as if the act had never been.

    Attributes:
      versions: the events of this very stream by which the act was written.
    """

    versions: tuple[int, ...]
    reason: str
