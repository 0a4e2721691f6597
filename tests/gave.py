"""A tournament in which people gave things: signatures by hand, photos, statements, grounds."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from ledger.desk.requests import Sent
from ledger.erasure.forgetting import ForgetPerson
from ledger.erasure.pieces import given_in
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.appeals import LodgeAppeal
from ledger.incidents.hearing import AttachEvidence, ConfirmStatement, TakeStatement
from ledger.incidents.ruling import DraftRuling
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords, kept_strokes
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from migrations import LEDGER_FILE
from tests.desks import (
    DIRECTOR,
    ORGANISER,
    A,
    B,
    Table,
    Ticking,
    a_desk,
    a_tournament,
    signature,
)
from tests.officials import Director, Organiser

SLUG = "spring-open"
STREAM = tournament_id(SLUG)
PHOTO = b"\xff\xd8\xff"


def bytes_of(what):
    """Words that are found wherever they lie: some on the page itself, more than fill it."""
    return b"".join(b"<%s %04d>" % (what.encode(), number) for number in range(600))


def a_hand(what):
    """Strokes that are like nobody else's, and that hardly pack."""
    points = sha256(what.encode()).digest() * 12
    told = (sha256(what.encode() + bytes([n % 256, n // 256])).digest() for n in range(len(points)))
    return (tuple((float(one[0]), one[1] / 4, one[2] / 8 + n) for n, one in enumerate(told)),)


def slices_of(words):
    """Pieces of what was given, near enough to one another that each page of a file has one."""
    content = words.content
    return [words.salt, *(content[at : at + 24] for at in range(8, len(content) - 24, 300))]


class Gave:
    """Two games and a case; ``words`` has what was handed in, by what it is called.

    Args:
      desk: with badges, and nothing else in its record.
    """

    def __init__(self, desk, words=None, games=(), case=None, slug=SLUG):
        self.desk, self.slug = desk, slug
        self.director, self.organiser = Director(desk), Organiser(desk)
        self.words = dict(words or {})
        self.games, self.case = games, case

    def given(self):
        """Everybody gives what they give."""
        self.games = a_tournament(self.desk, tables=2, slug=self.slug)
        for number, game in enumerate(self.games, 1):
            self._play(Table(self.desk, game, entered=100 * number), number)
        self.case = self._case(self.games[0])
        return self

    def kept(self, what, begins=b""):
        salt = sha256(what.encode()).digest()[:16]
        hand = what.startswith("stroke of Player")
        words = (
            kept_strokes(a_hand(what), salt) if hand else KeptWords(salt, begins + bytes_of(what))
        )
        self.words[what] = words
        return words

    def _play(self, table, number):
        table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
        table.enter(StartGame())
        table.over_and_counted()
        table.enter(ProposeResult())
        for seat in Seat:
            kept = self.kept(f"stroke of {table.sheet.name(seat)}")
            request = signature(table.sheet, seat, "stroke", words=kept.digest)
            self.desk.record(table.game, request, table.sent(), (kept,))
        if number == 2:
            kept = self.kept("slip of table 2", PHOTO)
            one, two = table.sheet.stands if table.sheet.starter == 0 else table.sheet.stands[::-1]
            request = TypeSlip(scores=(one, two), unsigned=(1, 2), sure=True, photo=kept.digest)
            self.desk.must_write(table.game, request, table.sent(by=DIRECTOR), (kept,))

    def _case(self, game):
        case = self.director.open_case(game, "other", by=DIRECTOR)
        self.ruled(case, game)
        return case

    def ruled(self, case, game):
        say = self.in_case(case)
        names = self.desk.sheet(game).names
        heard = (
            (names[0], "player", A), (names[1], "opponent", B), ("Wendy Ward", "witness", None),
        )  # fmt: skip
        for who, role, seat in heard:
            kept = self.kept(f"words of {who}")
            say(TakeStatement(who=who, role=role, words=kept.digest, seat=seat), kept)
        kept = self.kept("stroke of Wendy Ward")
        said = self.director.case_file(case).version
        say(ConfirmStatement(statement=said, how="stroke", strokes=kept.digest), kept)
        for what, seat in (("sheet of A", A), ("the board", None)):
            kept = self.kept(what, PHOTO)
            request = AttachEvidence(
                kind="photo", what=what, digest=kept.digest, seat=seat, kept=True
            )
            say(request, kept)
        kept = self.kept("draft of D1")
        say(DraftRuling(digest="ab", words=kept.digest, says="the play stands"), kept)
        self.director.rule(case, game, "The play stands.", "wespa-5.1 Preamble", by=DIRECTOR)

    def in_case(self, case):
        def say(request, *words):
            self.director.asks(case, request, DIRECTOR, words)

        return say

    def appeal(self):
        kept = self.kept("grounds of Wendy Ward")
        request = LodgeAppeal(
            who="Wendy Ward", against="ruling", grounds=kept.digest, although="heard all the same"
        )
        self.in_case(self.case)(request, kept)

    def over(self):
        """Everything is closed, and nothing is needed any more."""
        self.director.close_case(self.case, by=DIRECTOR)
        self.organiser.close_round(self.slug, 1, by=ORGANISER, last=True, waiving="all looked at")
        return self

    # Forgetting

    def people(self):
        tournament = tournament_named(self.slug, self.desk.log)
        return given_in(self.desk.log, self.desk.shelf, tournament, self.desk.now())

    def person(self, key):
        return next(one for one in self.people() if one.key == key)

    def asked(self, key, *, beside=False, **other):
        person = self.person(key)
        pieces = (*person.kept, *(person.beside if beside else ()))
        digests = tuple(dict.fromkeys(one.digest for one in pieces))
        told = {"person": key, "name": person.name, "because": "asked", "pieces": digests}
        return ForgetPerson(**told | other)

    def forget(self, key, *, by=ORGANISER, command_id=None, **what):
        sent = Sent(by=by, command_id=command_id or uuid4())
        return self.desk.must_write(tournament_id(self.slug), self.asked(key, **what), sent)

    def is_kept(self, what):
        return self.desk.log.words_of(self.words[what].digest) is not None


@contextmanager
def gave_at(folder):
    """The same in a record of its own, a copy of one that was made once."""
    record, words, games, case, at = _made_once()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LEDGER_FILE).write_bytes(record)
    with a_desk(folder, now=Ticking(at)) as desk:
        yield Gave(desk, words, games, case)


@cache
def _made_once():
    clock = Ticking()
    with TemporaryDirectory() as folder:
        with a_desk(Path(folder), now=clock) as desk:
            made = Gave(desk).given()
        return (
            (Path(folder) / LEDGER_FILE).read_bytes(),
            made.words,
            made.games,
            made.case,
            clock.at,
        )
