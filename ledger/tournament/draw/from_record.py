"""What a draw is made from, as the record has it at this moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.tournament.draw.inputs import Entrant, Inputs, Meeting, Settings, Starts, in_order
from ledger.tournament.draw.methods import SYSTEMS
from ledger.tournament.draw.rings import Plan
from ledger.tournament.facts.set_up import Division
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.standing_now import AtHand, Played, played_before, standing_after
from ledger.tournament.taking_part import to_be_drawn
from ledger.tournament.tournament import Tournament


def usual_settings(tournament: Tournament, division: str, system: str, **other: object) -> Settings:
    """How a system draws where nothing else is said: by the rulebook, the plan and the prizes.

    Args:
      tournament: with its rulebook and plan.
      division: of which a round is drawn.
      system: its name in ``SYSTEMS``.
      other: what is said otherwise, by the fields of ``Settings``.
    """
    chosen = SYSTEMS[system]
    planned = _planned(tournament, division)
    start = tournament.rules.start
    starts: dict[str | None, Starts] = {"draw": "draw", "assigned": "assigned"}
    usual: dict[str, object] = {
        "method": chosen.method,
        "meetings": chosen.meetings,
        "rounds": planned.rounds,
        "first_table": planned.first_table,
        "paid": max(
            (one.place for one in tournament.prizes
             if one.division in ("", division) and not one.class_name),
            default=0,
        ),
        "starts": starts.get(start.method.value, "self-balancing"),
        "began_by": "said",
        "more_seconds": start.equal_after_bye.value == "more-seconds",
    }  # fmt: skip
    if other.get("gibson"):
        usual |= {
            "paid_of": "all",
            "class_paid": _class_paid(tournament, division),
            "hopeless": "lowest",
        }
    return Settings(**{**usual, **other})  # type: ignore[arg-type]


def inputs_of(
    tournament: Tournament,
    division: str,
    round_number: int,
    settings: Settings,
    seed: int,
    at_hand: AtHand,
) -> Inputs:
    """All that the draw of a round is made from, in order."""
    played = tuple(played_before(tournament, division, round_number, at_hand))
    return inputs_after(tournament, division, round_number, settings, seed, played)


def inputs_after(
    tournament: Tournament,
    division: str,
    round_number: int,
    settings: Settings,
    seed: int,
    played: tuple[Played, ...],
) -> Inputs:
    """The same, where the rounds before are read already."""
    stand = standing_after(tournament, division, played)
    before: dict[int, list[Meeting]] = {}
    for one in played:
        for number, meeting in _meetings(one, settings):
            before.setdefault(number, []).append(meeting)
    members = [one for one in tournament.players if one.division == division]
    drawn = {one.number for one in to_be_drawn(tournament, round_number, division)}
    withdrawn = tuple(x.number for x in members if x.number in tournament.conduct.withdrawn)
    numbers = {one.number for one in members}
    ask_classes = bool(settings.gibson and (settings.class_paid or settings.gibson_class))
    return in_order(
        Inputs(
            round_number=round_number,
            entrants=tuple(
                Entrant(
                    number=one.number,
                    place=stand[one.number].place if one.number in stand else 0,
                    half_wins=round(2 * stand[one.number].wins) if one.number in stand else 0,
                    spread=stand[one.number].spread if one.number in stand else 0,
                    rating=one.rating,
                    before=tuple(before.get(one.number, ())),
                    table=one.table,
                    classes=one.classes if ask_classes else (),
                )
                for one in members
            ),
            settings=settings,
            seed=seed,
            forbidden=tuple(pair for pair in tournament.forbidden if set(pair) <= numbers),
            withdrawn=withdrawn,
            not_here=tuple(numbers - drawn - set(withdrawn)),
            kept_tables=tuple(_kept(tournament, division, round_number)),
            plan=_plan(tournament, division, round_number, settings),
        )
    )


def _class_paid(tournament: Tournament, division: str) -> tuple[tuple[str, int], ...]:
    """How many places of each class win something."""
    paid: dict[str, int] = {}
    for one in tournament.prizes:
        if one.class_name and one.division in ("", division):
            paid[one.class_name] = max(one.place, paid.get(one.class_name, 0))
    return tuple(sorted(paid.items()))


def _planned(tournament: Tournament, division: str) -> Division:
    named = [one for one in tournament.planned if one.name == division]
    return named[0] if named else Division(division)


def _meetings(played: Played, settings: Settings) -> Iterator[tuple[int, Meeting]]:
    pairing = played.pairing
    if not pairing.second:
        yield pairing.first, Meeting(played.round_number, 0)
        return
    first = _who_began(played, settings)
    for one, two in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
        began = 0 if not first else 1 if one == first else 2
        yield one, Meeting(played.round_number, two, began)


def _who_began(played: Played, settings: Settings) -> int:
    """The number of who started; 0 where nobody did or will.

    Of a game still to come it is the one named first, unless the players draw for it. Where they
    draw in every round, no pairing evens starts out, so none is weighed.
    """
    if settings.began_by == "said" and settings.starts == "draw":
        return 0
    if played.to_come and settings.starts != "draw":
        return played.pairing.first
    return played.starter if settings.began_by == "said" else played.named


def _kept(tournament: Tournament, division: str, round_number: int) -> Iterator[int]:
    """Tables that other divisions need: those kept for their players, and those of this round."""
    for player in tournament.players:
        if player.table and player.division != division:
            yield player.table
    for paired in tournament.rounds:
        if paired.round_number == round_number and paired.division != division:
            yield from _tables(paired.pairings)


def _tables(pairings: Sequence[Pairing]) -> Iterator[int]:
    return (one.table for one in pairings if one.second)


def _plan(tournament: Tournament, division: str, round_number: int, settings: Settings) -> Plan:
    """What the round before laid down, if it was drawn by the same method."""
    before = [
        one
        for one in tournament.draws
        if one.division == division and one.round_number == round_number - 1
    ]
    if not before or before[-1].method != settings.method:
        return ()
    return before[-1].drawn.plan
