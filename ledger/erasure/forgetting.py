"""Everything that one person gave is removed, decided by the organiser, for good."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.erasure.pieces import Gathered, Person, Piece, plain_name
from ledger.incidents.facts import CaseWordsRemoved
from ledger.messages import ENGLISH, say, speaking
from ledger.record.events import tournament_id
from ledger.record.fact import Removed
from ledger.record.kept_words import WordsRemoved
from ledger.record.store import Overwritten
from ledger.refusals.saying import refusal
from ledger.requests import Decision, StreamWrite, WorkFirst
from ledger.tournament.facts import PersonForgotten
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import ForgottenBecause, choices
from ledger.vocabulary.refusals import Refusal

MOST_NAMED = 3  # reasons named in a refusal; the page has all of them

JUST_NOW = timedelta(minutes=1)
"""Within this the time to appeal may run out, and be found running still."""

ORGANISER_ALONE = frozenset({Role.ORGANISER})


class ForgetPerson(TournamentRequest, frozen=True, tag="forget-person", kw_only=True):
    """Remove what a person gave, at once and for good.

    Attributes:
      person: whose it is, as ``Person.key`` has it.
      because: why; a list of reasons, none of which names anybody.
      pieces: digests of all that is to be removed, as whoever asks was shown them; of photos that
        are nobody's (``Person.beside``) those that go too.
    """

    person: str
    name: str
    because: ForgottenBecause
    pieces: tuple[str, ...]


@decides(ForgetPerson, may=ORGANISER_ALONE)
def forget_person(
    tournament: Tournament, request: ForgetPerson, context: TournamentContext
) -> Decision:
    """Write down what is removed, on each game and case it was given in and on the tournament.

    Raises:
      WorkFirst: what people gave, which nobody else is to wait for.
    """
    people = _gathered_before(tournament, request.person, context)
    person = next((one for one in people if one.key == request.person), None)
    if person is None:
        raise refusal("no-such-person")
    if plain_name(request.name) != plain_name(person.name):
        raise refusal("not-the-name")
    going = chosen(person, request.pieces)
    where = defaultdict(list)
    for piece in going:
        where[piece.stream].append(piece)
    with speaking(ENGLISH):  # it is stored, whoever asks
        removed_by, reason = context.by, dict(choices(ForgottenBecause))[request.because]
    kind, _, key = person.key.partition("-")
    fact = PersonForgotten(
        player=int(key) if kind == "player" else 0,
        badge=key if kind == "badge" else "",
        because=request.because,
        pieces=len(going),
        games=len({piece.stream for piece in going if not piece.is_case}),
        cases=len({piece.stream for piece in going if piece.is_case}),
    )
    parts = (_part(stream, pieces, removed_by, reason) for stream, pieces in where.items())
    return Decision((fact,), other_writes=tuple(parts))


def _gathered_before(
    tournament: Tournament, key: str, context: TournamentContext
) -> tuple[Person, ...]:
    """What people gave, where it was gathered ahead and still holds for one of them."""
    ahead = context.gathered.get(tournament.slug)
    if ahead is not None and _holds_still(ahead, tournament, key, context):
        return ahead.people

    def work() -> None:
        position = context.last_position()
        people = context.given_in(tournament)
        context.gathered.put(
            tournament.slug, Gathered(position=position, at=context.now(), people=people)
        )

    raise WorkFirst(work)


def _holds_still(
    ahead: Gathered, tournament: Tournament, key: str, context: TournamentContext
) -> bool:
    """Whether nothing was written since to the tournament, its cases, or the person's games.

    And whether it is of just now, for the time to appeal may have run out.
    """
    if context.now() - ahead.at > JUST_NOW:
        return False
    since = context.written_since(ahead.position)
    if since is None or not since.isdisjoint({context.stream, *tournament.cases}):
        return False
    return not any(_is_game_of(stream, tournament, key, context) for stream in since)


def _is_game_of(stream: UUID, tournament: Tournament, key: str, context: TournamentContext) -> bool:
    try:
        game = context.sheet(stream).scheduled
    except Refusal:  # no game
        return False
    numbers = [f"player-{number}" for number in game.numbers or ()]
    return game.tournament == tournament.slug and (not numbers or key in numbers)


def chosen(person: Person, digests: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces with these digests, where they are all that this person gave."""
    if not person.kept:
        raise refusal("nothing-to-remove")
    request = set(digests)
    beside = tuple(one for one in person.beside if one.digest in request)
    going = (*person.kept, *beside)
    needed = tuple(dict.fromkeys(one.needed for one in going if one.needed))
    if needed:
        text, more = "; ".join(needed[:MOST_NAMED]), len(needed) - MOST_NAMED
        if more > 0:
            text = say("erasure.and-more", needed=text, n=more)
        raise refusal("still-needed", why=text)
    if request != {one.digest for one in going}:
        raise refusal("something-else-to-remove")
    return going


def _part(stream: UUID, pieces: list[Piece], removed_by: str, reason: str) -> StreamWrite:
    kind: type[Removed] = CaseWordsRemoved if pieces[0].is_case else WordsRemoved
    facts = tuple(
        kind(digest=piece.digest, removed_by=removed_by, reason=reason) for piece in pieces
    )
    return StreamWrite(stream, pieces[0].version, facts)


# Somebody forgotten at the desk, and what was removed taken out of the files as well.


def in_the_files_wording(became: Overwritten) -> str:
    """What became of the bytes, for people."""
    return say(f"erasure.in-the-files.{became}")


def elsewhere_wording() -> str:
    """What a removal does not reach, for people."""
    return say("erasure.elsewhere")


def forget(desk: Desk, slug: str, request: ForgetPerson, sent: Sent) -> Overwritten:
    """Remove what a person gave; what became of its bytes."""
    desk.must_write(tournament_id(slug), request, sent)
    try:
        return desk.log.overwrite_removed()
    except Refusal:  # it is removed, and written down; the files can be seen to later
        return "later"
