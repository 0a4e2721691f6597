"""What a director does at one game: amends, confirms, warns, looks at the turns since."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast, get_args

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec import Struct

from ledger import rulebook
from ledger.desk.requests import Refused, must_be_written
from ledger.game.judging.turns_since import (
    WAYS,
    SettleTurnsSince,
    said_by_the_book,
    the_overtaken,
    turns_made_since,
)
from ledger.game.results.amending import AmendResult, Permission, ReopenResult, may_amend
from ledger.game.results.signatures import amendments_view, signatures_view
from ledger.game.results.signing import RefuseAmendment
from ledger.game.sheet.folding import wording
from ledger.game.sheet.left_open import is_there, left_open
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.offences import OTHER, Suggestion
from ledger.messages import say
from ledger.record.events import Event, tournament_id
from ledger.replay.what_if import what_if
from ledger.requests import Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.conduct import WarnPlayer, suggests
from ledger.tournament.matters import WaiveMatter
from ledger.tournament.rounds import last_round_is_over
from ledger.tournament.tournament import Named, Tournament, Warned
from ledger.vocabulary import Points, Role, Seat, Totals
from ledger.vocabulary.closed_lists import TurnsSince
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import game_at, of_game, to_rule_on, tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages, of_a_game
from web.frame.refused import must_be_for_a_page, status_of

# The page on which an amendment of a signed result is decided: as signed, as asked, as counted.


amending_pages = Pages("amending", manual="director", area="desk", tab="scores-and-entries")


@amending_pages.get(*of_a_game("amend"), name="page", who=DIRECTORS)
def amending_page(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> str:
    return _amending_page(game_at(slug, division, round_number, table, replay))


@amending_pages.post(*of_a_game("amend"), name="do", who=DIRECTORS)
def amending_do(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """Amend the result (``what=amend``), refuse it (``refuse``), or reopen it (``reopen``).

    Where the book leaves it to a ruling, it leads to the case in which it is ruled; all else that
    the desk refuses is said on the page.
    """
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        outcome = accounts().desk.enter(row.id, _amending_asked(), sent)
        if isinstance(outcome, Refused) and outcome.ruling:
            must_be_for_a_page(outcome.refusal)
            return make_response(redirect(to_rule_on(slug, sent.command_id), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_amending_page(row, refusal), status_of(refusal))
    return make_response(redirect(of_game(row, "amending.page"), 303))


def _amending_asked() -> Request:
    form = request.form
    reason, what = form.get("reason", "").strip(), form.get("what", "")
    if what == "refuse":
        return RefuseAmendment(reason=reason)
    if what == "reopen":
        return ReopenResult(reason=reason)
    if what == "amend":
        lines = tuple(seat.value for seat in Seat) if form.get("told") else ()
        return AmendResult(now=(_points("first"), _points("second")), reason=reason, told=lines)
    raise Refusal(
        "unreadable-request",
        say("desk.there-is-no-such-form-on-the-page"),
        say("desk.go-back-to-the-page"),
    )


def _points(name: str) -> Points:
    text = request.form.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
        raise Refusal(
            "unreadable-request", say("desk.a-score-is-missing"), say("desk.write-both-scores")
        )
    return Points(int(text))


def _amending_page(row: GameRow, refused: Refusal | None = None) -> str:
    sheet = accounts().desk.sheet(row.id)
    petition = sheet.result.amending
    now = petition.now if petition is not None else None
    return render_template(
        "games/amend.html",
        game=row,
        sheet=sheet,
        petition=petition,
        now=now or sheet.stands,
        counted=_as_counted(sheet),
        rule=_rule(sheet, now or sheet.stands[::-1]),
        signatures=signatures_view(sheet),
        amendments=amendments_view(sheet),
        findings=[one for one in findings(sheet) if not one.resolved],
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
    )


def _as_counted(sheet: Sheet) -> Totals:
    """The totals of the sheet, with each turn that stands at what its tiles count."""
    totals = [int(total) for total in sheet.totals]
    for line in sheet.lines:
        if line.is_turn and line.computed is not None and not line.withdrawn:
            totals[line.seat.place] += line.computed - line.score
    return Points(totals[0]), Points(totals[1])


def _rule(sheet: Sheet, now: Totals) -> Permission:
    """What the book says about it, taking the director and both players to agree."""
    return may_amend(
        now=now,
        was=sheet.stands,
        handed_in=sheet.result.handed_in is not None,
        agreed=True,
        director=True,
        last_round_over=last_round_is_over(accounts().desk.log, sheet.scheduled),
        rules=rulebook.rules_of(sheet.scheduled),
    )


# The page on which an entry is confirmed that leaves a point of the rules to the director.
#
# It names the point, the rule, what was entered and what confirming does, before anything is
# written.


confirming_pages = Pages("confirming", manual="cases", area="desk", tab="scores-and-entries")

CONFIRMED = "confirmed as entered"
"""Why an entry that was to be confirmed does not wait any more."""


@confirming_pages.get(*of_a_game("confirm/<int:version>"), name="page", who=DIRECTORS)
def confirming_page(
    slug: str, round_number: int, table: int, version: int, division: str = "", replay: int = 1
) -> str:
    return _confirming_page(game_at(slug, division, round_number, table, replay), version)


@confirming_pages.post(*of_a_game("confirm/<int:version>"), name="do", who=DIRECTORS)
def confirming_do(
    slug: str, round_number: int, table: int, version: int, division: str = "", replay: int = 1
) -> Response:
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        accounts().desk.must_write(tournament_id(slug), _confirming_asked(row, version), sent)
    except Refusal as refused:
        must_be_for_a_page(refused)
        if left_open(*_event(row, version)) is None:
            raise
        return make_response(_confirming_page(row, version, refused), status_of(refused))
    return make_response(redirect(url_for("desk.page"), 303))


def _confirming_asked(row: GameRow, version: int) -> WaiveMatter:
    which = str(version)
    if request.form.get("what", "") == "confirm":
        return WaiveMatter(kind="to-confirm", subject=row.id, which=which, reason=CONFIRMED)
    raise Refusal(
        "unreadable-request",
        say("desk.there-is-no-such-form-on-the-page-of-an-entry"),
        say("desk.go-back-to-the-desk"),
    )


def _confirming_page(row: GameRow, version: int, refused: Refusal | None = None) -> str:
    desk = accounts().desk
    sheet, event = _event(row, version)
    left = left_open(sheet, event)
    if left is None:
        raise _nothing_left()
    named = Named("to-confirm", row.id, str(version))
    tournament = desk.cases.tournament(row.tournament)
    confirmed = tournament.set_aside.waived.get(named)
    ruled = event.envelope.case is not None
    return render_template(
        "games/confirm.html",
        game=row,
        tournament=tournament_at(row.tournament),
        sheet=sheet,
        event=event,
        left=left,
        entered=wording(left.fact, sheet).rstrip("."),
        trap=ambiguities().get(left.trap),
        book=rulebook.rules_of(sheet.scheduled),
        seats=list(Seat),
        confirmed=confirmed,
        waits=not (ruled or confirmed) and is_there(sheet, event),
        ruled=ruled,
        to_a_case=url_for(
            "cases.new",
            slug=row.tournament,
            game=row.id,
            about=version,
            begins=f"to-confirm|{version}",
            rule=left.clause,
        ),
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
    )


def _event(row: GameRow, version: int) -> tuple[Sheet, Event]:
    sheet = accounts().desk.sheet(row.id)
    if not 1 <= version <= sheet.version:
        raise _nothing_left()
    return sheet, sheet.event(version)


def _nothing_left() -> Refusal:
    return Refusal(
        "no-such-entry",
        say("desk.no-entry-of-this-game"),
        say("desk.open-it-from-the-desk"),
    )


# The page on which it is decided what becomes of turns made since a verdict that holds no longer.
#
# Each way on is shown with the scores and the player on move that it would leave; what is shown is
# what the desk would write, decided on a copy of the sheet.


turns_since_pages = Pages("turns_since", manual="cases", area="desk", tab="judging")


class WayOn(Struct, frozen=True, kw_only=True):
    """One way on, with what it would leave.

    Attributes:
      totals: the scores, first player first; ``change`` what is gained or lost to now.
      on_move: name of the player on move; empty: nobody, or not known.
      needs_ruling: whether the book leaves it to a ruling.
      refused: why it can't be done at all; empty: it can.
    """

    how: str
    called: str
    does: str
    totals: Totals | None = None
    change: tuple[int, int] = (0, 0)
    on_move: str = ""
    over: bool = False
    needs_ruling: bool = True
    refused: str = ""


@turns_since_pages.get(*of_a_game("since"), name="page", who=DIRECTORS)
def turns_since_page(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> str:
    return _turns_since_page(game_at(slug, division, round_number, table, replay))


@turns_since_pages.post(*of_a_game("since"), name="do", who=DIRECTORS)
def turns_since_do(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """Decide: where the book needs a ruling, it leads to the case in which it is ruled.

    What was chosen here is chosen there, and what it does is shown before it is entered. The form
    handed in twice decides once.
    """
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        outcome = accounts().desk.enter(row.id, _turns_since_asked(), sent)
        if isinstance(outcome, Refused) and outcome.ruling:
            return make_response(redirect(to_rule_on(slug, sent.command_id, _decides()), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_turns_since_page(row, refusal), status_of(refusal))
    return make_response(redirect(of_game(row, "turns_since.page"), 303))


def _decides() -> str:
    """What was chosen here, as the page of the case has it, with how a gap is read."""
    reading = request.form.get("reading", "")
    return f"enter/{reading}" if reading.isdecimal() else "enter"


def _turns_since_asked() -> SettleTurnsSince:
    how = request.form.get("how", "")
    if how not in get_args(TurnsSince):
        raise Refusal(
            "unreadable-request", say("desk.no-way-on-was-chosen"), say("desk.choose-what-becomes")
        )
    return SettleTurnsSince(how=cast("Any", how))


def _turns_since_page(row: GameRow, refused: Refusal | None = None) -> str:
    sheet = accounts().desk.sheet(row.id)
    rules = rulebook.rules_of(sheet.scheduled)
    overtaken = the_overtaken(sheet)
    judged = sheet.challenges.judged
    says = said_by_the_book(sheet, overtaken, rules) if overtaken else None
    trap = ambiguities().get(says.trap) if says else None
    return render_template(
        "games/turns_since.html",
        game=row,
        sheet=sheet,
        overtaken=overtaken,
        judged=judged,
        says=says,
        trap=trap,
        readings=trap.readings if trap and not trap.settled else (),
        since=turns_made_since(sheet, overtaken.since) if overtaken else (),
        ways=[_way(sheet, rules, how, says.how if says else None) for how in WAYS]
        if overtaken
        else [],
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )


def _way(sheet: Sheet, rules: Rulebook, how: TurnsSince, by_the_book: str | None) -> WayOn:
    """One way on, tried on a copy of the sheet."""
    called, does = say(f"desk.way_on.{how}"), say(f"desk.way_on_does.{how}")
    try:
        desk_request = (SettleTurnsSince(how=how),)
        seen = what_if(sheet, rules, at=sheet.version, request=desk_request).would_end
    except Refusal as refusal:
        return WayOn(how=how, called=called, does=does, refused=refusal.what)
    change = tuple(Points(now - was) for now, was in zip(seen.stands, sheet.stands, strict=True))
    return WayOn(
        how=how, called=called, does=does, totals=seen.stands, change=(change[0], change[1]),
        on_move=sheet.name(seen.on_move) if seen.on_move and not seen.ended else "",
        over=bool(seen.ended), needs_ruling=how != by_the_book,
    )  # fmt: skip


warning_pages = Pages("warning", manual="cases", area="cases", tab="conduct")

AT_HAND = 6  # acts that are offered before one has to look for another
NO_LEVEL = 4  # where an act stands for which the book names no level: before those of level 3

USUAL = "official-warning"


class AtTheTable(Struct, frozen=True, kw_only=True):
    """A player who may be warned.

    Attributes:
      warned: the warnings so far, oldest first.
      again: what the book names for each act this player was warned of, if it is done again.
    """

    number: int
    name: str
    warned: tuple[Warned, ...]
    again: tuple[tuple[str, Suggestion], ...]


@warning_pages.get(*of_a_game("warn"), name="page", who=DIRECTORS)
def warning_page(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> str:
    return _warning_page(game_at(slug, division, round_number, table, replay))


@warning_pages.post(*of_a_game("warn"), name="do", who=DIRECTORS)
def warning_do(
    slug: str, round_number: int, table: int, division: str = "", replay: int = 1
) -> Response:
    """Warn a player; what the desk refuses is said on the page, with what was typed."""
    row = game_at(slug, division, round_number, table, replay)
    form = request.form
    number = form.get("player", "")
    readable = number.isascii() and number.isdigit() and len(number) < 8
    try:
        _must_say_what_for()
        desk_request = WarnPlayer(
            player=int(number) if readable else 0,
            offence=form.get("another") or form.get("offence") or OTHER,
            kind=form.get("kind", USUAL),
            notice=form.get("notice", "").strip(),
            words=form.get("words", "").strip(),
            game=row.id,
        )
        sent = sent_by_form(signed_in().badge)
        accounts().desk.must_write(tournament_id(slug), desk_request, sent)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        # The page is there, whoever was meant: a player nobody chose is a slip of the form.
        status = 422 if refusal.code == "no-such-player" else status_of(refusal)
        return make_response(_warning_page(row, refusal), status)
    return make_response(redirect(of_game(row, "warning.page", warned=number), 303))


def _must_say_what_for() -> None:
    """Refuse a warning of nothing: no act was chosen, and none was told."""
    form = request.form
    if not any(form.get(name, "").strip() for name in ("offence", "another", "words")):
        raise Refusal(
            "unreadable-request",
            say("desk.it-is-not-said-what"),
            say("desk.choose-an-act-or-write"),
            field="offence",
        )


def commonest(tournament: Tournament, rules: Rulebook) -> tuple[str, ...]:
    """The book's acts: those most often warned of here first, then the lightest first.

    An act for which the book names no level stands with the lightest.
    """
    warned = Counter(one.offence for one in tournament.conduct.warnings)
    listed = list(rules.offences)
    return tuple(
        sorted(
            listed,
            key=lambda code: (
                -warned[code],
                -(rules.offences[code].level or NO_LEVEL),
                listed.index(code),
            ),
        )
    )


def _warning_page(row: GameRow, refused: Refusal | None = None) -> str:
    desk = accounts().desk
    sheet = desk.sheet(row.id)
    tournament = desk.cases.tournament(row.tournament)
    rules = rulebook.rules_of(sheet.scheduled)
    acts = commonest(tournament, rules)
    return render_template(
        "games/warn.html",
        game=row,
        tournament=tournament_at(row.tournament),
        rules=rules,
        players=_at_the_table(sheet, tournament),
        at_hand=acts[:AT_HAND],
        others=acts[AT_HAND:],
        kinds=[(kind, one) for kind, one in rules.penalties.items() if one.scope == "person"],
        usual=USUAL,
        other=OTHER,
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
        just=request.args.get("warned", ""),
    )


def _at_the_table(sheet: Sheet, tournament: Tournament) -> list[AtTheTable]:
    found = []
    for seat, number in zip(Seat, sheet.numbers or (), strict=False):
        warned = tournament.conduct.warnings_of(number)
        acts = dict.fromkeys(one.offence for one in warned if one.offence != OTHER)
        found.append(
            AtTheTable(
                number=number,
                name=sheet.name(seat),
                warned=warned,
                again=tuple((act, suggests(tournament, number, act)) for act in acts),
            )
        )
    return found
