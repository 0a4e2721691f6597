"""What is missing before round 1: a check-list that follows from the record and what lies by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from ledger.equipment.tile_set import load_tile_set, name_of, same_letters
from ledger.messages import listed, say
from ledger.messages.written import moment_written
from ledger.rulebook.book_files import edition_differs
from ledger.rulebook.help.choices import option_title
from ledger.rulebook.reading import called
from ledger.tournament.divisions import division_named, divisions_of
from ledger.tournament.names import OnPaper, Unprintable, lacking, names_of
from ledger.tournament.pairing import playing
from ledger.tournament.tournament import Tournament
from ledger.tournament.wording import days_wording
from ledger.vocabulary import Role
from ledger.vocabulary.names import add_a_font

Needed = Literal["must", "should"]
"""Whether round 1 can't be played without it, or only not as well."""

Code = Literal[
    "days", "time-zone", "options", "word-list", "live-boards", "players", "bye", "check-in",
    "equipment", "badges", "tablets", "paper", "ratings-names", "round", "backup", "rulebook",
]  # fmt: skip

MOST_TOLD = 5  # names that are listed; of more it is said how many

CJK = "王明한"
"""Letters of Chinese, Japanese and Korean names, whose fonts are too large to come along."""

RECENT = timedelta(hours=1)
"""A backup that is older is called old."""


class Around(Struct, frozen=True, kw_only=True):
    """What the record of the tournament itself does not say.

    Attributes:
      installed: whether the word list that it names is installed here.
      badges: how many badges with a PIN each role has.
      tablets: tables that have a tablet of their own, by its address; empty text: for any table.
      backup: when the newest backup was made, UTC; ``None``: there is none.
      list_tiles: the tiles that its word list is for, as the record keeps them; empty: not said.
      unspelled: players without a member number whose names a ratings file can't spell.
    """

    installed: bool
    badges: Mapping[Role, int]
    tablets: tuple[str, ...]
    backup: datetime | None
    now: datetime
    officials: tuple[OnPaper, ...]
    unprintable: Unprintable
    unspelled: tuple[str, ...] = ()
    list_tiles: str = ""


class Item(Struct, frozen=True):
    """One line of the check-list."""

    code: Code
    is_done: bool
    words: str
    next_step: str = ""
    needed: Needed = "should"


def checklist(tournament: Tournament, around: Around) -> tuple[Item, ...]:
    """Everything that is looked at before round 1, in the order in which people do it."""
    return (
        _days(tournament),
        _zone(tournament),
        *_options(tournament),
        _equipment(tournament),
        _words(tournament, around),
        _boards(tournament),
        *_players(tournament),
        *_byes(tournament),
        *_check_in(tournament),
        *_badges(tournament, around),
        _tablets(around),
        _paper(tournament, around),
        *_ratings_names(around),
        *_rounds(tournament),
        _backup(around),
    )


def missing(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What is not done yet, what round 1 waits for first."""
    return tuple(sorted((i for i in items if not i.is_done), key=lambda i: i.needed != "must"))


def _days(tournament: Tournament) -> Item:
    days = days_wording(tournament.first_day, tournament.last_day)
    if days:
        return Item("days", True, say("tournament.check.days", days=days))
    words, step = say("tournament.check.no-days"), say("tournament.check.name-days")
    return Item("days", False, words, step)


def _zone(tournament: Tournament) -> Item:
    if tournament.time_zone:
        words = say("tournament.check.time-zone", zone=tournament.time_zone)
        return Item("time-zone", True, words)
    words, step = say("tournament.check.no-time-zone"), say("tournament.check.name-time-zone")
    return Item("time-zone", False, words, step)


def _options(tournament: Tournament) -> Iterator[Item]:
    open_ones = [option_title(one.name).lower() for one in tournament.rules.unsettled()]
    rulebook = called(tournament.rulebook)
    if open_ones:
        choices = "; ".join(open_ones)
        words = say("tournament.check.options-open", rulebook=rulebook, choices=choices)
        yield Item("options", False, words, say("tournament.check.choose-options"), "must")
    else:
        words = say("tournament.check.options", rulebook=rulebook)
        yield Item("options", True, words, needed="must")
    if differs := edition_differs(tournament.rulebook, tournament.rulebook_digest):
        yield Item("rulebook", False, differs, say("tournament.check.rename-rulebook"))


def _words(tournament: Tournament, around: Around) -> Item:
    named = tournament.lexicon
    if not named:
        words, step = say("tournament.check.no-word-list"), say("tournament.check.name-word-list")
        return Item("word-list", False, words, step)
    if not around.installed:
        words = say("tournament.check.word-list-not-installed", name=named)
        return Item("word-list", False, words, say("tournament.check.install-word-list"))
    if not same_letters(around.list_tiles or tournament.tile_set, tournament.tile_set):
        words = say(
            "tournament.check.word-list-of-other-tiles",
            name=named,
            of_list=name_of(around.list_tiles),
            of_games=name_of(tournament.tile_set),
        )
        return Item("word-list", False, words, say("tournament.check.choose-list-or-tiles"))
    return Item("word-list", True, say("tournament.check.word-list", name=named))


def _equipment(tournament: Tournament) -> Item:
    tiles = load_tile_set(tournament.tile_set)
    board = tournament.board
    words = say("tournament.check.equipment", count=tiles.size, name=tiles.name, board=board)
    return Item("equipment", True, words)


def _boards(tournament: Tournament) -> Item:
    how, late = tournament.live_boards.how, tournament.live_boards.minutes
    if how == "delayed":
        return Item("live-boards", True, say("tournament.check.boards-late", n=late))
    return Item("live-boards", True, say(f"tournament.check.boards.{how}"))


def _players(tournament: Tournament) -> Iterator[Item]:
    for division in divisions_of(tournament):
        there = len(playing(tournament, 1, division))
        if division:
            words = say("tournament.check.players-in", n=there, division=division)
            nobody = say("tournament.check.nobody-in", division=division)
        else:
            words = say("tournament.check.players", n=there)
            nobody = say("tournament.check.nobody")
        if there < 2:
            step = say("tournament.check.enter-players")
            yield Item("players", False, words if there else nobody, step, "must")
        else:
            yield Item("players", True, words, needed="must")


def _byes(tournament: Tournament) -> Iterator[Item]:
    """Where somebody sits out in each round, and what that is worth."""
    odd = [name for name in divisions_of(tournament) if len(playing(tournament, 1, name)) % 2]
    settled = tournament.rules.standings.bye_spread.is_known
    given = _byes_of_no_worth(tournament) if not settled else 0
    if given and tournament.players:
        words = say("tournament.check.byes-given", n=given)
        yield Item("bye", False, words, say("tournament.check.settle-bye"), "must")
        return
    if not odd or not tournament.players:
        return
    how = "settled" if settled else "not-settled"
    if len(divisions_of(tournament)) > 1 or any(odd):
        words = say(f"tournament.check.odd-in.{how}", divisions=listed(map(division_named, odd)))
    else:
        words = say(f"tournament.check.odd.{how}")
    if settled:
        yield Item("bye", True, words)
    else:
        yield Item("bye", False, words, say("tournament.check.settle-bye"), "must")


def _byes_of_no_worth(tournament: Tournament) -> int:
    """Byes that were given, of which nobody said for itself what they are worth."""
    said = {(one.division, one.round_number, one.player) for one in tournament.sat_out}
    return sum(
        not pairing.second and (paired.division, paired.round_number, pairing.first) not in said
        for paired in tournament.rounds
        for pairing in paired.pairings
    )


def _check_in(tournament: Tournament) -> Iterator[Item]:
    here = tournament.attendance.here
    if not tournament.players:
        return
    if here is None:
        words, step = say("tournament.check.no-check-in"), say("tournament.check.check-in")
        yield Item("check-in", False, words, step)
        return
    out = set(tournament.conduct.withdrawn)
    expected = [p for p in tournament.players if p.first_round == 1 and p.number not in out]
    absent = sum(player.number not in here for player in expected)
    if absent:
        words = say("tournament.check.not-here", n=absent, expected=len(expected))
        yield Item("check-in", False, words, say("tournament.check.not-drawn"))
    else:
        yield Item("check-in", True, say("tournament.check.all-here", number=len(expected)))


def _badges(tournament: Tournament, around: Around) -> Iterator[Item]:
    wanted: list[tuple[Role, Needed]] = [(Role.DIRECTOR, "must")]
    if around.tablets:
        wanted.append((Role.SCOREKEEPER, "should"))
    if tournament.rules.challenge.adjudication.value not in ("self-adjudicated", "director"):
        wanted.append((Role.WORD_JUDGE, "should"))
    for role, needed in wanted:
        there = around.badges.get(role, 0)
        if there:
            words = say(f"tournament.check.badges.{role.value}", n=there)
            yield Item("badges", True, words, needed=needed)
        else:
            words = say(f"tournament.check.no-badge.{role.value}")
            yield Item("badges", False, words, say("tournament.check.give-badge"), needed)


def _tablets(around: Around) -> Item:
    if not around.tablets:
        words, step = say("tournament.check.no-tablets"), say("tournament.check.invite-tablets")
        return Item("tablets", False, words, step)
    own = sum(bool(table) for table in around.tablets)
    anywhere = len(around.tablets) - own
    if own and anywhere:
        words = say("tournament.check.tablets", n=len(around.tablets), own=own, anywhere=anywhere)
    elif own:
        words = say("tournament.check.tablets-of-tables", n=own)
    else:
        words = say("tournament.check.tablets-for-any", n=anywhere)
    return Item("tablets", True, words)


def _paper(tournament: Tournament, around: Around) -> Item:
    """Names that stand on paper: the fonts may have been others when they were given."""
    found = list(lacking((*names_of(tournament), *around.officials), around.unprintable))
    if not found:
        words = say("tournament.check.paper")
        if around.unprintable(CJK):
            words = f"{words} {say('tournament.check.needs-fonts')}"
        return Item("paper", True, words)
    text = "; ".join(
        f"{each.whose} {each.name} ({' '.join(missing)})" for each, missing in found[:MOST_TOLD]
    )
    more = len(found) - MOST_TOLD
    if more > 0:
        said = say("tournament.check.fonts-lack-and-more", names=text, more=more)
    else:
        said = say("tournament.check.fonts-lack", names=text)
    return Item("paper", False, said, add_a_font())


def _ratings_names(around: Around) -> Iterator[Item]:
    """Names that a results file for ratings, which is ASCII, can't have; nothing where all go."""
    if not around.unspelled:
        return
    named = ", ".join(around.unspelled[:MOST_TOLD])
    more = len(around.unspelled) - MOST_TOLD
    if more > 0:
        words = say("tournament.check.unspelled-and-more", names=named, more=more)
    else:
        words = say("tournament.check.unspelled", names=named)
    yield Item("ratings-names", False, words, say("tournament.check.spell-names"))


def _rounds(tournament: Tournament) -> Iterator[Item]:
    paired = {one.division for one in tournament.rounds}
    for division in divisions_of(tournament):
        how = "paired" if division in paired else "not-paired"
        if division:
            words = say(f"tournament.check.round-1-of.{how}", division=division)
        else:
            words = say(f"tournament.check.round-1.{how}")
        if division in paired:
            yield Item("round", True, words, needed="must")
        else:
            yield Item("round", False, words, say("tournament.check.pair-round-1"), "must")


def _backup(around: Around) -> Item:
    if around.backup is None:
        words, step = say("tournament.check.no-backup"), say("tournament.check.name-backup-folder")
        return Item("backup", False, words, step)
    if around.now - around.backup > RECENT:
        words = say("tournament.check.old-backup", time=moment_written(around.backup))
        return Item("backup", False, words, say("tournament.check.look-why-no-backup"))
    time = f"{around.backup:%H:%M}"
    return Item("backup", True, say("tournament.check.backup", time=time))
