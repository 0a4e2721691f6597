"""A hall with two tournaments in which every kind of matter waits, planted by kind."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import PetitionDirector, ReadClocks, ReportTimerFault
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.endings.requests import CountUnplayed
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.results.amending import AskAmendment
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry
from ledger.tournament.conduct import TakeConductBack, WarnPlayer
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Placement, Points, Role
from tests.desks import DIRECTOR, JUDGE, OPTIONS, A, B, Table, signature
from tests.officials import Director, Organiser
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
BOOK = "wespa-4.0"
HARBOUR = "harbour-cup"
FULL_RACK = ReportOverdraw(seat=A, drawn=1, held=7, due=0)
"""A tile drawn with seven on the rack, which WESPA 4.0 leaves to the director (T4-03)."""


def over(table):
    for seat in (B, A, B, A, B, A):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())


def called(table):
    table.enter(CallDirector(reason="dispute", seat=A))


def verdicts_differ(table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator=JUDGE), by=JUDGE)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), by="J2")


def turns_since(table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator=JUDGE), by=JUDGE)
    on_move = table.sheet.on_move
    table.play(on_move, "7C", "GALE")
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), by="J2")
    table.enter(Readjudicate(acceptable=False, adjudicator=DIRECTOR), by=DIRECTOR)


def refused(table):
    table.ask(FULL_RACK)


def timer_failed(table):
    table.enter(ReportTimerFault(fault="display-dead"))


def petitioned(table):
    table.enter(PetitionDirector(seat=B, what="extra-time", reason="kept from the bag"))


def amendment_asked(table):
    over(table)
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    first, second = table.sheet.stands
    table.enter(AskAmendment(seat=A, reason="added wrong", now=(first + 1, second)))


def too_late(table):
    table.ask(ReadClocks(), clocks=(900, 900), after=uuid4(), queued=True, device="T9")


def askew(table):
    """A correction after which the later play does not lie as the board does."""
    table.play(B, "9D", "A")
    [first, _] = table.sheet.lines
    now = PlayRecorded(seat=A, placement=Placement("9D", "WINDY"), announced=Points(15))
    corrected = CorrectEntry(
        version=first.version, replacement=now, reason="put in another row", approved_by="both"
    )
    table.enter(corrected, by=DIRECTOR)


def judged_twice(table):
    """Two verdicts alike, under a price that WESPA 4.0 leaves to be confirmed (T4-16)."""
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True), by=JUDGE)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=True), by=DIRECTOR)


def warning_taken_back(table):
    director = Director(table.desk)
    number = table.sheet.numbers[0]
    request = WarnPlayer(player=number, offence="other", words="loud", game=table.game)
    tournament = director.tournament_of(table.game)
    warned = director.asks(tournament.id, request, DIRECTOR).events[0].envelope.command_id
    director.asks(tournament.id, TakeConductBack(act=warned, reason="it was another"), DIRECTOR)


def case_opened(table):
    Director(table.desk).open_case(table.game, "other", by=DIRECTOR, title="a phone rang")


def appealed(table):
    director = Director(table.desk)
    case = director.open_case(table.game, "other", by=DIRECTOR, title="an appeal")
    director.rule(case, table.game, "as found", f"{BOOK} Preamble", by=DIRECTOR)
    director.lodge_appeal(case, table.sheet.name(A), by=DIRECTOR, although="lodged at once")


def decided_on_appeal(table):
    director = Director(table.desk)
    appealed(table)
    [*_, case] = director.tournament_of(table.game).cases
    director.decide_appeal(case, "panel", "upheld", by=DIRECTOR, effect="the points are given back")


def slip_waits(table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def little_time(table):
    table.enter(ReadClocks(), clocks=(1400, 45))


def under_protest(table):
    over(table)
    table.enter(signature(table.sheet, A, "paper", under_protest=True))
    table.enter(signature(table.sheet, B))


def signed_by_one(table):
    over(table)
    table.enter(signature(table.sheet, A))


PLANTS = {
    "call": called,
    "verdicts-differ": verdicts_differ,
    "turns-since": turns_since,
    "for-a-ruling": refused,
    "step": timer_failed,
    "petition": petitioned,
    "amendment": amendment_asked,
    "unwritten": too_late,
    "finding": askew,
    "to-confirm": judged_twice,
    "telling": warning_taken_back,
    "case": case_opened,
    "appeal": appealed,
    "decision": decided_on_appeal,
    "slip": slip_waits,
    "clock": little_time,
    "under-protest": under_protest,
    "result": signed_by_one,
}
"""What is done at a table that is playing, by the kind of matter that comes of it."""

NOT_BEGUN = ("papers-differ", "not-started", "silent")
"""Kinds that come of a table at which no turn was made, or of its tablet."""


def begun(desk, game, **announced):
    table = Table(desk, game)
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY", **announced)
    return table


def slips_differ(desk, game):
    for whose, scores in ((1, (400, 350)), (2, (400, 360))):
        typed = TypeSlip(scores=scores, whose=whose, sure=True)
        desk.record(game, typed, Sent(by=DIRECTOR, command_id=uuid4()))


def plant(hall, kind, slug, game):
    """Make one matter of this kind wait at this table."""
    if kind == "papers-differ":
        slips_differ(hall.desk, game)
    elif kind in NOT_BEGUN:
        row = hall.here.hall.game(game)
        where = "/".join(filter(None, (slug, row.division, f"T{row.table}")))
        tablet, code = hall.app.test_client(), hall.office.tablets.invite(where, by=DIRECTOR)
        tablet.post("/enrol", data={"code": code}, headers=FROM_HERE)
        if kind == "silent":
            begun(hall.desk, game)
            tablet.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=FROM_HERE)
    else:
        PLANTS[kind](begun(hall.desk, game))


KINDS = (*PLANTS, *NOT_BEGUN)
TWICE = 2 * len(KINDS)


@contextmanager
def every_matter(folder, tables=TWICE, matters=TWICE, results=0):
    """``hall.planted``: (game, kind) of each matter planted, turn about in both tournaments.

    Behind one of each kind after the other come ``results`` that nobody has handed in.

    The Harbour Cup has two divisions, each with tables from 1 on; as the Spring Open has.
    """
    with a_hall(folder, tables=tables // 2, book=BOOK, options=OPTIONS[BOOK]) as hall:
        for badge, role in ((JUDGE, Role.WORD_JUDGE), ("J2", Role.WORD_JUDGE)):
            hall.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
        hall.office.issue("D2", "Dagmar", Role.DIRECTOR, by=CONSOLE)
        hall.office.pins.set("D2", PIN)
        harbour = _harbour(hall, tables // 2)
        spring = [(SLUG, game) for game in hall.games]
        places = [one for both in zip(harbour, spring, strict=True) for one in both]
        hall.planted = set()
        for nth, (slug, game) in enumerate(places):
            if nth < matters + results:
                kind = KINDS[nth // 2 % len(KINDS)] if nth < matters else "result"
                plant(hall, kind, slug, game)
                hall.planted.add((str(game), kind))
            elif nth % 3:
                begun(hall.desk, game)
        yield hall


def _harbour(hall, tables):
    organiser = Organiser(hall.desk)
    organiser.open_tournament(HARBOUR, "Harbour Cup", BOOK, by=CONSOLE, options=OPTIONS[BOOK])
    found, half, number = [], tables // 2, 0
    for division, count in (("A", half), ("B", tables - half)):
        players = range(number + 1, number + 2 * count + 1)
        organiser.enter_players(
            HARBOUR,
            [PlayerEntered(number=n, name=f"Guest {n}", division=division) for n in players],
            by=CONSOLE,
        )
        pairings = [
            Pairing(table, number + 2 * table - 1, number + 2 * table)
            for table in range(1, count + 1)
        ]
        games = organiser.pair_round(HARBOUR, 1, pairings, by=CONSOLE, division=division)
        found += [(HARBOUR, game) for game in games]
        number += 2 * count
    return found


def a_while_later(hall, monkeypatch):
    """A quarter of an hour goes by at the desk: slips are late, tablets are silent."""
    now = hall.desk.now
    monkeypatch.setattr(hall.desk, "now", lambda: now() + timedelta(minutes=15))
