"""An act done on a ground of its own, and what is told of it, in words."""

from __future__ import annotations

from uuid import UUID

from msgspec.json import encode

from ledger.desk.registers import waits_again
from ledger.desk.requests import Sent
from ledger.game.calls.facts import MatterSetAside, WarningSettled
from ledger.game.endings.facts import CALLED_OFF, GameVoided
from ledger.game.setting_up.facts import GameScheduled
from ledger.incidents.facts import PenaltyDecided, RulingGiven
from ledger.incidents.reports import told_once, written_words
from ledger.incidents.wording import CASES_TOLD, case_wording
from ledger.messages import ENGLISH, LANGUAGES, speaking
from ledger.record.fact import TakenBack
from ledger.tournament.facts import CaseListed, WarningGiven
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR
from tests.web.law.hall import CLOCKS

OTHERS = [of for of in LANGUAGES if of != ENGLISH]


class Done:
    """An act done on a ground of its own: what was seen beforehand, and what was written."""

    def __init__(self, at, request, by=DIRECTOR, case=None):
        self.at = at
        log = at.desk.log
        sent = Sent(
            by=by, command_id=UUID(int=2**64 + next(at.hall.numbers)), clocks=CLOCKS, case=case
        )
        stream = at.stream_of(request)
        if stream is None:  # it opens the case
            stream = at.case = UUID(int=2**65 + next(at.hall.numbers))
        before = log.last_position()
        self.logged = told(at.acts)
        self.seen = seen = at.desk.would_write(stream, request, sent)
        assert log.last_position() == before, "a look beforehand wrote something"
        self.decided_alike(stream, request, sent)
        _, self.foreseen = at.would(request, sent, stream)
        at.desk.must_write(stream, request, sent)
        own = (
            sent.command_id
        )  # what the hall writes of itself after it, as a checkpoint, is no part
        events = [event for _, event in log.read(before, 1000)]
        self.written = [event for event in events if event.envelope.command_id == own]
        assert facts(self.written) == facts(seen), "written is not what was seen beforehand"
        self.logged_after = told(at.acts)

    def decided_alike(self, stream, request, sent):
        """What is decided is the same bytes, whatever language is spoken meanwhile."""
        of = OTHERS[self.at.hall.spoken % len(OTHERS)]
        self.at.hall.spoken += 1
        with speaking(of):
            there = self.at.desk.would_write(stream, request, sent)
        assert [encode(one) for one in facts(there)] == [encode(one) for one in facts(self.seen)], (
            of
        )

    @property
    def of_case(self):
        """What of it is about the case: in its stream, or under it elsewhere.

        What it took back at the table and in the tournament the case tells in one line of its own.
        """
        case = self.at.case
        return [
            e
            for e in self.written
            if e.originator_id == case
            or (e.envelope.case == case and not isinstance(e.fact, TakenBack))
        ]

    @property
    def carrying(self):
        """What was carried out: a penalty once, where it is carried out if it is anywhere."""
        elsewhere = [e for e in self.of_case if e.originator_id != self.at.case]
        own = [e for e in self.of_case if isinstance(e.fact, PenaltyDecided)]
        warned = any(isinstance(e.fact, WarningGiven) for e in elsewhere)
        given = [e for e in elsewhere if not (warned and isinstance(e.fact, WarningSettled))]
        return given or own


def facts(events):
    return [
        (e.originator_id, e.originator_version, e.envelope.case, e.fact, e.envelope.remarks)
        for e in events
    ]


def told(acts):
    """The lines of the log: each act, and below it what followed, written in one go with it."""
    return [
        (act.at, act.by, act.where, words) for act in acts for words in (act.words, *act.follows)
    ]


def lines_of(done):
    """What the log is to say: what carries the case once, what a ruling says besides, the rest."""
    at = done.at
    under = [e for e in done.of_case if e.envelope.case or isinstance(e.fact, PenaltyDecided)]
    carrying = [e for e in under if not isinstance(e.fact, TakenBack)]
    rest = [e for e in done.written if e not in carrying and not told_with_another(e.fact)]
    typed = [
        words for e in rest if isinstance(e.fact, RulingGiven) for words in e.fact.consequences
    ]
    once = [words for _, words in told_once(carrying, at.sheet, at.tournament)]
    return [*typed, *once, *(words_of(at, event) for event in rest)]


def told_with_another(fact):
    """A case's number, games scheduled and called off, a matter at its table: another says so."""
    called_off = isinstance(fact, GameVoided) and fact.reason in CALLED_OFF
    return called_off or isinstance(fact, CaseListed | GameScheduled | MatterSetAside)


def words_of(at, event):
    """An event in the words of people, whatever stream it is of."""
    words, past = words_of_fact(at, event.fact), at.tournament.set_aside.past
    back = [one for one in past if one.reopened and one.version == event.originator_version]
    return f"{words}. {waits_again(len(back))}" if back else words


def words_of_fact(at, fact):
    words = written_words(fact, at.sheet, at.tournament)
    assert words.strip(), f"nobody is told of {type(fact).__name__}"
    return words


def case_words(at, event):
    if type(event.fact) in CASES_TOLD:
        return case_wording(event.fact, at.sheet.name)
    return words_of(at, event)


def may_be_done_alone(at, request):
    """Whether it takes no ruling; where it takes one, the refusal is the door to it."""
    try:
        at.would(request, at.table.sent(DIRECTOR, clocks=CLOCKS))
    except Refusal as refusal:
        refused = at.table.ask(request, by=DIRECTOR, clocks=CLOCKS)
        if not refused.ruling:
            raise AssertionError("no door to a ruling") from refusal
        return False
    return True
