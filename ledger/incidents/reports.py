"""Reports of a ruling that are due, its consequences in words; how alike two cases are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.game.sheet.folding import wording
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import if_shown
from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.facts import CaseReported, PenaltyDecided, RuleCited, RulingGiven
from ledger.incidents.wording import (
    CASES_TOLD,
    act_found,
    case_wording,
    finding_wording,
    number_wording,
    place_of,
    said_once,
    title_wording,
)
from ledger.messages import listed, say
from ledger.messages.written import reason_given
from ledger.record.events import Event
from ledger.record.fact import Fact, TakenBack
from ledger.record.standing import taken_back
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.help.book import is_below
from ledger.rulebook.model.endings import Report
from ledger.rulebook.reading import called, rule_wording
from ledger.tournament.tournament import Tournament
from ledger.tournament.wording import TOURNAMENTS_TOLD, tournament_wording
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import ReportedBecause

# What followed from the rulings of a case: one list, for page, preview, paper, register, command.
#
# It is read back from the events that carry the case: entries at the table, conduct in the
# tournament, penalties decided. What an official only typed beside the finding stands first.


class Consequence(NamedTuple):
    """Something that followed.

    Attributes:
      ruling: the version of the ruling it belongs to; 0: of none yet.
      event: what carries it out; ``None``: it was only written beside the finding.
      taken_back: what took it back; ``None``: it stands.
    """

    words: str
    ruling: int
    event: Event | None = None
    taken_back: Event | None = None


@worked_out_once
def consequences_of(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> tuple[Consequence, ...]:
    """Everything that followed, ruling by ruling, as it was written, taken back or not.

    What was written in one go with a ruling belongs to that one, and what came later to the last
    ruling before it.
    """
    gone = file.taken_back
    rulings = [event for event in file.events if isinstance(event.fact, RulingGiven)]
    found = [
        Consequence(words, event.originator_version, None, gone.get(event.originator_version))
        for event in rulings
        if isinstance(event.fact, RulingGiven)
        for words in typed_with(event.fact)
    ]
    carrying = dict(_carrying(file, sheet, tournament))
    found += [
        Consequence(words, _of(event, rulings, gone), event, carrying[event])
        for event, words in told_once(tuple(carrying), sheet, tournament)
    ]
    return tuple(sorted(found, key=lambda one: one.ruling))


def typed_with(ruling: RulingGiven) -> tuple[str, ...]:
    """What an official wrote beside the finding that follows, a line each."""
    return tuple(filter(None, map(str.strip, ruling.consequences)))


def told_once(
    events: Sequence[Event], sheet: Sheet | None, tournament: Tournament | None
) -> Iterator[tuple[Event, str]]:
    """Events with their words, but for those that say what another of them says already."""
    once = said_once(events)
    for event in events:
        if place_of(event) not in once.said_by_another:
            words = written_words(event.fact, sheet, tournament)
            why = reason_given(once.reasons.get(place_of(event), ""))
            yield event, words if why in words else f"{words} ({why})"


def of_ruling(consequences: Iterable[Consequence], version: int) -> tuple[str, ...]:
    return tuple(as_it_stands(one) for one in consequences if one.ruling == version)


def as_it_stands(one: Consequence) -> str:
    """A consequence in words, where nothing can be struck through."""
    if one.taken_back is None:
        return one.words
    reason = reason_of(one.taken_back)
    if if_shown(reason):
        return say("incidents.consequence.taken-back-because", words=one.words, reason=reason)
    return say("incidents.consequence.taken-back", words=one.words)


def reason_of(by: Event) -> str:
    return reason_given(str(getattr(by.fact, "reason", "")))


def written_words(fact: Fact, sheet: Sheet | None, tournament: Tournament | None) -> str:
    """Any fact that a ruling writes in a few words, beginning with a capital."""

    def of_seat(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    def of_player(number: int) -> str:
        player = tournament.player(number) if tournament else None
        return player.name if player else say("incidents.player", number=number)

    if type(fact) in CASES_TOLD:
        words = case_wording(fact, of_seat)
    elif type(fact) in TOURNAMENTS_TOLD:
        words = tournament_wording(fact, of_player, tournament.rules if tournament else None)
    elif sheet is not None:
        words = wording(fact, sheet)
    else:
        return ""
    return words[:1].upper() + words[1:]


def _carrying(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> list[tuple[Event, Event | None]]:
    """The events of every stream that carry the case, as they were written, and what struck them.

    Takings back carry nothing out: they are told with what they struck.
    """
    found = [
        (event, file.taken_back.get(event.originator_version))
        for event in file.events
        if isinstance(event.fact, PenaltyDecided)
    ]
    for events in (sheet.events if sheet else (), _under_cases(tournament)):
        gone = taken_back(events)
        found += [
            (event, gone.get(event.originator_version))
            for event in events
            if event.envelope.case == file.id and not isinstance(event.fact, TakenBack)
        ]
    return sorted(found, key=lambda one: one[0].envelope.written_at)


def carrying_out(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> tuple[Event, ...]:
    return tuple(event for event, _ in _carrying(file, sheet, tournament))


def _under_cases(tournament: Tournament | None) -> tuple[Event, ...]:
    return tournament.conduct.under_cases if tournament else ()


def _of(event: Event, rulings: list[Event], gone: Mapping[int, Event]) -> int:
    """The version of the ruling that an event belongs to; 0: none stood when it was written."""
    at = event.envelope.written_at
    with_it = [
        one.originator_version
        for one in rulings
        if one.envelope.command_id == event.envelope.command_id
    ]
    before = [
        one.originator_version
        for one in rulings
        if one.envelope.written_at <= at
        and not ((by := gone.get(one.originator_version)) and by.envelope.written_at < at)
    ]
    return max(with_it or before, default=0)


# A ruling as it can be published: what was decided and by which rule, and nobody's name.


A_PLAYER = "a player"


def without_names(text: str, names: Iterable[str]) -> str:
    """``text`` with each of the names, whole or a part of it, put as ``a player``.

    Parts of one or two letters stay: initials would take words with them.

    >>> without_names("Zoë Lind drew late; Lind's clock ran.", ["Zoë Lind", "Bo Ek"])
    "A player drew late; a player's clock ran."
    """
    whole = sorted({name.strip() for name in names if name.strip()}, key=len, reverse=True)
    parts = {part.strip(",.") for name in whole for part in name.split()}
    known = [*whole, *sorted((part for part in parts if len(part) > 2), key=len, reverse=True)]
    if not known:
        return text
    found = "|".join(re.escape(name) for name in known)
    return re.sub(
        rf"(?<!\w)(?:{found})(?!\w)",
        lambda match: A_PLAYER.capitalize() if _begins(text, match.start()) else A_PLAYER,
        text,
        flags=re.IGNORECASE,
    )


def _begins(text: str, at: int) -> bool:
    before = text[:at].rstrip()
    return not before or before[-1] in ".!?"


def duty_wording(duty: str) -> str:
    """Whether something is to be reported: ``must be reported``."""
    return say(f"incidents.duty.{duty}")


def with_note(said: str, rule: Report) -> str:
    """What is said, and behind it what the book notes about the report."""
    if not rule.note:
        return said
    note = f"{rule.note[0].upper()}{rule.note[1:]}"
    return say("incidents.report.with-note", said=said, note=note)


class DueReport(NamedTuple):
    """A report that was not made yet, or not to all of its bodies.

    Attributes:
      why: under which the book names it.
      to: the bodies that were not told.
    """

    why: ReportedBecause
    rule: Report
    to: tuple[str, ...]


def due_reports(file: CaseFile, rules: Rulebook) -> tuple[DueReport, ...]:
    """Who is to be told of what was ruled and is not told yet, as the book has it."""
    whys: list[ReportedBecause] = []
    if file.finding is not None and file.finding.level:
        levels: dict[int, ReportedBecause] = {1: "level-1", 2: "level-2", 3: "level-3"}
        whys.append(levels[file.finding.level])
    if any(ruling.gap or ruling.trap for ruling in file.each(RulingGiven)):
        whys.append("gap")
    found = []
    for why in whys:
        if why in rules.reports:
            rule = rules.reports[why]
            to = tuple(body for body in rule.to if (body, why) not in _made(file))
            if to:
                found.append(DueReport(why, rule, to))
    return tuple(found)


def _made(file: CaseFile) -> set[tuple[str, ReportedBecause]]:
    """To whom it was reported, and why; a gap may be referred as well."""
    return {
        (one.to, "gap" if one.why == "referred" else one.why) for one in file.each(CaseReported)
    }


def draft_of(file: CaseFile, due: DueReport, tournament: Tournament, sheet: Sheet | None) -> str:
    """A report as it could be sent: facts, ruling, what followed; nobody's own words.

    A body that is asked about a rule is told no names.
    """
    text = "\n".join(_lines(file, due, tournament, sheet))
    if due.why != "gap":
        return text
    return without_names(text, [player.name for player in tournament.players])


def _lines(
    file: CaseFile, due: DueReport, tournament: Tournament, sheet: Sheet | None
) -> Iterator[str]:
    opened, ruling = file.opened, file.ruling
    yield say("incidents.report.to", bodies=listed(due.to))
    number, title = number_wording(opened.number), title_wording(opened)
    yield say("game.whose", whose=number, what=title)
    yield ""
    book = called(tournament.rulebook)
    if sheet is None:
        yield say("incidents.report.played-by", tournament=tournament.name, book=book)
    else:
        yield say(
            "incidents.report.played-by-at",
            tournament=tournament.name,
            number=sheet.scheduled.round_number,
            table=sheet.scheduled.table,
            book=book,
        )
    if sheet is not None:
        both = listed(sheet.name(seat) for seat in Seat)
        yield say("incidents.report.players", both=both)
        yield from _stood(file, sheet)
    elif player := tournament.player(opened.player):
        yield say("incidents.report.about", player=player.name)
    if ruling is None:
        return
    yield ""
    yield from _ruled(ruling, sheet)
    followed = consequences_of(file, sheet, tournament)
    for one in followed:
        if one.taken_back is None:
            yield say("incidents.report.followed", what=one.words)
    yield ""
    yield with_note(say(f"incidents.report.by.{due.rule.duty}", rule=due.rule), due.rule)


def _ruled(ruling: RulingGiven, sheet: Sheet | None) -> Iterator[str]:
    if ruling.found:
        if ruling.standard:
            standard = say(f"incidents.standard.{ruling.standard}")
            yield say("incidents.report.found-resting", found=ruling.found, standard=standard)
        else:
            yield say("incidents.report.found", found=ruling.found)
    yield say("incidents.report.ruled", finding=finding_wording(ruling))
    if act := act_found(ruling, sheet.name if sheet else lambda seat: seat.value):
        yield say("incidents.report.act", act=act)
    yield say("incidents.report.under", citation=rule_wording(ruling.citation))
    if trap := ambiguities().get(ruling.trap):
        yield say("incidents.report.left-open-how", trap=trap.sentence)
    elif ruling.gap:
        yield say("incidents.report.left-open")
    if ruling.reading:
        yield say("incidents.report.read-as", reading=ruling.reading)


def _stood(file: CaseFile, sheet: Sheet) -> Iterator[str]:
    then = file.opened.situation
    if then is None:
        return
    stood = say("incidents.stood.scores", first=then.totals[0], second=then.totals[1])
    if then.clocks:
        stood = say(
            "incidents.stood.clocks", stood=stood, clocks=" / ".join(map(minutes, then.clocks))
        )
    if then.on_move:
        player = sheet.name(then.on_move)
        yield say("incidents.stood.bag-and-move", stood=stood, bag=then.bag, player=player)
    else:
        yield say("incidents.stood.bag", stood=stood, bag=then.bag)


# Rulings to go by: which earlier ones are like a case, and why.


WHATEVER = "other"
"""The subject of a case of which nobody said what it is about."""


class Likeness(NamedTuple):
    """In what an earlier ruling is like a case: how near, the nearest first, and in words."""

    distance: int
    why: str


def likeness(file: CaseFile, citation: str, other: CaseFile, rules: Rulebook) -> Likeness | None:
    """In what the ruling that stands in another case is like this one; ``None``: in nothing.

    It is under the same rule, or one is a part of the other, and about nothing else. The rule that
    leaves a matter to the director says nothing of what the matter is: there, and where no rule is
    named yet, the subject has to be the same, and known.

    Args:
      citation: the rule it is about, with its book.
    """
    ruling = other.ruling
    if ruling is None or not citation or _is_about_something_else(file, other):
        return None
    rule = _between(citation, ruling.citation)
    same_subject = other.opened.category == file.opened.category != WHATEVER
    if rule is None and same_subject and not _is_rule_named(file):
        rule = Likeness(2, say("incidents.like.no-rule-named"))
    if rule is None or (citation == str(rules.fallback.decides) and not same_subject):
        return None
    why = rule.why
    if same_subject:
        subject = say(f"cases.about.{file.opened.category}")
        why = say("incidents.like.same-subject", why=why, subject=subject)
    return Likeness(2 * rule.distance + (not same_subject), why)


def _is_rule_named(file: CaseFile) -> bool:
    return bool(file.opened.rule or file.ruling or file.each(RuleCited))


def _between(citation: str, ruled: str) -> Likeness | None:
    """How near two rules are to each other."""
    if citation == ruled:
        return Likeness(0, say("incidents.like.same-rule"))
    (book, _, number), (named, _, under) = citation.partition(" "), ruled.partition(" ")
    if book != named or not number or not under:
        return None
    if is_below(under, number):
        return Likeness(1, say("incidents.like.part-of-this"))
    if is_below(number, under):
        return Likeness(1, say("incidents.like.this-is-part"))
    return None


def _is_about_something_else(file: CaseFile, other: CaseFile) -> bool:
    """Whether both say what they are about, and say different things."""
    subjects = {file.opened.category, other.opened.category} - {WHATEVER}
    if len(subjects) > 1:
        return True
    return len({_act(file), _act(other)} - {""}) > 1


@worked_out_once
def _act(file: CaseFile) -> str:
    """The act it is about: as it was found, or as it was reported."""
    found = file.finding.offence if file.finding else ""
    return "" if found == WHATEVER else found or file.opened.offence
