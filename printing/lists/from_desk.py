"""The papers of the desk filled from the record: log of the day, rulings, a closed round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.registers import Act, Ruled, by_case
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.reports import without_names
from ledger.incidents.wording import finding_wording
from ledger.matters.matter import AsideView, DeskMatter
from ledger.messages.written import day_written, reason_given
from ledger.proof.checkpoints_made import Cosigned
from ledger.proof.facts import CheckpointMade
from ledger.proof.note import in_fours
from ledger.record.events import Event
from ledger.rulebook.reading import rule_wording
from ledger.tournament.facts import RoundClosed, RoundReopened
from ledger.tournament.tournament import Tournament, warning_given
from ledger.vocabulary.signs import score, table_name
from printing.cases.filled_cases import as_struck
from printing.cases.notices import WARNING_NOTICE, WarningNotice
from printing.engine.flowing import SAID
from printing.engine.heading import Heading
from printing.engine.page import signed, time_words, when_words
from printing.languages import having, say
from printing.lists.desk_lists import (
    DAY_LOG,
    ROUND_CLOSE,
    RULINGS_REGISTER,
    DayLog,
    Entries,
    RoundClose,
    RulingEntry,
    RulingsRegister,
)
from printing.papers import Papers
from printing.source import (
    Called,
    Played,
    Source,
    ending_words,
    is_over,
    is_provisional,
    kind_of_result,
    provisional_mark,
    taken_back_words,
)


def nothing_followed() -> str:
    return say("paper_lists.nothing-followed")


OF_PLAY = ("played", "")
"""Kinds of a result about which nothing need be said."""


class DeskAtHand(Struct, frozen=True, kw_only=True):
    """A tournament as the papers of its desk need it.

    Attributes:
      source: the full name, the zone and the names of officials; ``record_to``: the number of
        the last entry of the record.
      rulings: those that were asked for, the latest first; ``chosen``: which, in words.
      waiting: what keeps that round open; ``aside``: what was waived in it.
      checkpoint: made when that round was closed, ``checkpoint_at``; ``None``: none was.
      cosigned: what witnesses signed below it; ``quorum``: whether those are enough, in words.
    """

    tournament: Tournament
    events: Sequence[Event]
    source: Source
    record_to: int
    acts: Sequence[Act] = ()
    rulings: Sequence[Ruled] = ()
    chosen: str = ""
    games: Sequence[Sheet] = ()
    waiting: Sequence[DeskMatter] = ()
    aside: Sequence[AsideView] = ()
    checkpoint: CheckpointMade | None = None
    checkpoint_at: datetime | None = None
    cosigned: Sequence[Cosigned] = ()
    quorum: str = ""

    def heading(self, division: str = "", round_number: int | None = None) -> Heading:
        played = Played(slug=self.tournament.slug, source=self.source, record_to=self.record_to)
        return played.heading(division, round_number)

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.source.zone)


def warning_papers(desk: DeskAtHand, version: int) -> Papers:
    one, by = warning_given(desk.tournament, version)
    player = desk.tournament.player(one.player)
    event = next(each for each in desk.events if each.originator_version == version)
    notice = WarningNotice(
        heading=desk.heading(),
        player=player.name if player else "",
        number=one.player,
        kind=one.kind,
        what=as_struck(one.wording(desk.tournament.rules), by),
        rule=one.rested_on(desk.tournament.rules),
        notice=one.notice,
        director=desk.source.official(event.envelope.written_by),
        at=desk.local(one.given_at),
    )
    return Papers.of(WARNING_NOTICE, desk.source, notice)


def day_log_papers(desk: DeskAtHand, day: date | None = None) -> Papers:
    """The log of a day, of the last one on which anything was done where none is named."""
    return Papers.of(DAY_LOG, desk.source, day_log_of(desk, day))


def day_log_of(desk: DeskAtHand, day: date | None = None) -> DayLog:
    local = [(desk.local(act.at), act) for act in desk.acts]
    chosen = day or (local[-1][0].date() if local else None)
    zone = local[0][0].tzname() if local else ""
    return DayLog(
        heading=desk.heading(),
        day=_day_words(chosen, zone),
        entries=sum(at.date() == chosen for at, _ in local),
        acts=tuple(
            line for at, act in local if at.date() == chosen for line in _act_lines(at, act)
        ),
    )


def _day_words(day: date | None, zone: str | None) -> str:
    if day is None:
        return say("paper.no-day")
    return f"{day_written(day)} ({zone})" if zone else day_written(day)


def _act_lines(at: datetime, act: Act) -> Iterator[tuple[str, str]]:
    words = act.words
    if act.where:
        words = say("paper.place-and-what", place=act.where, what=words)
    if act.gone:
        words = taken_back_words(words, act.gone)
    yield f"{time_words(at)} {act.by}", words
    yield from ((SAID, f"– {line}") for line in act.follows)


def rulings_papers(desk: DeskAtHand, *, anonymous: bool = False) -> Papers:
    return Papers.of(RULINGS_REGISTER, desk.source, rulings_of(desk, anonymous=anonymous))


def rulings_of(desk: DeskAtHand, *, anonymous: bool = False) -> RulingsRegister:
    names = [player.name for player in desk.tournament.players]

    def shown(text: str) -> str:
        return without_names(text, names) if anonymous else text

    entries = []
    cases = by_case(desk.rulings)
    for nth, of_case in enumerate(cases):
        one = of_case.first
        at = desk.local(one.at)
        when = day_written(at) if anonymous else when_words(at)
        where = "" if anonymous else ", ".join(filter(None, (one.where, " – ".join(one.players))))
        entries.append(
            RulingEntry(
                called=str(len(cases) - nth) if anonymous else one.called,
                at=when if anonymous else f"{when}, {desk.source.official(one.by)}",
                title=shown(one.title),
                where=where,
                found=shown(one.ruling.found),
                ruled=_ruled_words(one, shown),
                act=shown(one.act),
                follows=tuple(map(shown, one.follows))
                or (() if one.struck else (nothing_followed(),)),
                appeal=shown(one.appeal),
                struck=tuple(_ruled_words(other, shown) for other in of_case.others),
            )
        )
    return RulingsRegister(
        heading=desk.heading(),
        edition=say("paper.without-names") if anonymous else say("paper.whole-for-officials"),
        chosen=desk.chosen or "all",
        rulings=tuple(entries),
    )


def _ruled_words(one: Ruled, shown: Callable[[str], str]) -> str:
    """A ruling with its rule; why it was taken back, where it was."""
    words = f"{shown(finding_wording(one.ruling))} ({rule_wording(one.ruling.citation)})"
    return (
        say("paper.words-taken-back-struck", words=words, struck=shown(one.struck))
        if one.struck
        else words
    )


def round_close_papers(desk: DeskAtHand, round_number: int, division: str = "") -> Papers:
    return Papers.of(ROUND_CLOSE, desk.source, round_close_of(desk, round_number, division))


def round_close_of(desk: DeskAtHand, round_number: int, division: str = "") -> RoundClose:
    here = (division, round_number)
    closed = [e for e in desk.events if isinstance(e.fact, RoundClosed) and _of(e.fact) == here]
    reopened = [e for e in desk.events if isinstance(e.fact, RoundReopened) and _of(e.fact) == here]
    is_closed = here in desk.tournament.closed
    at_table: dict[UUID | None, str] = {
        sheet.id: Called(
            say(
                "paper_lists.table-division",
                division=table_name(sheet.scheduled.division, sheet.scheduled.table),
            ),
            bound=say("paper_lists.table-table", table=sheet.scheduled.table),
        )
        for sheet in desk.games
    }

    def by(event: Event) -> str:
        at, badge = event.envelope.written_at, event.envelope.written_by
        return f"{desk.source.official(badge)}, {when_words(desk.local(at))}"

    heading = desk.heading(division, round_number)
    if desk.source.signs is not None and closed and is_closed and desk.checkpoint_at is not None:
        from printing.signed_codes import round_says

        says = round_says(
            desk.checkpoint, desk.checkpoint_at, tournament=desk.tournament.slug,
            entry=desk.record_to, division=division, round_number=round_number,
            closed_by=closed[-1].envelope.written_by,
        )  # fmt: skip
        heading = replace(heading, says=says)
    return RoundClose(
        heading=heading,
        state=say("paper_lists.closed") if is_closed else say("paper_lists.open"),
        by=by(closed[-1]) if closed and is_closed else "–",
        results=tuple((at_table[sheet.id], _result(sheet)) for sheet in desk.games),
        otherwise=tuple(
            (at_table[sheet.id], f"{kind_of_result(sheet)}. {ending_words(sheet)}".strip())
            for sheet in desk.games
            if is_over(sheet) and kind_of_result(sheet) not in OF_PLAY
        ),
        waived=tuple(_waived(one, at_table, desk) for one in desk.aside if not one.gone),
        no_more=tuple(_waived(one, at_table, desk) for one in desk.aside if one.gone),
        open=()
        if is_closed
        else tuple(
            (
                at_table.get(one.game, say("paper.no-table"))
                if one.game
                else say("paper.no-table"),
                one.words,
            )
            for one in desk.waiting
        ),
        reopened=tuple(
            (time_words(desk.local(e.envelope.written_at)), f"{e.fact.reason} ({by(e)})")
            for e in reopened
            if isinstance(e.fact, RoundReopened)
        ),
        checkpoint=_checkpoint(desk.checkpoint, desk) if is_closed and desk.checkpoint else (),
    )


def kept_wording() -> str:
    return say("paper_lists.whoever-signs-here-keeps-no")


def _checkpoint(made: CheckpointMade, desk: DeskAtHand) -> Entries:
    half = len(made.root) // 2
    witnesses = (
        (
            say("paper.signed-also-by"),
            f"{one.name}, {when_words(desk.local(one.at))}" if one.at else one.name,
        )
        for one in desk.cosigned
    )
    return (
        (say("paper_cases.log"), made.origin),
        (say("paper_lists.events"), str(made.size)),
        (say("paper_cases.root"), in_fours(made.root[:half])),
        (say("paper.root-goes-on"), in_fours(made.root[half:])),
        *witnesses,
        (
            "",
            Called(
                f"{kept_wording()} {desk.quorum}." if desk.quorum else kept_wording(),
                bound=kept_wording(),
            ),
        ),
    )


def _of(fact: RoundClosed | RoundReopened) -> tuple[str, int]:
    return fact.division, fact.round_number


def _result(sheet: Sheet) -> Called:
    first, second = sheet.stands
    if not is_over(sheet):
        state = say(f"states.{sheet.state.replace(' ', '-')}")
    else:
        state = provisional_mark() if is_provisional(sheet) else ""
    given = {"spread": signed(first - second) if is_over(sheet) else "", "state": state}

    def told(scores: str) -> str:
        result = f"{sheet.names[0]} {scores} {sheet.names[1]}"
        return say(f"paper_lists.result{having(given)}", result=result, **given)

    return Called(told(score(first, second)), bound=told(f"{first} : {second}"))


def _waived(
    one: AsideView, at_table: Mapping[UUID | None, str], desk: DeskAtHand
) -> tuple[str, str]:
    when, by = time_words(desk.local(one.at)), desk.source.official(one.by)
    given = {"gone": ""}
    if one.gone_at is not None:
        ended, who = time_words(desk.local(one.gone_at)), desk.source.official(one.gone_by)
        given["gone"] = f"{one.gone} ({who}, {ended})"
    return at_table[one.game], say(
        f"paper_lists.is-waived{having(given)}",
        words=one.words,
        reason=reason_given(one.reason),
        by=by,
        when=when,
        **given,
    )
