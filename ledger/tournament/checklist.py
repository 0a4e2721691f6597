"""What is missing before round 1: a check-list that follows from the record and what lies by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from ledger.equipment.tile_set import load_tile_set, name_of, same_letters
from ledger.rulebook.help.choices import TITLES
from ledger.rulebook.reading import called
from ledger.rulebook.shelf import edition_differs
from ledger.tournament.divisions import divisions_of
from ledger.tournament.names import OnPaper, Unprintable, lacking, names_of
from ledger.tournament.pairing import playing
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.bounds import some
from ledger.vocabulary.names import ADD_A_FONT

Needed = Literal["must", "should"]
"""Whether round 1 can't be played without it, or only not as well."""

Code = Literal[
    "days", "time-zone", "options", "word-list", "live-boards", "players", "bye", "check-in",
    "equipment", "badges", "tablets", "paper", "ratings-names", "round", "backup", "rulebook",
]  # fmt: skip

MOST_TOLD = 5  # names that are listed; of more it is said how many

CJK = "王明한"
"""Letters of Chinese, Japanese and Korean names, whose fonts are too large to come along."""

NEEDS_FONTS = (
    "Names in Chinese, Japanese or Korean letters need more fonts first: name their folder as "
    "fonts in the settings."
)

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
    days = " to ".join(dict.fromkeys(filter(None, (tournament.first_day, tournament.last_day))))
    if days:
        return Item("days", True, f"It is held {days}.")
    return Item("days", False, "The days are not named.", "Name them in the set-up.")


def _zone(tournament: Tournament) -> Item:
    if tournament.time_zone:
        return Item("time-zone", True, f"Times are those of {tournament.time_zone}.")
    words = "The time zone of the hall is not named; times are shown in UTC."
    return Item("time-zone", False, words, "Name it in the set-up.")


def _options(tournament: Tournament) -> Iterator[Item]:
    open_ones = [TITLES[one.name].lower() for one in tournament.rules.unsettled()]
    if open_ones:
        words = f"{called(tournament.rulebook)} leaves open: {'; '.join(open_ones)}."
        yield Item("options", False, words, "Choose it in the set-up.", "must")
    else:
        words = f"Games follow {called(tournament.rulebook)}; nothing they need is left open."
        yield Item("options", True, words, needed="must")
    if differs := edition_differs(tournament.rulebook, tournament.rulebook_digest):
        step = "Give the changed book a name of its own, and put the old file back under its name."
        yield Item("rulebook", False, differs, step)


def _words(tournament: Tournament, around: Around) -> Item:
    if not tournament.lexicon:
        words, step = "No word list is named.", "Name the list that decides challenges."
        return Item("word-list", False, words, step)
    if not around.installed:
        words = f"{tournament.lexicon} is not installed here; a word judge needs it."
        step = "Install it with `tilescribe lexicon add NAME FILE`, or judge by the book."
        return Item("word-list", False, words, step)
    if not same_letters(around.list_tiles or tournament.tile_set, tournament.tile_set):
        words = f"{tournament.lexicon} is a list for the {name_of(around.list_tiles)} tiles; "
        words += f"games are played with the {name_of(tournament.tile_set)} ones."
        step = "Choose a list for these tiles, or other tiles, in the set-up."
        return Item("word-list", False, words, step)
    return Item("word-list", True, f"{tournament.lexicon} is installed.")


def _equipment(tournament: Tournament) -> Item:
    tiles = load_tile_set(tournament.tile_set)
    words = f"Games are played with the {tiles.size} {tiles.name} tiles "
    return Item("equipment", True, f"{words}on the {tournament.board} board.")


def _boards(tournament: Tournament) -> Item:
    how, late = tournament.live_boards.how, tournament.live_boards.minutes
    words = {
        "off": "Visitors see no boards while games are played.",
        "delayed": f"Visitors see boards {late} minutes late.",
        "on": "Visitors see boards as games are played, without racks.",
    }[how]
    return Item("live-boards", True, words)


def _players(tournament: Tournament) -> Iterator[Item]:
    for division in divisions_of(tournament):
        there = len(playing(tournament, 1, division))
        where = f" in division {division}" if division else ""
        if there < 2:
            who = "Nobody plays" if not there else "One player plays"
            yield Item("players", False, f"{who}{where}.", "Enter the players.", "must")
        else:
            yield Item("players", True, f"{there} players play{where}.", needed="must")


def _byes(tournament: Tournament) -> Iterator[Item]:
    """Where somebody sits out in each round, and what that is worth."""
    odd = [name for name in divisions_of(tournament) if len(playing(tournament, 1, name)) % 2]
    settled = tournament.rules.standings.bye_spread.is_known
    given = _byes_of_no_worth(tournament) if not settled else 0
    if given and tournament.players:
        words = f"{some(given, 'bye')} so far, and nobody has settled what one is worth. It counts "
        words += "for nothing in the standings."
        yield Item("bye", False, words, "Settle the spread of a bye in the set-up.", "must")
        return
    if not odd or not tournament.players:
        return
    where = ""
    if len(divisions_of(tournament)) > 1 or any(odd):
        named = [f"division {name}" if name else "the division without a name" for name in odd]
        where = f" of {' and '.join(named)}"
    if settled:
        yield Item("bye", True, f"The number of players{where} is odd: one has a bye each round.")
    else:
        words = f"The number of players{where} is odd, and nobody has settled what a bye is worth."
        words += " It counts for nothing until then."
        yield Item("bye", False, words, "Settle the spread of a bye in the set-up.", "must")


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
        words = "Nobody is checked in; everybody who is entered is drawn."
        yield Item("check-in", False, words, "Check players in at the door.")
        return
    out = set(tournament.conduct.withdrawn)
    expected = [p for p in tournament.players if p.first_round == 1 and p.number not in out]
    absent = sum(player.number not in here for player in expected)
    if absent:
        words = f"{absent} of {len(expected)} {'is' if absent == 1 else 'are'} not here yet."
        yield Item("check-in", False, words, "They are not drawn until they are checked in.")
    else:
        yield Item("check-in", True, f"All {len(expected)} are here.")


def _badges(tournament: Tournament, around: Around) -> Iterator[Item]:
    wanted: list[tuple[Role, str, Needed]] = [(Role.DIRECTOR, "director", "must")]
    if around.tablets:
        wanted.append((Role.SCOREKEEPER, "scorekeeper", "should"))
    if tournament.rules.challenge.adjudication.value not in ("self-adjudicated", "director"):
        wanted.append((Role.WORD_JUDGE, "word judge", "should"))
    for role, name, needed in wanted:
        there = around.badges.get(role, 0)
        if there:
            words = f"{there} {name}{'' if there == 1 else 's'} can sign in."
            yield Item("badges", True, words, needed=needed)
        else:
            yield Item("badges", False, f"No {name} has a badge.", "Give one a badge.", needed)


def _tablets(around: Around) -> Item:
    if not around.tablets:
        words = "No tablet is taken in; every table keeps score on paper."
        return Item("tablets", False, words, "Invite tablets, or type results from slips.")
    own = sum(bool(table) for table in around.tablets)
    anywhere = len(around.tablets) - own
    said = [f"{own} for a table of its own"] * bool(own) + [f"{anywhere} for any"] * bool(anywhere)
    one = "1 tablet is" if len(around.tablets) == 1 else f"{len(around.tablets)} tablets are"
    return Item("tablets", True, f"{one} taken in: {', '.join(said)}.")


def _paper(tournament: Tournament, around: Around) -> Item:
    """Names that stand on paper: the fonts may have been others when they were given."""
    found = list(lacking((*names_of(tournament), *around.officials), around.unprintable))
    if not found:
        words = "Our fonts have every letter of the names that are printed."
        later = f" {NEEDS_FONTS}" if around.unprintable(CJK) else ""
        return Item("paper", True, words + later)
    text = "; ".join(
        f"{each.whose} {each.name} ({' '.join(missing)})" for each, missing in found[:MOST_TOLD]
    )
    more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
    said = f"Our fonts lack letters of names on paper: {text}{more}."
    return Item("paper", False, said, ADD_A_FONT)


def _ratings_names(around: Around) -> Iterator[Item]:
    """Names that a results file for ratings, which is ASCII, can't have; nothing where all go."""
    if not around.unspelled:
        return
    named = ", ".join(around.unspelled[:MOST_TOLD])
    more = f" and {len(around.unspelled) - MOST_TOLD} more" * (len(around.unspelled) > MOST_TOLD)
    words = f"A .tou file for ratings has no letters for {named}{more}."
    step = "Enter their member numbers, or write the names in Latin letters."
    yield Item("ratings-names", False, words, step)


def _rounds(tournament: Tournament) -> Iterator[Item]:
    paired = {one.division for one in tournament.rounds}
    for division in divisions_of(tournament):
        where = f" of division {division}" if division else ""
        if division in paired:
            yield Item("round", True, f"Round 1{where} is paired.", needed="must")
        else:
            step = "Pair it once the players are there."
            yield Item("round", False, f"Round 1{where} is not paired.", step, "must")


def _backup(around: Around) -> Item:
    if around.backup is None:
        words, step = (
            "No backup of the record is made.",
            "Name a folder for it, in the settings: tilescribe config.",
        )
        return Item("backup", False, words, step)
    if around.now - around.backup > RECENT:
        words = f"The newest backup is of {around.backup:%Y-%m-%d %H:%M} UTC."
        return Item("backup", False, words, "Look why none was made since.")
    return Item("backup", True, f"A backup was made at {around.backup:%H:%M} UTC.")
