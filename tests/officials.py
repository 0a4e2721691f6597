"""Organisers and directors at the desk, for tests: requests by short names, one after another."""

from __future__ import annotations

from uuid import UUID, uuid4

from ledger.accounts.requests import IssueBadge, RevokeBadge
from ledger.desk.answering import Settled, settle
from ledger.desk.matters import matters_of_round
from ledger.desk.requests import Sent
from ledger.incidents.appeals import DecideAppeal, HearAppeal, IssueBundle, LodgeAppeal
from ledger.incidents.case_file import case_in
from ledger.incidents.hearing import AttachEvidence, CiteRule, TakeStatement
from ledger.incidents.opening import CloseCase, OpenCase, ReopenCase
from ledger.incidents.penalties import ApplyLevelOne, Penalise, number_of
from ledger.incidents.ruling import GiveRuling, ReportCase
from ledger.matters.in_game import matters_in
from ledger.record.events import badge_id, game_id, tournament_id
from ledger.rulebook import in_force
from ledger.tournament import conduct
from ledger.tournament.conduct import LiftLevelOne, WarnPlayer
from ledger.tournament.matters import WaiveMatter, open_in
from ledger.tournament.opening import (
    ChooseWords,
    CloseTournament,
    OpenTournament,
)
from ledger.tournament.players import EnterPlayers
from ledger.tournament.rounds import CloseRound, PairRound
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role


class Official:
    """Somebody with a badge at the desk."""

    def __init__(self, desk):
        self.desk = desk

    def asks(self, stream, request, by, words=(), **more):
        """Enter a request that was never sent before; refusals are raised."""
        sent = Sent(by=by, command_id=uuid4(), **more)
        return self.desk.must_write(stream, request, sent, [one for one in words if one])


class Organiser(Official):
    """What an organiser sets up: badges, a tournament, its players, rounds and word source."""

    def issue_badge(self, badge, name, role, *, by):
        self.asks(badge_id(badge), IssueBadge(badge=badge, name=name, role=role), by)

    def revoke_badge(self, badge, reason, *, by):
        self.asks(badge_id(badge), RevokeBadge(badge=badge, reason=reason), by)

    def open_tournament(self, slug, name, rules, *, by, options=(), **more):
        request = OpenTournament(slug=slug, name=name, rules=rules, options=tuple(options), **more)
        self.asks(tournament_id(slug), request, by)
        return self.tournament(slug)

    def tournament(self, slug):
        return tournament_named(slug, self.desk.log)

    def choose_words(self, slug, name, digest, *, by):
        self.asks(tournament_id(slug), ChooseWords(name=name, digest=digest), by)

    def enter_players(self, slug, players, *, by):
        self.asks(tournament_id(slug), EnterPlayers(players=tuple(players)), by)

    def pair_round(self, slug, number, pairings, *, by, division=""):
        """Pair a round; ids of its games, in the order of the pairings."""
        request = PairRound(round_number=number, pairings=tuple(pairings), division=division)
        self.asks(tournament_id(slug), request, by)
        return tuple(
            game_id(slug, number, pairing.table, division=division)
            for pairing in pairings
            if pairing.second
        )

    def waiting_in_round(self, slug, number, division=""):
        """What keeps a round open."""
        desk, tournament = self.desk, self.tournament(slug)
        found = matters_of_round(
            desk.log, lambda game: matters_in(desk.sheet(game)), tournament, division, number
        )
        return open_in(tournament, found)

    def close_round(self, slug, number, *, by, division="", last=False, waiving="", alone_by="D1"):
        """Close a round; with ``waiving``, whatever waits at a table is waived by itself first."""
        if waiving:
            self.leave_no_table_waiting(slug, number, division, reason=waiving, by=alone_by)
        count = len(self.waiting_in_round(slug, number, division)) if waiving else 0
        request = CloseRound(
            round_number=number, division=division, last=last, waiving=waiving, count=count
        )
        self.asks(tournament_id(slug), request, by)

    def leave_no_table_waiting(self, slug, number, division="", *, reason, by="D1"):
        """Waive, each by itself, what somebody waits for at a table; drop what came too late."""
        desk = self.desk
        for one in self.waiting_in_round(slug, number, division):
            kind, subject, which = one.named
            if kind == "unwritten":
                dropped = Settled(entry=UUID(which), by=by, reason=reason)
                settle(desk.log, subject, dropped, device="", role=Role.DIRECTOR, now=desk.now)
            elif one.at_a_table:
                alone = WaiveMatter(kind=kind, subject=subject, which=which, reason=reason)
                self.asks(tournament_id(slug), alone, by)


class Director(Official):
    """What a director does about a dispute."""

    def open_case(self, game, category, *, by, about=None, **more):
        case = uuid4()
        request = OpenCase(game=game, category=category, about_event=about, **more)
        self.asks(case, request, by)
        return case

    def close_case(self, case, *, by):
        self.asks(case, CloseCase(), by)

    def reopen_case(self, case, reason, *, by):
        self.asks(case, ReopenCase(reason=reason), by)

    def case_file(self, case):
        return case_in(self.desk.log, case)

    def rules_of(self, game):
        scheduled = self.desk.sheet(game).scheduled
        return in_force(scheduled.rulebook, scheduled.options)

    def tournament(self, slug):
        return tournament_named(slug, self.desk.log)

    def tournament_of(self, game):
        return tournament_named(self.desk.sheet(game).scheduled.tournament, self.desk.log)

    def take_statement(self, case, who, role, words, *, by, seat=None, at=None):
        digest = words.digest if words else ""
        request = TakeStatement(who=who, role=role, words=digest, seat=seat)
        self.asks(case, request, by, [words], occurred_at=at)

    def attach(self, case, kind, what, *, by, kept=None, digest="", seat=None):
        digest = kept.digest if kept else digest
        request = AttachEvidence(kind=kind, what=what, digest=digest, seat=seat)
        self.asks(case, request, by, [kept])

    def cite(self, case, citation, *, by, **more):
        self.asks(case, CiteRule(citation=citation, **more), by)

    def rule(self, case, game, finding, citation, *, by, **more):
        self.asks(case, GiveRuling(game=game, finding=finding, citation=citation, **more), by)

    def report(self, case, to, why, *, by):
        self.asks(case, ReportCase(to=to, why=why), by)

    def warn(self, slug, player, offence, *, by, **more):
        self.asks(tournament_id(slug), WarnPlayer(player=player, offence=offence, **more), by)

    def suggests(self, slug, player, offence):
        return conduct.suggests(tournament_named(slug, self.desk.log), player, offence)

    def penalise(self, case, seat, kind, reason, *, by, **more):
        self.asks(case, Penalise(seat=seat, kind=kind, reason=reason, **more), by)

    def apply_level_one(self, case, *, by, **more):
        self.asks(case, ApplyLevelOne(**more), by)

    def lodge_appeal(self, case, who, *, by, grounds=None, **more):
        digest = grounds.digest if grounds else ""
        self.asks(case, LodgeAppeal(who=who, grounds=digest, **more), by, [grounds])

    def hear_appeal(self, case, body, *, by, **more):
        self.asks(case, HearAppeal(body=body, **more), by)

    def decide_appeal(self, case, body, outcome, *, by, **more):
        self.asks(case, DecideAppeal(body=body, outcome=outcome, **more), by)

    def lift_level_one(self, case, seat, reason, *, by, although=""):
        sheet = self.desk.sheet(self.case_file(case).opened.game)
        request = LiftLevelOne(player=number_of(sheet, seat), reason=reason, although=although)
        self.asks(tournament_id(sheet.scheduled.tournament), request, by, case=case)

    def issue_bundle(self, case, to, digest, *, by, redacted=True):
        self.asks(case, IssueBundle(to=to, digest=digest, redacted=redacted), by)

    def close_tournament(self, slug, *, by):
        self.asks(tournament_id(slug), CloseTournament(), by)
