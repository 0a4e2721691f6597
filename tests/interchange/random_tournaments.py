"""Made-up tournaments, as files tell them: odd fields, byes, forfeits, late entries, ties.

Some have players of one name, in a division or in two, and players who left before they played.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ledger.interchange.parsed import GAP, DivisionView, Entrant, Outing, ParsedTournament

NAMES = (
    "Fernweh, Ada", "Quillon, Bo", "Marrow, Cy", "Żółć, Łucja", "Vößmann, Jürgen", "Team 7",
    "Nguyễn Thị Minh Khai", "Ní Bhriain, Áine", "Müller-Lüdenscheidt, Hans-Jörg Maximilian",
    "O'Dowd, Pat", "D’Arcy, Jo", "Byers, Lee", "Мороз, Вера", "Καρρά, Ελένη", "Player 12",
    "Øst, Åse", "Iñíguez, Ñusta", "Ó Sé, Tomás", "van der Berg, Jan", "X", "Unit 4 5", "=SUM(A1)",
    "Ada Fernwehx", "St. John, Sal", "Łukasz", "Quillon, Bob", "Zed, Zoë", "2nd Zed, Zoë",
    "Maximilian Alexander Schmidt", "Maximilian Alexander", "Bauer, Maximilian Alexander",
    r"O;Neil \ #x", "# Gull", "Back\\slash; Bo", "Zolc, Łucja",
)  # fmt: skip
BYE_SPREAD = 50


def a_tournament(seed: int) -> ParsedTournament:
    """A tournament of one or two divisions, of which each round is whole."""
    random = Random(seed)
    names = random.sample(NAMES, len(NAMES))
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        names[random.randrange(13)] = names[random.randrange(13)]
    several = random.random() < 0.4
    divisions = []
    for name in ("A", "B") if several else ("",):
        size = random.randint(2, 13)
        entrants, names = names[:size], names[size:]
        divisions.append(_division(random, name, entrants))
    day = random.choice(("", "2026-03-14"))
    return ParsedTournament(tuple(divisions), "Harbour “Cup”, it's on", day)


def _division(random: Random, name: str, names: list[str]) -> DivisionView:
    rounds = random.randint(0, 7)
    players = [_entrant(random, number, each) for number, each in enumerate(names, 1)]
    late = {
        number: random.randint(2, rounds)
        for number in range(1, len(players) + 1)
        if rounds > 1 and random.random() < 0.1
    }
    outings = {each.number: [] for each in players}
    never = {each.number for each in players if each.off is not None and random.random() < 0.5}
    for at in range(1, rounds + 1):
        told = _round(
            random, [n for n in outings if late.get(n, 1) <= at and n not in never], at == rounds
        )
        for number, of_player in outings.items():
            missed = GAP if number in never else Outing(opponent=0, score=-50, half_wins=0)
            of_player.append(told.get(number, missed if late.get(number, 1) > at else GAP))
    return DivisionView(
        name=name,
        entrants=tuple(replace(each, outings=tuple(outings[each.number])) for each in players),
    )


def _entrant(random: Random, number: int, name: str) -> Entrant:
    return Entrant(
        number=number,
        name=name,
        rating=random.choice((0, random.randint(1, 2300))),
        team=random.choice(("", "Gulls", "Harbour; Old \\ Town")),
        classes=random.choice(((), ("A",), ("B", "U18"))),
        member=random.choice(("", f"AA{number:06d}", f"no-{number}")),
        off=random.choice((None, None, None, None, None, 0)),
    )


def _round(random: Random, numbers: list[int], is_last: bool) -> dict[int, Outing]:
    """A round: pairs at tables, one without an opponent in an odd field, now and then more."""
    random.shuffle(numbers)
    told: dict[int, Outing] = {}
    while numbers and (len(numbers) % 2 or random.random() < 0.05):
        told[numbers.pop()] = _alone(random)
    unplayed = is_last and random.random() < 0.2
    for table in range(1, len(numbers) // 2 + 1):
        one, two = numbers.pop(), numbers.pop()
        known = random.random() < 0.9
        scores = (None, None) if unplayed else _scores(random)
        told[one] = Outing(two, scores[0], None, True if known else None, table)
        told[two] = Outing(one, scores[1], None, False if known else None, table)
    return told


def _alone(random: Random) -> Outing:
    spread, half_wins = random.choice(
        (
            (BYE_SPREAD, 2), (BYE_SPREAD, 2), (BYE_SPREAD, 2), (-50, 0), (100, 2), (0, None),
            (0, 2), (BYE_SPREAD, 1), (0, 1), (0, 0),
        )
    )  # fmt: skip
    return GAP if half_wins is None else Outing(opponent=0, score=spread, half_wins=half_wins)


def _scores(random: Random) -> tuple[int, int]:
    one = random.randint(200, 600)
    match random.randint(0, 30):
        case 0:
            return one, one
        case 1:
            return -5, one
        case 2:
            return 0, 7
        case 3:
            return 1012, 98
        case _:
            return one, random.randint(200, 600)
