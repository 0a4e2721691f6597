"""A code on paper looked up: forms are filled again from the record as it stood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import inf
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace

from ledger.backup.manifest import restores
from ledger.desk.opened import Opened, game_named
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.messages import say
from ledger.proof.paper_codes import Noted, as_read, in_halves, is_code, list_state
from ledger.proof.paper_verdicts import MISTYPED, UNTOLD, Found, PaperVerdict
from ledger.record.events import badge_id, tournament_id
from ledger.record.faults import Fault
from ledger.record.log import Log, LogAt
from ledger.tournament.facts import LiveBoardsChosen
from ledger.visibility import (
    FOR_THE_TABLE,
    Paper,
    Viewer,
    boards_for,
    is_final,
    is_over,
    sheet_visible_to,
)
from ledger.vocabulary import Boards, Seat
from ledger.vocabulary.refusals import Refusal
from printing.checking.lists import FULLY, TOO_LONG, Still, lists_at, removed_since, within
from printing.engine.heading import filled_in
from printing.filling.case_papers import evidence_of_states, rulings_of
from printing.filling.table_papers import source_in, words_hang_on
from printing.forms import FORMS, drawing_of, filler
from printing.papers import Papers

# Forms about a game filled again from the record, for everybody's eyes: one of them is the paper.
#
# Of what was printed nothing is kept but where its code leads (``ledger.proof.paper_codes``), which
# is no proof. A form follows from the record alone, so the code of one that is filled again, from
# the same state and for the same eyes, is the code on the paper or it is not.


EYES = (Viewer.VISITOR, Viewer.PLAYER, Viewer.KEEPER, Viewer.JUDGE, Viewer.DIRECTOR)
"""For whom a form of a game may have been printed; a copy for others says no more."""


class Filled(NamedTuple):
    """A form that was filled again: for whose eyes, which of its kind, and with what code.

    ``seat``: whose own sheet it is, where it is one player's.
    """

    viewer: Viewer
    papers: Papers
    nth: int
    seat: Seat | None = None

    @property
    def code(self) -> str:
        return as_read(self.papers.forms[self.nth].heading.check)

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, without the code, and without what nobody filled in or marked."""
        return filled_in(self.papers.lines_of(self.nth))


def forms_of(
    log: Log,
    sheet: Sheet,
    link: bytes,
    states: tuple[int, int] | None,
    *,
    over: bool,
) -> Iterator[Filled]:
    """Every form that may have been printed about a state of a game.

    ``over``: whether the game was over when it was printed.
    """
    if states is not None:
        papers = evidence_of_states(log, sheet, states, source_in(log, sheet, link))
        yield Filled(Viewer.DIRECTOR, papers, 0)
        return
    seen: list[Sheet] = []
    for viewer in EYES:
        shown = sheet_visible_to(viewer, sheet, over=over)
        if any(shown is one for one in seen):
            continue
        seen.append(shown)
        source = source_in(log, shown, link)
        for form, made in FORMS.items():
            if "game" in made.filled:
                yield from _each(viewer, filler(form, "game")(shown, source))

    own = filler("score-sheet", "player")
    for seat in Seat:
        yield from _each(Viewer.DIRECTOR, own(sheet, seat, source_in(log, sheet, link)), seat)


def _each(viewer: Viewer, papers: Papers, seat: Seat | None = None) -> Iterator[Filled]:
    for nth in range(len(papers.filled)):
        yield Filled(viewer, papers, nth, seat)


def alike_for(one: Filled, others: Iterable[Filled], viewer: Viewer) -> Filled | None:
    """The same form as it is printed for somebody's eyes: the last, if there are fewer by now."""
    alike = [
        x
        for x in others
        if x.viewer is viewer and x.papers.drawing is one.papers.drawing and x.seat is one.seat
    ]
    return alike[min(one.nth, len(alike) - 1)] if alike else None


OF_A_GAME = re.compile(r"(?P<event>\d{1,6})(?:x(?P<one>\d{1,6})x(?P<other>\d{1,6}))?/(?P<name>.+)")


class Looked(NamedTuple):
    """What a code is, and of a genuine one the form that was filled again."""

    verdict: PaperVerdict
    filled: Filled | None = None


Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: its label, how many there are, and then how many are done."""


def unseen(_label: str, _whole: int) -> AbstractContextManager[Callable[[int], None]]:
    """Where nobody sees how far it is."""
    return nullcontext(lambda _done: None)


def check_paper(
    here: Opened,
    code: str,
    state: str,
    viewer: Viewer = Viewer.DIRECTOR,
    still: Still | None = None,
    searched_for: float = inf,
    progress: Progress = unseen,
) -> PaperVerdict:
    """What a code is, as ``looked_up`` has it; without ``still`` however long it takes."""
    still = still or within()
    return looked_up(here, code, state, viewer, still, searched_for, progress).verdict


def looked_up(
    here: Opened,
    code: str,
    state: str,
    viewer: Viewer,
    still: Still,
    searched_for: float = inf,
    progress: Progress = unseen,
) -> Looked:
    """What a code is.

    Args:
      here: the record.
      code: as somebody typed it.
      state: what the paper is about and in which state, as its square code has it
        (``31/autumn-open/R3/T14``, ``e812/autumn-open/standings``); empty: it is what was printed
        here with that code, or is looked for among the games as they stand.
      viewer: who asks, and so what of a genuine sheet is shown.
      still: called now and then, to give up by raising.
      searched_for: seconds that it is looked for among the games at most.
      progress: shows how many games were looked at.

    Raises:
      Refusal: there is no such game or tournament, or ``state`` can't be read;
        ``too-long-to-check``.
    """
    code = as_read(code)
    if not is_code(code):
        return Looked(MISTYPED)
    if not state:
        return _printed_here(here, code, viewer, still) or _searched(
            here, code, viewer, still, searched_for, progress
        )
    found = _looked_up_of(here, code, state, viewer, still)
    return as_noted(here, code, state, found, still) or found


def _looked_up_of(here: Opened, code: str, state: str, viewer: Viewer, still: Still) -> Looked:
    """The same of a code whose place is known."""
    if named := list_state(state):
        verdict, papers, nth = lists_at(here, code, named, viewer, still)
        return Looked(verdict, Filled(Viewer.DIRECTOR, papers, nth) if papers else None)
    match = OF_A_GAME.fullmatch(state)
    if match is None:
        raise Refusal(
            "unreadable-name",
            say("paper_checks.is-no-state-of-the-record", state=repr(state[:60])),
            say("paper_checks.write-event-and-game-as"),
        )
    states = (int(match["one"]), int(match["other"])) if match["one"] else None
    row = game_named(here.hall, match["name"])
    return _of_a_game(here, code, row, int(match["event"]), states, viewer)


def _of_a_game(
    here: Opened,
    code: str,
    row: GameRow,
    event: int,
    states: tuple[int, int] | None,
    viewer: Viewer,
    *,
    logs: Sequence[Log] = (),
) -> Looked:
    now = here.shelf.sheet(row.id)
    placed = [position for position, _ in here.log.placed_events_of(row.id)]
    about = replace(NOTHING, about=_named(row), event=event, now=now.version)
    # An event that there isn't takes as long as one that there is: how many entries a game has
    # tells how it goes, and nobody is to find that out by the clock.
    at = min(max(event, 1), len(placed))  # a record that was changed may lack one in between
    then, position = sheet_as_known(now, at=at), placed[at - 1]
    link = here.log.link_at(position)
    # What else a sheet says, names of officials and of the tournament, is of the day it was
    # printed: as the record is now, or as it was when the event was written. An older state that
    # is printed once the game is over says more of itself than it did.
    # An evidence sheet tells rulings as well, which are no events of its game.
    ruled = rulings_of(here.log, now) if states else []
    between = (LogAt(here.log, one.position) for one in reversed(ruled) if one.position > position)
    for log in logs or (here.log, *between, LogAt(here.log, position)):
        for over in {is_over(then): 0, is_over(now): 0}:
            for one in forms_of(log, then, link, states, over=over):
                if one.code == code and at == event:
                    alike = forms_of(log, then, link, states, over=is_over(now))
                    last = log.last_position()
                    about = replace(
                        about,
                        removed=removed_since(then.events, now.events),
                        followed=tuple(each.words for each in ruled if each.position > last),
                    )
                    return Looked(_view(here, one, alike, about, now, states, viewer), one)
    return _lost_or_not_ours(here, about, placed)


def as_noted(here: Opened, code: str, state: str, found: Looked, still: Still) -> Looked | None:
    """What was printed here for just that state, and can't be filled again from it.

    ``None``: it can, or was not printed here. What a visitor printed at a moment is left out: which
    state of the record that was, only a search tells.
    """
    if found.verdict.found is not Found.NOT_OURS:
        return None
    noted = [one for one in here.printed.noted(code) if _is_state(one.state, state)]
    if not noted:
        return None
    releases = {one.release for one in noted} - {""}
    if words_hang_on() not in releases:
        return Looked(replace(found.verdict, found=Found.OTHER_RELEASE)) if releases else None
    if again := _in_states_between(here, code, state, still):
        return again
    # What stands beside a game, a name or the zone, may have been what a restore lost.
    for restored in restores(here.log):
        if restored.known_to is None or restored.known_to > restored.position:
            return Looked(replace(found.verdict, found=Found.LOST, restored=restored.when))
    return Looked(replace(found.verdict, found=Found.OTHERWISE))


def _is_state(noted: str, request: str) -> bool:
    """Whether a state that was noted is the one that is asked about; it may say which list too."""
    one, other = list_state(noted), list_state(request)
    if one is None or other is None:
        return noted.lower() == request.lower()
    same = (one.slug, one.event, one.case) == (other.slug, other.event, other.case)
    return same and one.event > 0


def _in_states_between(here: Opened, code: str, state: str, still: Still) -> Looked | None:
    """A sheet of a game that says what was so for a while only: a name, a case, who had a badge."""
    match = OF_A_GAME.fullmatch(state)
    if match is None:
        return None
    row, event = game_named(here.hall, match["name"]), int(match["event"])
    states = (int(match["one"]), int(match["other"])) if match["one"] else None
    for position in _changes_beside(here, row, event):
        still()
        logs = (LogAt(here.log, position),)
        found = _of_a_game(here, code, row, event, states, Viewer.DIRECTOR, logs=logs)
        if found.verdict.genuine:
            return found
    return None


def _changes_beside(here: Opened, row: GameRow, event: int) -> list[int]:
    """Entries after an event of a game that change what else its sheets say: few are."""
    placed = [position for position, _ in here.log.placed_events_of(row.id)]
    since = placed[min(event, len(placed)) - 1]
    badges = {one.envelope.written_by for one in here.shelf.sheet(row.id).events}
    streams = [tournament_id(row.tournament), *(badge_id(badge) for badge in badges if badge)]
    found = {at for stream in streams for at, _ in here.log.placed_events_of(stream) if at > since}
    return sorted(found)[:MOST_CHANGES]


MOST_CHANGES = 100  # states of the record between a sheet's event and now that it is looked for in


NOTHING = PaperVerdict(found=Found.NOT_OURS)


def _named(row: GameRow) -> str:
    parts = [row.tournament, row.division, f"R{row.round_number}", f"T{row.table}"]
    return "/".join(part for part in (*parts, str(row.replay) if row.replay != 1 else "") if part)


def _view(
    here: Opened,
    one: Filled,
    then: Iterable[Filled],
    about: PaperVerdict,
    now: Sheet,
    states: tuple[int, int] | None,
    viewer: Viewer,
) -> PaperVerdict:
    """The verdict on a sheet that is genuine, with what whoever asks is shown of it."""
    same = about.event == about.now and not about.followed
    found = Found.LATEST if same else Found.SUPERSEDED
    if states and viewer not in FULLY:  # what is ruled in a case is told to nobody else
        found, about = (
            Found.GENUINE,
            replace(about, followed=(), untold=say("paper_checks.gone-on-is-for-officials")),
        )
    elif not _is_shown_as_it_stands(here, now, viewer):
        found, about = (
            Found.GENUINE,
            replace(about, untold=say("paper_checks.board-not-shown-everybody-as")),
        )
    about = replace(about, found=found, form=str(one.papers.drawing.form))
    if viewer in FULLY:
        shown: Filled | None = one
    else:
        shown = alike_for(one, then, Viewer.VISITOR) if _is_public(one, now) else None
        about = replace(about, for_officials=one.viewer is not Viewer.VISITOR or shown is None)
    if shown is None:
        return replace(about, now=UNTOLD)
    says_now: tuple[str, ...] = shown.lines
    if found is Found.SUPERSEDED:
        forms = forms_of(here.log, now, b"", states, over=is_over(now))
        later = alike_for(shown, forms, shown.viewer)
        says_now = later.lines if later else ()
    verdict = replace(about, said=shown.lines, says_now=says_now)
    return verdict.as_it_reads() if found is Found.SUPERSEDED else verdict


def _is_shown_as_it_stands(here: Opened, now: Sheet, viewer: Viewer) -> bool:
    """Whether a viewer is shown the board as it stands, and so may be told that it goes on."""
    chosen = here.hall.live_boards(now.scheduled.tournament)
    live = chosen or LiveBoardsChosen(how="off")
    return boards_for(viewer, live, final=is_final(now)) is Boards.NOW


PUBLIC = frozenset(paper for paper in Paper if paper not in FOR_THE_TABLE)
"""The forms about a game of which anybody is given a copy once its result is final."""


def _is_public(one: Filled, now: Sheet) -> bool:
    """Whether anybody is given a copy of such a form by now, as ``paper_shown_to`` has it."""
    return is_final(now) and any(one.papers.drawing is drawing_of(paper) for paper in PUBLIC)


def _lost_or_not_ours(here: Opened, about: PaperVerdict, placed: Sequence[int]) -> Looked:
    """A sheet whose event came after what a restore put back may have been lost by it."""
    for restored in restores(here.log):
        kept = sum(1 for position in placed if position <= restored.position)
        if restored.may_have_lost(about.event, kept=kept):
            return Looked(replace(about, found=Found.LOST, restored=restored.when))
    return Looked(about)


def _printed_here(here: Opened, code: str, viewer: Viewer, still: Still) -> Looked | None:
    """What was printed here with that code, filled again all the same; ``None``: nothing was.

    A record that was put back as it was before has not got what was printed since.
    """
    others: list[Looked] = []
    for state in here.printed.states(code):
        try:
            found = looked_up(here, code, state, viewer, still)
        except Refusal as refused:
            if refused.code == TOO_LONG:
                raise
            continue
        if found.verdict.genuine or found.verdict.found is Found.LOST:
            return found
        if found.verdict.found in (Found.OTHERWISE, Found.OTHER_RELEASE):
            others.append(found)
    return others[0] if others else None


def _searched(
    here: Opened,
    code: str,
    viewer: Viewer,
    still: Still,
    searched_for: float,
    progress: Progress,
) -> Looked:
    """A code without a place, looked for among the games as they stand, the latest first."""
    until, looked = monotonic() + searched_for, 0
    rows = _latest_first(here)
    with progress(say("paper_checks.looking-at-games"), len(rows)) as advance:
        for row in rows:
            if monotonic() > until:
                break
            still()
            found = _of_a_game(here, code, row, row.version, None, viewer, logs=(here.log,))
            if found.verdict.genuine:
                return found
            looked += 1
            advance(looked)
    return Looked(replace(NOTHING, about=in_halves(code), looked_at=(looked, len(rows))))


def _latest_first(here: Opened) -> Sequence[GameRow]:
    rows = (row for one in here.hall.tournaments() for row in here.hall.games(one.slug))
    return sorted(rows, key=lambda row: row.position, reverse=True)


# Codes that were printed here held against the record, for ``tilescribe record verify``.
#
# What was printed is elsewhere by now: in hands, on walls, in a folder of the federation. So a
# code that this very release made, and can't make again from the state it was made from, tells
# that the record was changed.


MOST = 200
"""Codes of sheets that are compared, the newest first; each is filled again, some 20 to 50 ms."""

MOST_FAULTS = 10  # codes that differ, after which no more are looked at

MOST_LISTS = 20
"""Codes of lists and papers of cases: for each the tables are made again as they stood."""


def printed_otherwise(
    here: Opened, advance: Callable[[int], None] = lambda _done: None
) -> tuple[int, int, tuple[Fault, ...]]:
    """How many codes were compared, of how many that this release printed, and what differs.

    Args:
      here: the record.
      advance: told how many were compared.
    """
    every = list(_printed_by_this_release(here))
    chosen = list(_chosen(every))
    faults = []
    for done, one in enumerate(chosen, 1):
        if _is_otherwise(here, one):
            code = in_halves(one.code)
            what = say("paper_checks.code-was-printed-here-for", code=code, state=one.state)
            faults.append(Fault("printed", "code", what))
        advance(done)
        if len(faults) == MOST_FAULTS:  # every later link differs with the first
            return done, len(every), tuple(faults)
    return len(chosen), len(every), tuple(faults)


def _printed_by_this_release(here: Opened) -> Iterator[Noted]:
    release = words_hang_on()
    for one in here.printed.newest(MOST * 10):
        named = list_state(one.state)
        by_a_visitor = named is not None and not named.event
        if one.release == release and is_code(one.code) and not by_a_visitor:
            yield one


def _chosen(every: list[Noted]) -> Iterator[Noted]:
    lists = [one for one in every if list_state(one.state)]
    sheets = [one for one in every if not list_state(one.state)]
    yield from sheets[:MOST]
    yield from lists[:MOST_LISTS]


def _is_otherwise(here: Opened, one: Noted) -> bool:
    try:
        return check_paper(here, one.code, one.state).found is Found.OTHERWISE
    except Refusal:  # of a tournament that this record never had
        return False
