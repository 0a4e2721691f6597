"""Every way an official can act: how the table stands before it, and what is asked.

``AT_THE_TABLE`` are requests about a game, each entered by itself and with a ruling; ``IN_A_CASE``
and ``IN_THE_TOURNAMENT`` are what else directors alone may do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from ledger.game.absences.requests import (
    AdjournGame,
    AssessEmergency,
    DeclareEmergency,
    EndEmergency,
    PostponeGame,
    ResumeGame,
)
from ledger.game.blanks.requests import DesignateBlank, ReportUndeclaredBlank
from ledger.game.calls.requests import (
    CallDirector,
    DirectorComes,
    DirectorGoes,
    DirectorSetsOut,
    GrantFreeChallenge,
    SettleWarning,
)
from ledger.game.challenges.holds import ReopenWindow
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import (
    AdjustTime,
    DeclinePetition,
    NullifyPress,
    PetitionDirector,
    RecordOvertime,
    ReportTimerFault,
    SetTimes,
    WaiveOvertime,
)
from ledger.game.drawing.requests import ReportOutOfOrder, ReportUnderdraw, SettleDrawing
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import EndRound, Resign, VoidGame
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.placement.upset import EndAfterUpset, FindUpset, ReportUpset
from ledger.game.results.amending import AmendResult, AskAmendment, ReopenResult
from ledger.game.results.signing import RefuseAmendment, ReportPapersDiffer, SettlePapers
from ledger.game.scores.recounts import AskRecount, BarRecountFavour, StopRecount
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty, SettleScores
from ledger.game.setting_up.requests import AssignTime
from ledger.game.setting_up.starting import MakeArrangement
from ledger.incidents.appeals import (
    CarryNothingOut,
    DecideAppeal,
    HearAppeal,
    IssueBundle,
    LodgeAppeal,
)
from ledger.incidents.hearing import (
    AttachEvidence,
    CiteRule,
    ConfirmStatement,
    TakeBackEvidence,
    TakeStatement,
)
from ledger.incidents.opening import BookmarkFacts, CloseCase, OpenCase, ReopenCase
from ledger.incidents.penalties import ApplyLevelOne, Penalise
from ledger.incidents.ruling import (
    DraftRuling,
    DropDraft,
    Finding,
    GiveRuling,
    ReportCase,
    SecondRuling,
    TellRuling,
    digest_of_ruling,
)
from ledger.requests import Request
from ledger.tournament.conduct import LiftLevelOne, WarnPlayer
from ledger.tournament.facts import Pairing
from ledger.tournament.matters import PutOffMatter, TakeBackMatter, WaiveMatter
from ledger.tournament.round_repairs import RepairDuringPlay
from ledger.tournament.rounds import CloseRound, ReopenRound
from tests.desks import DIRECTOR, ORGANISER, A, B
from tests.officials import Organiser
from tests.tabletop import FIVE
from tests.web.law.hall import SECOND, Ground

NSA = ("nsa-1998",)
Begins = Callable[[Ground], object]


class Act(NamedTuple):
    """One way to act.

    Attributes:
      begins: brings the ground to where it is done.
      asks: the request, made for that ground.
      says: words each of which is told of it, for people.
      books: those under which it can be done.
      by: whose badge.
    """

    begins: Begins
    asks: Callable[[Ground], Request]
    says: tuple[str, ...] = ()
    books: tuple[str, ...] = FIVE
    by: str = DIRECTOR


def then(begins: Begins, *requests: Request) -> Begins:
    """The ground as ``begins`` makes it, after requests; under a ruling where one is wanted."""

    def begun(at: Ground) -> None:
        begins(at)
        for request in requests:
            at.insist(request)

    return begun


def paired(_at: Ground) -> None:
    """The game has not begun."""


def amending(at: Ground) -> None:
    """Both signed, and one asks for another score."""
    at.signed()
    at.insist(AskAmendment(seat=A, reason="HOT was added wrong", now=less(at)))


def less(at: Ground) -> tuple[int, int]:
    """The result, ten points less for the second player."""
    first, second = at.sheet.stands
    return first, second - 10


def since_a_verdict(at: Ground) -> None:
    """Two turns were made, and the verdict on the first play is another one now."""
    at.started()
    at.table.play(A, "8D", "WINDY")
    at.table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    at.table.enter(Adjudicate(acceptable=True, adjudicator="J1"))
    at.table.play(at.sheet.on_move, "14A", "AT")
    at.table.passes(at.sheet.on_move)
    at.table.enter(AskAgain(seat=B))
    at.table.enter(Readjudicate(acceptable=False, adjudicator="J2"))
    if at.book.startswith("wespa"):
        at.table.enter(Readjudicate(acceptable=False, adjudicator="D1"), by=DIRECTOR)


def warning_due(at: Ground) -> None:
    at.started()
    at.table.play(A, "8D", "WiNDY")
    at.table.enter(ReportUndeclaredBlank(seat=A, square="8E"))
    at.table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))


def drawn_first(at: Ground) -> None:
    """The second player made a play and has not drawn; the first played, and drew first."""
    at.started()
    at.table.fill_up(6, scores=(0, 0))
    at.table.put(A, 4)
    at.table.put(B, 3)
    drew = ReportOutOfOrder(seat=B, drawn=3, touched=True, mixed=True)
    at.insist(drew)


def papers_differ(at: Ground) -> None:
    at.over()
    first, second = at.sheet.stands
    at.insist(ReportPapersDiffer(of_first=(first, second), of_second=(first, second - 10)))


def told_lower(at: Ground) -> Request:
    return SettlePapers(basis="ruling", totals=less(at), note="both score sheets")


def counted_anew(at: Ground) -> Request:
    last = [line for line in at.sheet.lines if line.score][1]
    return SettleScores(scores=((last.version, last.score - 10),), reason="counted on the board")


def upset(at: Ground) -> None:
    at.under_way()
    at.insist(ReportUpset(note="a bag fell on it"))


UPSET_BY = FindUpset(how="accidental", seat=A, witnesses=("the player behind",))
UNWELL = DeclareEmergency(seat=A, what="unwell")
A_DOCTOR = AssessEmergency(finding="a doctor is on the way")
SLEEVE = PetitionDirector(seat=A, what="press-nullified", reason="a sleeve")
NOISE = PetitionDirector(seat=A, what="extra-time", reason="noise")
CALLED = CallDirector(reason="A dispute", seat=A)
CLOSES = AdjournGame(reason="the hall closes", until="tomorrow")
RECOUNT = AskRecount(seat=B, director_agrees=True)


def just(request: Request) -> Callable[[Ground], Request]:
    return lambda _at: request


def points(unit: str, amount: int = 10) -> Callable[[Ground], Request]:
    return just(ApplyPenalty(seat=A, unit=unit, amount=amount, reason="the phone rang"))


def credit(unit: str, amount: int = 10) -> Callable[[Ground], Request]:
    return just(ApplyCredit(seat=B, unit=unit, amount=amount, reason="kept from the bag"))


BUSY = Ground.under_way
ONE, TWO = "Player 1", "Player 2"

AT_THE_TABLE = {
    "points off": Act(BUSY, points("points"), (ONE, "10")),
    "time off": Act(BUSY, points("time", 90), (ONE, "1:30")),
    "spread off": Act(BUSY, points("spread", 50), (ONE, "50")),
    "a turn lost": Act(BUSY, points("turn", 1), (ONE, "turn")),
    "points given": Act(BUSY, credit("points"), (TWO, "10")),
    "time given": Act(BUSY, credit("time", 90), (TWO, "1:30")),
    "spread given": Act(BUSY, credit("spread", 50), (TWO, "50")),
    "a clock adjusted": Act(
        BUSY, just(AdjustTime(seat=A, seconds=60, reason="noise")), (ONE, "1:00")
    ),
    "clocks set": Act(
        then(BUSY, ReportTimerFault(fault="display-dead")),
        just(SetTimes(times=(1190, 1095))), ("19:50", "18:15"),
    ),
    "petition for time granted": Act(
        then(BUSY, NOISE), just(AdjustTime(seat=A, seconds=60, reason="noise")), (ONE, "1:00")
    ),
    "petition declined": Act(
        then(BUSY, NOISE), just(DeclinePetition(reason="nothing in it")), ("nothing in it",)
    ),
    "press undone": Act(
        then(BUSY, SLEEVE), just(NullifyPress(seat=A, reason="a sleeve")), (ONE, "a sleeve")
    ),
    "overtime waived": Act(
        then(BUSY, RecordOvertime(seat=A, over=5)),
        just(WaiveOvertime(seat=A, points=10, reason="it was forced")), (ONE, "10"), NSA,
    ),
    "time assigned": Act(
        paired, just(AssignTime(seat=A, seconds=1000, reason="late")), (ONE, "16:40")
    ),
    "forfeit ruled": Act(BUSY, just(Forfeit(loser=A, cause="ruling")), (ONE,)),
    "forfeit of both": Act(BUSY, just(Forfeit(loser=None, cause="misconduct")), ("Both",)),
    "no-show": Act(paired, just(Forfeit(loser=A, cause="no-show", margin=50)), (ONE,)),
    "resigned": Act(BUSY, just(Resign(seat=A, reason="ill")), (ONE,)),
    "round ended": Act(BUSY, just(EndRound(reason="the hall closes")), ("the hall closes",)),
    "game voided": Act(BUSY, just(VoidGame(reason="wrong opponents")), ("wrong opponents",)),
    "result amended": Act(
        amending,
        lambda at: AmendResult(now=less(at), reason="added wrong", told=("first", "second")),
        ("added wrong",),
    ),
    "amendment refused": Act(
        amending, just(RefuseAmendment(reason="the sheets say otherwise")), ("otherwise",)
    ),
    "result opened again": Act(
        Ground.signed, just(ReopenResult(reason="wrong table")), ("wrong table",)
    ),
    "slips that differ": Act(papers_differ, told_lower, ("both score sheets",)),
    "scores settled": Act(Ground.over, counted_anew, ("counted on the board",)),
    "recount stopped": Act(
        then(Ground.over, RECOUNT), just(StopRecount(reason="too-long")), ("too long",)
    ),
    "nothing in favour of one": Act(
        then(Ground.over, RECOUNT), just(BarRecountFavour(seat=A, reason="too slow")), (ONE,)
    ),
    **{
        f"turns since {how}": Act(since_a_verdict, just(SettleTurnsSince(how=how)))
        for how in ("stand", "come-off", "replay")
    },
    "warning due given": Act(
        warning_due,
        just(SettleWarning(seat=A, offence="blank-undesignated", given=True, reason="first time")),
        (ONE,), NSA,
    ),
    "warning due waived": Act(
        warning_due,
        just(SettleWarning(seat=A, offence="blank-undesignated", given=False, reason="new here")),
        (ONE, "new here"), NSA,
    ),
    "window opened again": Act(
        BUSY, just(ReopenWindow(seat=A, reason="drew too quickly")), (ONE,)
    ),
    "a free challenge": Act(
        BUSY, just(GrantFreeChallenge(seat=B, reason="the score was written first")), (TWO,)
    ),
    "a draw settled": Act(
        then(BUSY, ReportUnderdraw(seat=B, short=1, concealed=True)),
        just(SettleDrawing(what="underdraw", finding="drawn now", racks=(7, 7))), ("drawn now",),
    ),
    "a draw out of order settled": Act(
        drawn_first, just(SettleDrawing(what="draw-order", finding="50 of spread")),
        ("50 of spread",), NSA,
    ),
    "emergency assessed": Act(then(BUSY, UNWELL), just(A_DOCTOR), ()),
    "emergency ended": Act(then(BUSY, UNWELL, A_DOCTOR), just(EndEmergency(fit=True)), ()),
    "upset found": Act(upset, just(UPSET_BY), (ONE,)),
    "ended after an upset": Act(then(upset, UPSET_BY), just(EndAfterUpset())),
    "adjourned": Act(BUSY, just(CLOSES), ("the hall closes", "tomorrow")),
    "resumed": Act(then(BUSY, CLOSES), just(ResumeGame())),
    "postponed": Act(
        paired, just(PostponeGame(reason="train", consents=("opponent", "director"))), ("train",)
    ),
    "an arrangement": Act(
        paired, just(MakeArrangement(player=1, what="an assistant places the tiles")),
        ("an assistant",),
    ),
    "on the way": Act(then(BUSY, CALLED), just(DirectorSetsOut())),
    "at the table": Act(
        then(BUSY, CALLED, DirectorSetsOut()), just(DirectorComes(director="D1")), ("D1",)
    ),
    "gone again": Act(
        then(BUSY, CALLED, DirectorComes()), just(DirectorGoes(outcome="both agree")),
        ("both agree",),
    ),
}  # fmt: skip
"""What a director decides about a game."""


def drafted(at: Ground) -> GiveRuling:
    return GiveRuling(game=at.game, finding="prepared", citation=at.cited)


def prepares(at: Ground) -> None:
    at.opened()
    digest = digest_of_ruling(drafted(at))
    at.director.asks(at.case, DraftRuling(digest=digest, words="", says="prepared"), DIRECTOR)


def gravest(at: Ground) -> str:
    """An act of the gravest level, where the book names one."""
    return next(name for name, one in at.rules.offences.items() if one.level == 1)


def cheated(at: Ground) -> None:
    """Found against for the gravest act."""
    at.signed()
    at.opened(offence=gravest(at))
    found = Finding(seat=A, offence=gravest(at), level=1, state_of_mind="deliberate")
    at.rule(conduct=found)


def ejected(at: Ground) -> None:
    cheated(at)
    at.director.apply_level_one(at.case, by=DIRECTOR, round_robin=False)


def attached(at: Ground) -> None:
    at.opened()
    at.director.attach(at.case, "score-sheet", "the sheet", by=DIRECTOR, digest="5" * 64, seat=A)


def last_version(at: Ground) -> int:
    return at.file.version


def appealed(at: Ground) -> None:
    at.ruled(follows=(ApplyPenalty(seat=A, unit="points", amount=10, reason="it rang"),))
    at.director.lodge_appeal(at.case, ONE, by=DIRECTOR, seat=A, although="asked for at once")


def heard(at: Ground) -> None:
    appealed(at)
    at.director.hear_appeal(at.case, body(at), by=DIRECTOR, committee=("Wim",), declared=("Wim",))


def decided(at: Ground) -> None:
    """Under WESPA's books a body recommends, and its executive accepts."""
    heard(at)
    accepted = "whole" if at.rules.appeal.outcome.value == "recommends" else ""
    request = DecideAppeal(body=body(at), outcome="upheld", accepted=accepted, effect="points back")
    at.director.asks(at.case, request, DIRECTOR)


def body(at: Ground) -> str:
    bodies = at.rules.appeal.bodies
    return bodies.value[0] if bodies.is_known else "a committee"


def closed(at: Ground) -> None:
    at.ruled()
    at.director.close_case(at.case, by=DIRECTOR)


def penalty(scope: str, **more) -> Act:
    """A penalty of one scope, by the book's own name of it where it has one."""

    def asks(at: Ground) -> Request:
        named = (kind for kind, one in at.rules.penalties.items() if one.scope == scope)
        kind = next(named, "another")
        return Penalise(
            seat=A, kind=kind, scope="" if kind != "another" else scope, reason="the phone rang",
            **more,
        )  # fmt: skip

    return Act(lambda at: (at.under_way(), at.ruled()), asks, (ONE,))


def in_play(begins: Begins) -> Begins:
    return lambda at: (at.under_way(), begins(at))


def statement(at: Ground) -> int:
    return 2


AGAINST = ("wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003", "nsa-1998")

IN_A_CASE = {
    "case opened": Act(
        BUSY, lambda at: OpenCase(game=at.game, category="conduct", seat=A, title="a phone"),
        (ONE, "a phone"),
    ),
    "somebody heard": Act(
        in_play(Ground.opened), just(TakeStatement(who="Wim", role="witness")), ("Wim",)
    ),
    "statement read back": Act(
        in_play(Ground.opened),
        just(ConfirmStatement(statement=2, how="witness", witness="Wim")), ("Wim",),
    ),
    "evidence attached": Act(
        in_play(Ground.opened),
        just(AttachEvidence(kind="score-sheet", what="the sheet", digest="5" * 64, seat=A)),
        (ONE, "the sheet"),
    ),
    "evidence taken back": Act(
        in_play(attached),
        lambda at: TakeBackEvidence(evidence=last_version(at), reason="another table"),
        ("another table",),
    ),
    "rule named": Act(
        in_play(Ground.opened), lambda at: CiteRule(citation=at.cited, cited_by=TWO), (TWO,)
    ),
    "facts bookmarked": Act(
        in_play(Ground.opened), just(BookmarkFacts(version=3, note="before the play")),
        ("before the play",),
    ),
    "typed line": Act(
        in_play(Ground.opened),
        lambda at: GiveRuling(
            game=at.game, finding="so it was", citation=at.cited,
            consequences=("The players shake hands.",),
        ),
        ("The players shake hands.",),
    ),
    "ruling prepared": Act(
        in_play(Ground.opened),
        lambda at: DraftRuling(digest=digest_of_ruling(drafted(at)), words="", says="prepared"),
        ("prepared",),
    ),
    "what was prepared dropped": Act(
        in_play(prepares),
        lambda at: DropDraft(draft=last_version(at), reason="not so"), ("not so",),
    ),
    "seconded": Act(
        in_play(prepares),
        lambda at: SecondRuling(digest=digest_of_ruling(drafted(at))), (), FIVE, SECOND,
    ),
    "what was prepared given": Act(in_play(prepares), drafted, ("prepared",)),
    "told": Act(
        in_play(Ground.ruled), just(TellRuling(seats=(A, B), right_told=True)), (ONE, TWO)
    ),
    "reported": Act(
        in_play(Ground.ruled), just(ReportCase(to="the federation", why="gap")),
        ("the federation",),
    ),
    **{
        f"penalty: {scope}": penalty(scope, **more)
        for scope, more in {
            "person": {"notice": "points next time"}, "credit": {}, "time": {"amount": 60},
            "turn": {"amount": 1}, "points": {"amount": 10}, "spread": {"amount": 50},
            "game": {"amount": 50}, "tournament": {}, "committee": {"although": "they agreed"},
        }.items()
    },
    "level one": Act(
        cheated, just(ApplyLevelOne(round_robin=False)), (ONE,),
        tuple(one for one in AGAINST if one not in ("wsc-2003", "nsa-1998")),
    ),
    "appeal lodged": Act(
        in_play(Ground.ruled), just(LodgeAppeal(who=ONE, seat=A, although="at once")), (ONE,)
    ),
    "appeal heard": Act(
        in_play(appealed),
        lambda at: HearAppeal(body=body(at), committee=("Wim",), declared=("Wim",)), ("Wim",),
    ),
    "appeal decided": Act(
        in_play(heard),
        lambda at: DecideAppeal(body=body(at), outcome="upheld", effect="the points are back"),
        ("upheld", "the points are back"),
    ),
    "decision carried out": Act(
        in_play(decided),
        lambda at: GiveRuling(
            game=at.game, finding="as the committee has it", citation=at.cited,
            decision=last_version(at),
            follows=(ApplyCredit(seat=A, unit="points", amount=10, reason="points back"),),
        ),
        ("as the committee has it", ONE, "10"),
    ),
    "decision that changes nothing": Act(
        in_play(decided),
        lambda at: CarryNothingOut(decision=last_version(at), reason="they are back already"),
        ("they are back already",),
    ),
    "bundle handed out": Act(
        in_play(Ground.ruled), just(IssueBundle(to="the committee", digest="5" * 64)),
        ("the committee",),
    ),
    "case closed": Act(in_play(Ground.ruled), just(CloseCase())),
    "case taken up again": Act(in_play(closed), just(ReopenCase(reason="a witness")), ("witness",)),
}  # fmt: skip
"""What is done in a case."""


def called(at: Ground) -> None:
    at.under_way()
    at.insist(CALLED)


def matter_of(at: Ground) -> dict:
    """The call, as the desk has it."""
    [matter] = [one for one in at.waiting() if one.kind == "call"]
    return matter.named._asdict()


def waived(at: Ground) -> None:
    """The call waived by itself."""
    called(at)
    Organiser(at.desk).leave_no_table_waiting(at.slug, 1, reason="they settled it")


def all_the_rest(at: Ground) -> CloseRound:
    """The round closed, and what still keeps it open waived with it."""
    count = len(Organiser(at.desk).waiting_in_round(at.slug, 1))
    return CloseRound(round_number=1, count=count, waiving="the hall closes")


def the_waived_call(at: Ground) -> TakeBackMatter:
    kept = Organiser(at.desk).tournament(at.slug).set_aside.waived
    [named] = [name for name in kept if name.kind == "call"]
    return TakeBackMatter(**named._asdict(), reason="they did not")


def round_closed(at: Ground) -> None:
    at.under_way()
    Organiser(at.desk).close_round(at.slug, 1, by=ORGANISER, waiving="the hall closes")


SWAPPED = (Pairing(1, 1, 3), Pairing(2, 2, 4))

IN_THE_TOURNAMENT = {
    "warned": Act(
        BUSY, lambda at: WarnPlayer(player=1, offence="other", words="the phone", game=at.game),
        (ONE, "the phone"),
    ),
    "warned of an act of the book": Act(
        BUSY, lambda at: WarnPlayer(player=1, offence=next(iter(at.rules.offences)), game=at.game),
        (ONE,),
    ),
    "warned away from a table": Act(
        paired, just(WarnPlayer(player=1, offence="other", words="in the hall")),
        (ONE, "in the hall"),
    ),
    "level one lifted": Act(
        ejected, just(LiftLevelOne(player=1, reason="upheld", although="they said so")), (ONE,),
        ("wespa-1.0", "wespa-4.0", "wespa-5.1"),
    ),
    "matter put off": Act(
        called,
        lambda at: PutOffMatter(**matter_of(at), until="next-stop", reason="table 2 first"),
        ("table 2 first",),
    ),
    "matter let go": Act(
        called, lambda at: WaiveMatter(**matter_of(at), reason="they settled it"),
        ("they settled it",),
    ),
    "round closed": Act(
        waived, all_the_rest, ("Round 1",)
    ),
    "waiver taken back": Act(
        waived, the_waived_call, ("they did not",),
    ),
    "round opened again": Act(
        round_closed, just(ReopenRound(round_number=1, reason="by mistake")), ("by mistake",)
    ),
    "round put right during play": Act(
        BUSY,
        just(
            RepairDuringPlay(
                round_number=1, pairings=SWAPPED, reason="the list was wrong", void=(1,)
            )
        ),
        ("Round 1",),
    ),
}  # fmt: skip
"""What is done about the tournament."""

ACTS = AT_THE_TABLE | IN_A_CASE | IN_THE_TOURNAMENT


OTHERWISE = {
    "case opened": "it is closed",
    "case closed": "it is taken up again",
    "case taken up again": "it is closed",
    "evidence attached": "evidence is taken back by a request of its own",
    "ruling prepared": "what is prepared is dropped",
    "bundle handed out": "paper that was handed out stays out",
    "round closed": "it is opened again",
    "round opened again": "it is closed",
    "round put right during play": "it is put right again",
    "matter put off": "it comes back by itself, and by a request of its own",
    "matter let go": "it is taken back by a request of its own: test_matters_set_aside",
    "waiver taken back": "it is waived again",
}
"""What has a way back of its own, or none because of what it is."""

TAKING_BACK = ("take-back-act", "take-case-act-back", "take-conduct-back")
NO_ACT = dict.fromkeys(TAKING_BACK, "it takes an act back: test_the_law_of_taking_back")
"""Requests of directors that are no act of theirs to be told, each with the reason."""


def asked_by(at: Ground, act: Act) -> str:
    """The tag of the request of an act."""
    act.begins(at)
    return str(act.asks(at).__struct_config__.tag)


def rows(acts: dict[str, Act]) -> list:
    """Each act under each of its books: in the first tier one, in turn; under its first book in the
    second, if that was another; the others in the long run."""
    found = []
    for nth, (name, act) in enumerate(acts.items()):
        marks = {book: [pytest.mark.torture] for book in act.books}
        marks |= {act.books[0]: [pytest.mark.wide], act.books[nth % len(act.books)]: []}
        found += [pytest.param(book, name, marks=marks[book]) for book in act.books]
    return sorted(found, key=lambda row: FIVE.index(row.values[0]))
