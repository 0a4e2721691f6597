"""A fact of a tournament told in a few words, for the log of the day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from ledger.equipment.tile_set import name_of
from ledger.messages import LANGUAGES, known, listed, say
from ledger.messages.written import day_written, moment_written, reason_given
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.help.choices import option_title, value_wording
from ledger.rulebook.model.options import OPTIONS
from ledger.rulebook.reading import called, offence_called, offence_wording, penalty_wording
from ledger.tournament import facts as tournament
from ledger.tournament.draw.systems import system_of
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


def conduct_called(topic: str) -> str:
    """What people call a decision about conduct, by its topic."""
    named = f"tournament.conduct.{topic}"
    return say(named) if known(named) else say("tournament.conduct.decision")


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
    code = "" if offence == "other" else offence_called(offence)
    named = offence_wording(act.words) if act is not None else code
    return "; ".join(part for part in (named, reason_given(words)) if part)


def _round(number: int, division: str) -> str:
    if division:
        return say("tournament.round-of", number=number, division=division)
    return say("tournament.round", number=number)


def _said(message: str, reason: str, **values: object) -> str:
    """The sentence of this id; with a reason the one that has it."""
    if reason:
        return say(f"tournament.with-reason.{message}", reason=reason, **values)
    return say(f"tournament.without-reason.{message}", **values)


def _source(source: str) -> str:
    """On whose word something is settled, the organiser's said as a word; else as it was told."""
    return say(f"tournament.source.{source}") if known(f"tournament.source.{source}") else source


@tells(tournament.TournamentOpened)
def _opened(fact: tournament.TournamentOpened, _player: PlayerNamed) -> str:
    return say("tournament.opened", name=fact.name)


@tells(tournament.RulebookChosen)
def _rulebook(fact: tournament.RulebookChosen, _player: PlayerNamed) -> str:
    return say("tournament.rulebook-chosen", rulebook=called(fact.rulebook))


@tells(tournament.OptionSet)
def _option(fact: tournament.OptionSet, _player: PlayerNamed) -> str:
    name, value = fact.name, fact.value
    if name in OPTIONS:  # else of an older release
        name, value = option_title(name), value_wording(name, value)
    return say("tournament.option-set", name=name, value=value, source=_source(fact.source))


@tells(tournament.PlayersHandIn)
def _players_hand_in(fact: tournament.PlayersHandIn, _player: PlayerNamed) -> str:
    return say("tournament.phones") if fact.by else say("tournament.no-phones")


@tells(tournament.PhonesCheckIn)
def _phones_check_in(fact: tournament.PhonesCheckIn, _player: PlayerNamed) -> str:
    return say("tournament.phones-check-in") if fact.by else say("tournament.no-check-in-by-phone")


@tells(tournament.RoundPhaseSet)
def _phase(fact: tournament.RoundPhaseSet, _player: PlayerNamed) -> str:
    phase, number = fact.phase or "by-events", fact.round_number
    if not fact.division:
        return say(f"tournament.phase.{phase}", number=number)
    return say(f"tournament.phase-of-division.{phase}", division=fact.division, number=number)


@tells(tournament.LiveBoardsChosen)
def _live_boards(fact: tournament.LiveBoardsChosen, _player: PlayerNamed) -> str:
    if fact.minutes:
        return say("tournament.live-boards-late", minutes=fact.minutes)
    return say(f"tournament.live-boards.{fact.how}")


@tells(tournament.FileTakenIn)
def _file_taken_in(fact: tournament.FileTakenIn, _player: PlayerNamed) -> str:
    counts = [
        *([say("tournament.count.players", n=fact.players)] if fact.players else []),
        *([say("tournament.count.games", n=fact.games)] if fact.games else []),
        *([say("tournament.count.results", n=fact.results)] if fact.results else []),
    ]
    file = fact.file or say("tournament.pasted-text")
    if not counts:
        return say("tournament.file-taken-in-nothing", file=file)
    return say("tournament.file-taken-in", file=file, counts=", ".join(counts))


@tells(tournament.SatOut)
def _sat_out(fact: tournament.SatOut, player: PlayerNamed) -> str:
    worth = say(f"tournament.worth.{fact.half_wins}") if 0 <= fact.half_wins <= 2 else ""
    text = say(
        "tournament.sat-out",
        which=_round(fact.round_number, fact.division),
        player=player(fact.player),
        worth=worth,
        spread=always_signed(fact.spread),
    )
    if not fact.source:
        return text
    return say("tournament.on-the-word-of", what=text, source=_source(fact.source))


@tells(tournament.TimeZoneChosen)
def _time_zone(fact: tournament.TimeZoneChosen, _player: PlayerNamed) -> str:
    return say("tournament.times-of", zone=fact.zone)


@tells(tournament.TournamentDescribed)
def _described(fact: tournament.TournamentDescribed, _player: PlayerNamed) -> str:
    days = days_wording(fact.first_day, fact.last_day)
    return ", ".join(
        said
        for said in (say("tournament.set-up", name=fact.name), fact.place, days, fact.paper)
        if said
    )


def days_wording(first: str, last: str) -> str:
    """From which day to which; one day; empty: none is named."""
    named = dict.fromkeys(filter(None, (first, last)))
    days = tuple(day_written(date.fromisoformat(day)) for day in named)
    if len(days) < 2:
        return days[0] if days else ""
    return say("tournament.days", first=days[0], last=days[1])


@tells(tournament.DivisionsPlanned)
def _divisions(fact: tournament.DivisionsPlanned, _player: PlayerNamed) -> str:
    held = ", ".join(_division(one) for one in fact.divisions)
    return say("tournament.divisions", held=held) if held else say("tournament.no-divisions")


def _division(planned: tournament.Division) -> str:
    name = planned.name or say("tournament.one-division")
    if not planned.rounds:
        return say("tournament.division-unplanned", name=name, table=planned.first_table)
    return say("tournament.division", name=name, rounds=planned.rounds, table=planned.first_table)


@tells(tournament.OptionLeft)
def _option_left(fact: tournament.OptionLeft, _player: PlayerNamed) -> str:
    name = option_title(fact.name) if fact.name in OPTIONS else fact.name
    return say("tournament.option-left", name=name, source=_source(fact.source))


@tells(tournament.TieBreaksAnnounced)
def _ties(fact: tournament.TieBreaksAnnounced, _player: PlayerNamed) -> str:
    if not fact.order:
        return say("tournament.no-ties")
    *order, text = [say(f"tournament.tie.{one}") for one in fact.order]
    for one in reversed(order):
        text = say("tournament.ties-then", first=one, next=text)
    return say("tournament.ties", order=text)


@tells(tournament.PrizesAnnounced)
def _prizes(fact: tournament.PrizesAnnounced, _player: PlayerNamed) -> str:
    if not fact.prizes:
        return say("tournament.no-prizes")
    return say("tournament.prizes", n=len(fact.prizes))


@tells(tournament.AnnouncementMade)
def _announcement(fact: tournament.AnnouncementMade, _player: PlayerNamed) -> str:
    if not fact.announced:
        return say("tournament.announcement-taken-down")
    return say("tournament.announced", text=fact.announced)


@tells(tournament.NextStartAnnounced)
def _next_start(fact: tournament.NextStartAnnounced, _player: PlayerNamed) -> str:
    if fact.starts_at is None:
        return say("tournament.start-no-longer-announced")
    return say("tournament.start-announced", time=moment_written(fact.starts_at))


@tells(tournament.WordSourceChosen)
def _word_source(fact: tournament.WordSourceChosen, _player: PlayerNamed) -> str:
    return say("tournament.words-by", name=fact.name)


@tells(tournament.LanguageChosen)
def _language(fact: tournament.LanguageChosen, _player: PlayerNamed) -> str:
    if not fact.language:
        return say("languages.of-each-browser")
    first, second = LANGUAGES.get(fact.language, fact.language), LANGUAGES.get(fact.beside, "")
    if second:
        return say("languages.chosen-two", first=first, second=second)
    return say("languages.chosen", language=first)


@tells(tournament.EquipmentChosen)
def _equipment(fact: tournament.EquipmentChosen, _player: PlayerNamed) -> str:
    return say("tournament.equipment-chosen", tiles=name_of(fact.tile_set), board=fact.board)


@tells(tournament.PlayerEntered)
def _player_entered(fact: tournament.PlayerEntered, _player: PlayerNamed) -> str:
    return say("tournament.player-entered", number=fact.number, name=fact.name)


@tells(tournament.PlayerRemoved)
def _removed(fact: tournament.PlayerRemoved, _player: PlayerNamed) -> str:
    return say("tournament.player-removed", number=fact.player)


@tells(tournament.PlayersCheckedIn)
def _checked_in(fact: tournament.PlayersCheckedIn, player: PlayerNamed) -> str:
    players = ", ".join(map(player, fact.players))
    if fact.by_phone:
        return say("tournament.checked-in-by-phone", players=players)
    return say("tournament.checked-in", players=players)


@tells(tournament.CheckInTakenBack)
def _not_here(fact: tournament.CheckInTakenBack, player: PlayerNamed) -> str:
    players = ", ".join(map(player, fact.players))
    if fact.by_phone:
        return say("tournament.not-there-by-phone", players=players)
    return say("tournament.not-there", players=players)


@tells(tournament.PlayerCameBack)
def _came_back(fact: tournament.PlayerCameBack, player: PlayerNamed) -> str:
    return _said("came-back", fact.reason, player=player(fact.player))


@tells(tournament.PairForbidden)
def _forbidden(fact: tournament.PairForbidden, player: PlayerNamed) -> str:
    return _said("forbidden", fact.reason, one=player(fact.one), other=player(fact.other))


@tells(tournament.PairAllowed)
def _allowed(fact: tournament.PairAllowed, player: PlayerNamed) -> str:
    return say("tournament.pair-allowed", one=player(fact.one), other=player(fact.other))


@tells(tournament.RoundPaired)
def _paired(fact: tournament.RoundPaired, _player: PlayerNamed) -> str:
    which = _round(fact.round_number, fact.division)
    return say("tournament.paired", which=which, n=len(fact.pairings))


@tells(tournament.PaperLiesElsewhere)
def _elsewhere(fact: tournament.PaperLiesElsewhere, _player: PlayerNamed) -> str:
    last, n, division = fact.until, fact.games, fact.division
    if division:
        return say("tournament.paper-elsewhere-of", last=last, n=n, division=division)
    return say("tournament.paper-elsewhere", last=last, n=n)


@tells(tournament.RoundDrawn)
def _drawn(fact: tournament.RoundDrawn, _player: PlayerNamed) -> str:
    which, how = _round(fact.round_number, fact.division), system_of(fact.method).called
    inputs = fact.digest[:12]
    return say("tournament.drawn", which=which, how=how, seed=fact.seed, inputs=inputs)


@tells(tournament.RoundRepaired)
def _repaired(fact: tournament.RoundRepaired, _player: PlayerNamed) -> str:
    off, void = len(fact.called_off), len(fact.voided)
    which = [
        _round(fact.round_number, fact.division),
        *([say("tournament.called-off", number=off)] if off else []),
        *([say("tournament.voided", number=void)] if void else []),
    ]
    if len(which) == 1:
        return say("tournament.repaired", which=which[0], reason=reason_given(fact.reason))
    return say(
        "tournament.repaired-games",
        which=which[0],
        games=", ".join(which[1:]),
        reason=reason_given(fact.reason),
    )


@tells(tournament.RoundUnpaired)
def _unpaired(fact: tournament.RoundUnpaired, _player: PlayerNamed) -> str:
    which = _round(fact.round_number, fact.division)
    return _said("unpaired", fact.reason, which=which, n=len(fact.called_off))


@tells(tournament.RoundsPlanned)
def _planned(fact: tournament.RoundsPlanned, _player: PlayerNamed) -> str:
    if fact.division:
        return say("tournament.rounds-planned-of", n=len(fact.rounds), division=fact.division)
    return say("tournament.rounds-planned", n=len(fact.rounds))


@tells(tournament.AutomaticDrawsChosen)
def _automatic(fact: tournament.AutomaticDrawsChosen, _player: PlayerNamed) -> str:
    minutes, division = fact.minutes, fact.division
    if not minutes:
        if division:
            return say("tournament.drawn-by-people-of", division=division)
        return say("tournament.drawn-by-people")
    if division:
        return say("tournament.draws-itself-after-of", n=minutes, division=division)
    return say("tournament.draws-itself-after", n=minutes)


@tells(tournament.DrawAnnounced)
def _announced(fact: tournament.DrawAnnounced, _player: PlayerNamed) -> str:
    which, time = _round(fact.round_number, fact.division), f"{fact.at:%H:%M:%S}"
    if fact.last > fact.round_number:
        return say("tournament.draws-announced", which=which, last=fact.last, time=time)
    return say("tournament.draw-announced", which=which, time=time)


@tells(tournament.DrawCalledOff)
def _called_off(fact: tournament.DrawCalledOff, _player: PlayerNamed) -> str:
    which = _round(fact.round_number, fact.division)
    if fact.because == "results-out":
        return say("tournament.draw-called-off-results", which=which)
    return _said("draw-stopped", fact.reason, which=which)


@tells(tournament.RoundClosed)
def _closed(fact: tournament.RoundClosed, _player: PlayerNamed) -> str:
    which = _round(fact.round_number, fact.division)
    if fact.last:
        return say("tournament.last-round-closed", which=which)
    return say("tournament.round-closed", which=which)


@tells(tournament.RoundReopened)
def _reopened(fact: tournament.RoundReopened, _player: PlayerNamed) -> str:
    which = _round(fact.round_number, fact.division)
    return say("tournament.round-reopened", which=which, reason=fact.reason)


@tells(tournament.MatterPutOff)
def _put_off(fact: tournament.MatterPutOff, _player: PlayerNamed) -> str:
    until, what = until_told(fact.until), kind_told(fact.kind)
    return say("tournament.put-off", until=until, what=what, reason=reason_given(fact.reason))


@tells(tournament.MatterWaived)
def _waived(fact: tournament.MatterWaived, _player: PlayerNamed) -> str:
    reason = reason_given(fact.reason)
    return say("tournament.waived", what=kind_told(fact.kind), reason=reason)


@tells(tournament.MatterTakenBack)
def _taken_back(fact: tournament.MatterTakenBack, _player: PlayerNamed) -> str:
    what, reason = kind_told(fact.kind), reason_given(fact.reason)
    if fact.was == "waived":
        return say("tournament.waiver-taken-back", what=what, reason=reason)
    return say("tournament.no-longer-put-off", what=what, reason=reason)


@tells(tournament.CaseListed)
def _case(fact: tournament.CaseListed, _player: PlayerNamed) -> str:
    return say("tournament.case-opened", number=fact.number)


@tells(tournament.WarningGiven)
def _warned(fact: tournament.WarningGiven, player: PlayerNamed) -> str:
    return _warning(fact, player, None)


def _warning(fact: tournament.WarningGiven, player: PlayerNamed, rules: Rulebook | None) -> str:
    act = act_wording(fact.offence, fact.words, rules) or fact.offence
    kind = penalty_wording(fact.kind, rules)
    return say("tournament.warned", player=player(fact.player), kind=kind, act=act)


@tells(tournament.SpreadAdjusted)
def _spread(fact: tournament.SpreadAdjusted, player: PlayerNamed) -> str:
    points, whom = always_signed(fact.points), player(fact.player)
    return say(
        "tournament.spread-adjusted", player=whom, points=points, reason=reason_given(fact.reason)
    )


@tells(tournament.GamesVoided)
def _voided(fact: tournament.GamesVoided, player: PlayerNamed) -> str:
    return say("tournament.games-void", player=player(fact.player), n=len(fact.games))


@tells(tournament.GamesAwarded)
def _awarded(fact: tournament.GamesAwarded, player: PlayerNamed) -> str:
    return say("tournament.games-awarded", player=player(fact.player), n=len(fact.games))


@tells(tournament.PlayerWithdrawn)
def _withdrawn(fact: tournament.PlayerWithdrawn, player: PlayerNamed) -> str:
    whom, reason = player(fact.player), reason_given(fact.reason)
    if fact.ejected:
        return say("tournament.ejected", player=whom, reason=reason)
    return say("tournament.withdrawn", player=whom, reason=reason)


@tells(tournament.LevelOneLifted)
def _lifted(fact: tournament.LevelOneLifted, player: PlayerNamed) -> str:
    return say("tournament.level-one-lifted", player=player(fact.player), reason=fact.reason)


@tells(tournament.ConductTakenBack)
def _conduct_taken_back(fact: tournament.ConductTakenBack, player: PlayerNamed) -> str:
    if tournament.ConductTakenBack.topic() in fact.what:
        text = say("tournament.conduct-stands-after-all", reason=fact.reason)
    else:
        called_so = dict.fromkeys(map(conduct_called, fact.what)) or [conduct_called("")]
        text = say("tournament.conduct-taken-back", what=listed(called_so), reason=fact.reason)
    if not fact.player:
        return text
    return say("tournament.of-player", player=player(fact.player), what=text)


@tells(tournament.TournamentClosed)
def _over(_fact: tournament.TournamentClosed, _player: PlayerNamed) -> str:
    return say("tournament.over")


@tells(tournament.TournamentReopened)
def _goes_on(fact: tournament.TournamentReopened, _player: PlayerNamed) -> str:
    return say("tournament.goes-on", reason=fact.reason)


@tells(tournament.PersonForgotten)
def _forgotten(fact: tournament.PersonForgotten, player: PlayerNamed) -> str:
    who = say("tournament.somebody-heard")
    if fact.player:
        who = player(fact.player)
    elif fact.badge:
        who = say("tournament.badge", badge=fact.badge)
    why = dict(choices(ForgottenBecause))[fact.because]
    return say("tournament.forgotten", n=fact.pieces, who=who, why=why)
