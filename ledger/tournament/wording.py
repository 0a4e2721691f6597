"""A fact of a tournament told in a few words, for the log of the day."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ledger.equipment.tile_set import name_of
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.help.choices import TITLES, value_wording
from ledger.rulebook.model.options import OPTIONS
from ledger.rulebook.reading import called
from ledger.tournament import facts as tournament
from ledger.tournament.draw.systems import system_of
from ledger.vocabulary.bounds import some
from ledger.vocabulary.closed_lists import ForgottenBecause, choices
from ledger.vocabulary.desk_matters import kind_told, until_told
from ledger.vocabulary.signs import always_signed

F = TypeVar("F", bound=Fact)
PlayerNamed = Callable[[int], str]

TOURNAMENTS_TOLD: dict[type[Fact], Callable[[Any, PlayerNamed], str]] = {}
"""By kind of fact, what tells it. A fact of a tournament that is not in it fails a test."""


def tells(
    kind: type[F],
) -> Callable[[Callable[[F, PlayerNamed], str]], Callable[[F, PlayerNamed], str]]:
    def register(tell: Callable[[F, PlayerNamed], str]) -> Callable[[F, PlayerNamed], str]:
        assert kind not in TOURNAMENTS_TOLD, f"{kind.__name__} is told twice"
        TOURNAMENTS_TOLD[kind] = tell
        return tell

    return register


CONDUCT_CALLED = {
    "warning-given": "warning",
    "spread-adjusted": "change of spread",
    "games-voided": "void games",
    "games-awarded": "games given to opponents",
    "player-withdrawn": "withdrawal",
    "level-one-lifted": "lifting of the penalty",
}
"""What people call a decision about conduct, by its topic."""


def tournament_wording(fact: Fact, player: PlayerNamed, rules: Rulebook | None = None) -> str:
    """Any fact of a tournament in a few words.

    Args:
      rules: the book in whose words an act is told; ``None``: in the word of its code.
    """
    if isinstance(fact, tournament.WarningGiven):
        return _warning(fact, player, rules)
    return TOURNAMENTS_TOLD[type(fact)](fact, player)


def act_wording(offence: str, words: str, rules: Rulebook | None) -> str:
    """An act as the book has it, and what the director wrote; empty: neither is there."""
    act = rules.offences.get(offence) if rules is not None else None
    listed = "" if offence == "other" else offence.replace("-", " ")
    named = act.words if act is not None else listed
    return "; ".join(part for part in (named, words) if part)


def _round(number: int, division: str) -> str:
    return f"Round {number}{f' of division {division}' if division else ''}"


@tells(tournament.TournamentOpened)
def _opened(fact: tournament.TournamentOpened, _player: PlayerNamed) -> str:
    return f"{fact.name} opened"


@tells(tournament.RulebookChosen)
def _rulebook(fact: tournament.RulebookChosen, _player: PlayerNamed) -> str:
    return f"Played by {called(fact.rulebook)}"


@tells(tournament.OptionSet)
def _option(fact: tournament.OptionSet, _player: PlayerNamed) -> str:
    if fact.name not in OPTIONS:  # of an older release
        return f"{fact.name}: {fact.value} (on the word of {fact.source})"
    value = value_wording(fact.name, fact.value)
    return f"{TITLES[fact.name]}: {value} (on the word of {fact.source})"


@tells(tournament.PlayersHandIn)
def _players_hand_in(fact: tournament.PlayersHandIn, _player: PlayerNamed) -> str:
    if not fact.by:
        return "Players do not tell results on their phones any more"
    return "Players may tell results on their phones"


@tells(tournament.LiveBoardsChosen)
def _live_boards(fact: tournament.LiveBoardsChosen, _player: PlayerNamed) -> str:
    late = f", {fact.minutes} min late" if fact.minutes else ""
    return f"Live boards {fact.how}{late}"


@tells(tournament.FileTakenIn)
def _file_taken_in(fact: tournament.FileTakenIn, _player: PlayerNamed) -> str:
    what = (("player", fact.players), ("game", fact.games), ("result", fact.results))
    counts = [f"{count} {one}{'s' if count > 1 else ''}" for one, count in what if count]
    return f"{fact.file or 'Pasted text'} taken in: {', '.join(counts) or 'nothing else'}"


@tells(tournament.SatOut)
def _sat_out(fact: tournament.SatOut, player: PlayerNamed) -> str:
    worth = {2: "a win", 1: "half a win", 0: "a loss"}.get(fact.half_wins, "")
    where = _round(fact.round_number, fact.division)
    spread = always_signed(fact.spread)
    text = f"{where}: {player(fact.player)} without an opponent, {worth}, {spread}"
    return f"{text} (on the word of {fact.source})" if fact.source else text


@tells(tournament.TimeZoneChosen)
def _time_zone(fact: tournament.TimeZoneChosen, _player: PlayerNamed) -> str:
    return f"Times are those of {fact.zone}"


@tells(tournament.TournamentDescribed)
def _described(fact: tournament.TournamentDescribed, _player: PlayerNamed) -> str:
    days = " to ".join(dict.fromkeys(day for day in (fact.first_day, fact.last_day) if day))
    return ", ".join(
        said for said in (f"Set up: {fact.name}", fact.place, days, fact.paper) if said
    )


@tells(tournament.DivisionsPlanned)
def _divisions(fact: tournament.DivisionsPlanned, _player: PlayerNamed) -> str:
    held = ", ".join(
        f"{one.name or 'one division'} ({one.rounds or 'no number of'} rounds, from table "
        f"{one.first_table})"
        for one in fact.divisions
    )
    return f"Divisions: {held or 'none'}"


@tells(tournament.OptionLeft)
def _option_left(fact: tournament.OptionLeft, _player: PlayerNamed) -> str:
    name = TITLES.get(fact.name, fact.name)
    return f"{name}: as the rulebook has it (on the word of {fact.source})"


@tells(tournament.TieBreaksAnnounced)
def _ties(fact: tournament.TieBreaksAnnounced, _player: PlayerNamed) -> str:
    return f"Ties are broken by {', then '.join(fact.order) or 'nothing'}"


@tells(tournament.PrizesAnnounced)
def _prizes(fact: tournament.PrizesAnnounced, _player: PlayerNamed) -> str:
    return f"{len(fact.prizes)} prizes announced" if fact.prizes else "No prizes"


@tells(tournament.AnnouncementMade)
def _announcement(fact: tournament.AnnouncementMade, _player: PlayerNamed) -> str:
    return f"Announced: {fact.announced}" if fact.announced else "The announcement was taken down"


@tells(tournament.NextStartAnnounced)
def _next_start(fact: tournament.NextStartAnnounced, _player: PlayerNamed) -> str:
    if fact.starts_at is None:
        return "When the next round starts is no longer announced"
    return f"The next round was announced for {fact.starts_at:%Y-%m-%d %H:%M} UTC"


@tells(tournament.WordSourceChosen)
def _word_source(fact: tournament.WordSourceChosen, _player: PlayerNamed) -> str:
    return f"Words by {fact.name}"


@tells(tournament.EquipmentChosen)
def _equipment(fact: tournament.EquipmentChosen, _player: PlayerNamed) -> str:
    return f"Played with the {name_of(fact.tile_set)} tiles on the {fact.board} board"


@tells(tournament.PlayerEntered)
def _player_entered(fact: tournament.PlayerEntered, _player: PlayerNamed) -> str:
    return f"Player {fact.number} entered: {fact.name}"


@tells(tournament.PlayerRemoved)
def _removed(fact: tournament.PlayerRemoved, _player: PlayerNamed) -> str:
    return f"Player {fact.player} was entered by mistake"


@tells(tournament.PlayersCheckedIn)
def _checked_in(fact: tournament.PlayersCheckedIn, player: PlayerNamed) -> str:
    return f"Checked in: {', '.join(player(number) for number in fact.players)}"


@tells(tournament.CheckInTakenBack)
def _not_here(fact: tournament.CheckInTakenBack, player: PlayerNamed) -> str:
    return f"Not there after all: {', '.join(player(number) for number in fact.players)}"


@tells(tournament.PlayerCameBack)
def _came_back(fact: tournament.PlayerCameBack, player: PlayerNamed) -> str:
    return f"{player(fact.player)} takes part again{f': {fact.reason}' if fact.reason else ''}"


@tells(tournament.PairForbidden)
def _forbidden(fact: tournament.PairForbidden, player: PlayerNamed) -> str:
    reason = f": {fact.reason}" if fact.reason else ""
    return f"{player(fact.one)} and {player(fact.other)} are not to be paired{reason}"


@tells(tournament.PairAllowed)
def _allowed(fact: tournament.PairAllowed, player: PlayerNamed) -> str:
    return f"{player(fact.one)} and {player(fact.other)} may be paired"


@tells(tournament.RoundPaired)
def _paired(fact: tournament.RoundPaired, _player: PlayerNamed) -> str:
    return (
        f"{_round(fact.round_number, fact.division)} paired, {some(len(fact.pairings), 'pairing')}"
    )


@tells(tournament.PaperLiesElsewhere)
def _elsewhere(fact: tournament.PaperLiesElsewhere, _player: PlayerNamed) -> str:
    of = f" of division {fact.division}" if fact.division else ""
    lies = f"The paper of rounds 1 to {fact.until}{of} lies with another program"
    return f"{lies}, {some(fact.games, 'result')}"


@tells(tournament.RoundDrawn)
def _drawn(fact: tournament.RoundDrawn, _player: PlayerNamed) -> str:
    which, how = _round(fact.round_number, fact.division), system_of(fact.method).called
    return f"{which} drawn: {how}, seed {fact.seed}, from {fact.digest[:12]}"


@tells(tournament.RoundRepaired)
def _repaired(fact: tournament.RoundRepaired, _player: PlayerNamed) -> str:
    gone = [f"{len(fact.called_off)} called off" if fact.called_off else "",
            f"{len(fact.voided)} voided" if fact.voided else ""]  # fmt: skip
    games = "".join(f", {one}" for one in gone if one)
    return f"{_round(fact.round_number, fact.division)} paired anew{games}: {fact.reason}"


@tells(tournament.RoundUnpaired)
def _unpaired(fact: tournament.RoundUnpaired, _player: PlayerNamed) -> str:
    why = f": {fact.reason}" if fact.reason else ""
    which = _round(fact.round_number, fact.division)
    return f"{which} taken back, {some(len(fact.called_off), 'game')} called off{why}"


@tells(tournament.RoundsPlanned)
def _planned(fact: tournament.RoundsPlanned, _player: PlayerNamed) -> str:
    of = f" of division {fact.division}" if fact.division else ""
    return f"Plan of the rounds{of}: {some(len(fact.rounds), 'round')}"


@tells(tournament.AutomaticDrawsChosen)
def _automatic(fact: tournament.AutomaticDrawsChosen, _player: PlayerNamed) -> str:
    of = f" of division {fact.division}" if fact.division else ""
    if not fact.minutes:
        return f"Planned rounds{of} are drawn by people"
    return (
        f"Planned rounds{of} draw themselves {some(fact.minutes, 'minute')} after it is announced"
    )


@tells(tournament.DrawAnnounced)
def _announced(fact: tournament.DrawAnnounced, _player: PlayerNamed) -> str:
    until = f" to {fact.last}" if fact.last > fact.round_number else ""
    which = _round(fact.round_number, fact.division)
    return f"{which}{until} draws itself at {fact.at:%H:%M:%S} UTC, unless it is stopped"


@tells(tournament.DrawCalledOff)
def _called_off(fact: tournament.DrawCalledOff, _player: PlayerNamed) -> str:
    which, why = _round(fact.round_number, fact.division), f": {fact.reason}" if fact.reason else ""
    if fact.because == "results-out":
        return f"{which} does not draw itself: a result was taken back"
    return f"{which} does not draw itself: somebody stopped it{why}"


@tells(tournament.RoundClosed)
def _closed(fact: tournament.RoundClosed, _player: PlayerNamed) -> str:
    last = "; no round follows" if fact.last else ""
    return f"{_round(fact.round_number, fact.division)} closed{last}"


@tells(tournament.RoundReopened)
def _reopened(fact: tournament.RoundReopened, _player: PlayerNamed) -> str:
    return f"{_round(fact.round_number, fact.division)} opened again: {fact.reason}"


@tells(tournament.MatterPutOff)
def _put_off(fact: tournament.MatterPutOff, _player: PlayerNamed) -> str:
    return f"Put off {until_told(fact.until)}: {kind_told(fact.kind)} ({fact.reason})"


@tells(tournament.MatterWaived)
def _waived(fact: tournament.MatterWaived, _player: PlayerNamed) -> str:
    return f"Waived: {kind_told(fact.kind)} ({fact.reason})"


@tells(tournament.MatterTakenBack)
def _taken_back(fact: tournament.MatterTakenBack, _player: PlayerNamed) -> str:
    was = "Waiver taken back" if fact.was == "waived" else "No longer put off"
    return f"{was}: {kind_told(fact.kind)} ({fact.reason})"


@tells(tournament.CaseListed)
def _case(fact: tournament.CaseListed, _player: PlayerNamed) -> str:
    return f"Case C-{fact.number} opened"


@tells(tournament.WarningGiven)
def _warned(fact: tournament.WarningGiven, player: PlayerNamed) -> str:
    return _warning(fact, player, None)


def _warning(fact: tournament.WarningGiven, player: PlayerNamed, rules: Rulebook | None) -> str:
    act = act_wording(fact.offence, fact.words, rules) or fact.offence
    return f"{player(fact.player)}: {fact.kind.replace('-', ' ')}, {act}"


@tells(tournament.SpreadAdjusted)
def _spread(fact: tournament.SpreadAdjusted, player: PlayerNamed) -> str:
    return f"{player(fact.player)}: spread {always_signed(fact.points)} ({fact.reason})"


@tells(tournament.GamesVoided)
def _voided(fact: tournament.GamesVoided, player: PlayerNamed) -> str:
    return f"{player(fact.player)}: {some(len(fact.games), 'game')} void"


@tells(tournament.GamesAwarded)
def _awarded(fact: tournament.GamesAwarded, player: PlayerNamed) -> str:
    return f"{player(fact.player)}: {some(len(fact.games), 'game')} given to the opponents"


@tells(tournament.PlayerWithdrawn)
def _withdrawn(fact: tournament.PlayerWithdrawn, player: PlayerNamed) -> str:
    how = "put out of the tournament" if fact.ejected else "withdrawn"
    return f"{player(fact.player)} {how}: {fact.reason}"


@tells(tournament.LevelOneLifted)
def _lifted(fact: tournament.LevelOneLifted, player: PlayerNamed) -> str:
    return f"{player(fact.player)}: games count again ({fact.reason})"


@tells(tournament.ConductTakenBack)
def _conduct_taken_back(fact: tournament.ConductTakenBack, player: PlayerNamed) -> str:
    whom = f"{player(fact.player)}: " if fact.player else ""
    if tournament.ConductTakenBack.topic() in fact.what:
        return f"{whom}what was taken back about conduct stands after all: {fact.reason}"
    what = " and ".join(dict.fromkeys(CONDUCT_CALLED.get(one, "decision") for one in fact.what))
    return f"{whom}{what or 'decision'} taken back: {fact.reason}"


@tells(tournament.TournamentClosed)
def _over(_fact: tournament.TournamentClosed, _player: PlayerNamed) -> str:
    return "The tournament is over"


@tells(tournament.TournamentReopened)
def _goes_on(fact: tournament.TournamentReopened, _player: PlayerNamed) -> str:
    return f"The tournament goes on after all: {fact.reason}"


@tells(tournament.PersonForgotten)
def _forgotten(fact: tournament.PersonForgotten, player: PlayerNamed) -> str:
    who = player(fact.player) if fact.player else f"badge {fact.badge}" if fact.badge else ""
    pieces = f"{fact.pieces} {'thing' if fact.pieces == 1 else 'things'}"
    why = dict(choices(ForgottenBecause))[fact.because]
    return f"Removed for good: {pieces} that {who or 'somebody who was heard'} gave ({why})"
