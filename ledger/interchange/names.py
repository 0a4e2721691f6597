"""Who is who: names as programs spell them, and several players of one name."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from ledger.interchange.parsed import DivisionView, Entrant
from ledger.tournament.names import spelled
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import NUMBER_BEHIND, key, turned

OTHERWISE = {
    "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "ß": "ss",
    "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ı": "i", "’": "'", "‘": "'",
    "–": "-", "—": "-", "ʻ": "'", "ħ": "h", "Ħ": "H", "ŋ": "n", "Ŋ": "N",
}  # fmt: skip
"""Letters that are no base letter with a mark."""


def in_ascii(name: str) -> str:
    """A name in the letters of ASCII; a letter of a script not known here: a question mark.

    >>> in_ascii("Łukasz Żółć"), in_ascii("Nguyễn Thị"), in_ascii("Жанна Щукина"), in_ascii("Μαρία")
    ('Lukasz Zolc', 'Nguyen Thi', 'Zhanna Shchukina', 'Maria')
    """
    known = "".join(_spelled(letter) for letter in unicodedata.normalize("NFC", name))
    parts = unicodedata.normalize("NFKD", known)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in bare)


def _spelled(letter: str) -> str:
    """A letter as ASCII spells it, as far as a table says; its marks are taken off afterwards."""
    if letter in OTHERWISE:
        return OTHERWISE[letter]
    if letter in OTHER_SCRIPTS:
        return OTHER_SCRIPTS[letter]
    base = unicodedata.normalize("NFD", letter)[:1]
    return OTHER_SCRIPTS.get(base, letter)


def _letters(of: str, spelled: str) -> dict[str, str]:
    """A table from letters and what stands for each, in both cases."""
    small = dict(zip(of, spelled.split(), strict=True))
    return small | {one.upper(): text.capitalize() for one, text in small.items()}


OTHER_SCRIPTS = {
    **_letters(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњћђџ",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya yo i yi ye g "
        "j lj nj c dj dz",
    ),
    **_letters(
        "αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"
    ),
    "ъ": "", "ь": "", "Ъ": "", "Ь": "",
}  # fmt: skip
"""Cyrillic and Greek letters more or less as passports write them."""


WIDTH = 20  # columns a name has in a results file of AUPAIR


def is_spelled_in_ascii(name: str) -> bool:
    """Whether a results file of AUPAIR has letters for a name.

    >>> is_spelled_in_ascii("Żółć, Ada"), is_spelled_in_ascii("鈴木 花")
    (True, False)
    """
    return "?" in name or "?" not in in_ascii(name)


def as_aupair_has_them(names: Sequence[str], members: Sequence[str] = ()) -> list[str]:
    """The names of a division as its results file has them: ASCII, cut, and no two alike.

    Who is written there as here keeps the name; only others get a number behind it. Who can't be
    spelled is called by the member number, by which a ratings officer finds the person.

    Args:
      names: as people are entered.
      members: their member numbers, empty for who has none; none at all: nobody is asked for them.

    >>> as_aupair_has_them(["Fernweh, Ada", "Ada Fernweh", "7", "*Bo"])
    ['Ada Fernweh', 'Ada Fernweh 2', 'Player 7', 'Bo']
    >>> as_aupair_has_them(["Fernweh-Quillon, Ada Maria (7)"])
    ['Ada Maria Fernwe (7)']
    >>> as_aupair_has_them(["Maximilian Alexander Fernweh", "Maximilian Alexander"])
    ['Maximilian Alexand 2', 'Maximilian Alexander']
    >>> as_aupair_has_them(["鈴木 花", "山田 太郎"], ["JP-104", ""])
    ['Member JP-104', 'Player ?? ??']
    """
    found = [""] * len(names)
    taken: set[str] = set()
    plains = [
        f"Member {in_ascii(member)}" if member and not is_spelled_in_ascii(name) else _plain(name)
        for name, member in zip_longest(names, members[: len(names)], fillvalue="")
    ]
    otherwise = [_cut(plain) != " ".join(turned(name).split())
                 for name, plain in zip(names, plains, strict=True)]  # fmt: skip
    for at in sorted(range(len(names)), key=otherwise.__getitem__):
        plain = plains[at]
        one, again = _cut(plain), 1
        while one.casefold() in taken:
            again += 1
            one = f"{plain[: WIDTH - len(str(again)) - 1].strip()} {again}"
        taken.add(one.casefold())
        found[at] = one
    return found


def _plain(name: str) -> str:
    plain = " ".join(in_ascii(turned(name)).replace("*", " ").split())
    return plain if any(letter.isalpha() for letter in plain) else f"Player {plain}".strip()


def as_tsh_has_it(name: str, number: int) -> str:
    r"""A name as a ``.t`` file has it: nothing in it that would end it, or begin a comment.

    >>> as_tsh_has_it("# Gull; Bo", 1), as_tsh_has_it(r"O;Neil \ #x", 2), as_tsh_has_it("#", 3)
    ('Gull, Bo', 'O,Neil / #x', 'Player 3')
    """
    plain = " ".join(name.replace(";", ",").replace("\\", "/").lstrip("# ").split())
    return plain or f"Player {number}"


def _cut(plain: str) -> str:
    """A name in its columns, with the number behind it that tells it from others."""
    match = NUMBER_BEHIND.fullmatch(plain)
    if match is None or len(plain) <= WIDTH:
        return plain[:WIDTH].strip()
    return f"{match[1][: WIDTH - len(match[2]) - 1].strip()} {match[2]}"


# Who is who where several players have one name: by number, or by what else is told of them.
#
# Nobody is guessed at. Where a file says too little, or its numbers say another thing than all the
# rest, there is no answer, and whoever asks changes nothing of these players.


Telling = Callable[[Entrant, Player], bool | None]
"""Whether what a file has of one is so of a player; ``None``: nothing there can be compared."""

Pairs = Mapping[int, Player]
"""Players of ours by their numbers in the file."""


def told_by_more_than_the_name(
    several: Sequence[Entrant],
    ours: Sequence[Player],
    place: Mapping[int, int],
    games: Telling | None = None,
) -> Pairs | None:
    """Who of one name is who; whoever of the file is missing in it is new. ``None``: not told.

    Args:
      several: of the file.
      ours: players of that name.
      place: where each of ours stands in the division, from 1, by number.
      games: whether the rounds that the file has of one are those of a player.
    """
    by_number = _by_number(several, ours, place)
    if len({replace(one, number=0, line=0, numbered=0) for one in several}) == 1 < len(several):
        in_order = {one.number: player for one, player in zip(several, ours, strict=False)}
        return by_number or in_order  # the file says the same of each of them
    by_the_rest = _by_the_rest(several, ours, games)
    if by_number and by_the_rest and by_number != by_the_rest:
        return None
    return by_number or by_the_rest


def _by_number(
    several: Sequence[Entrant], ours: Sequence[Player], place: Mapping[int, int]
) -> Pairs | None:
    """By the tournament's number, else by the place in the division, as a ``.t`` file numbers."""
    ways: list[Pairs] = []
    for numbers in (
        {player.number: player for player in ours},
        {place[player.number]: player for player in ours},
    ):
        pairs = {one.number: numbers[one.numbered] for one in several if one.numbered in numbers}
        whole = len(pairs) == min(len(several), len(ours))
        if whole and len({player.number for player in pairs.values()}) == len(pairs):
            ways.append(pairs)
    return ways[0] if ways and all(way == ways[0] for way in ways) else None


def _by_the_rest(
    several: Sequence[Entrant], ours: Sequence[Player], games: Telling | None
) -> Pairs | None:
    """By rating, team, classes, member and rounds: whom nothing speaks against, if it is one."""
    open_ones = {one.number: one for one in several}
    left = {player.number: player for player in ours}
    found: dict[int, Player] = {}
    while True:
        fitting = {
            number: [player for player in left.values() if _fits(one, player, games)]
            for number, one in open_ones.items()
        }
        sure = next((number for number, those in fitting.items() if len(those) == 1), 0)
        if not sure or sum(those == fitting[sure] for those in fitting.values()) > 1:
            break
        found[sure] = fitting[sure][0]
        del open_ones[sure], left[found[sure].number]
    if len(open_ones) == len(left) == 1 and found:
        return found | dict(zip(open_ones, left.values(), strict=True))
    if any(fitting.values()) or (open_ones and left):
        return None
    return found


def _fits(one: Entrant, player: Player, games: Telling | None) -> bool:
    """Whether nothing of what is told on both sides differs."""
    both = (
        (one.rating, player.rating),
        (one.team, player.team),
        (one.classes, player.classes),
        (one.member, player.member),
        (one.table, player.table),
    )
    if any(theirs and its and theirs != its for theirs, its in both):
        return False
    return games is None or games(one, player) is not False


def rounds_as_here(tournament: Tournament, division: DivisionView, name: str) -> Telling:
    """Compares whom a player of the file met with whom a player met here, by their names."""
    theirs = {one.number: key(one.name) for one in division.entrants}
    ours = {one.number: key(spelled(one.name, one.number)) for one in tournament.players}
    met = {
        (paired.round_number, one): ours.get(other, "") if other else ""
        for paired in tournament.rounds
        if paired.division == name
        for pairing in paired.pairings
        for one, other in (
            (pairing.first, pairing.second), (pairing.second, pairing.first),
        )
    }  # fmt: skip

    def telling(one: Entrant, player: Player) -> bool | None:
        differs = None
        for at, outing in enumerate(one.outings, 1):
            here = met.get((at, player.number))
            if not outing.opponent or here is None:
                continue  # a game that was forfeited is written without an opponent
            if theirs.get(outing.opponent) != here:
                return False
            differs = True
        return differs

    return telling


# Which player of a file is which player here.


Tier = tuple[Callable[[Entrant], str], Callable[[Player], str]]
"""What is compared: of a player of a file, and of one of ours."""


class Matched(Struct, frozen=True):
    """Who is who.

    Attributes:
      known: the players of a file who are here already, by their numbers in it.
      unclear: the players of a file whose name several have, so that nobody can tell who they are.
      renamed: those of a file who are here under a name that the file's is no spelling of.
    """

    known: Mapping[int, Player]
    unclear: Mapping[int, tuple[Player, ...]]
    renamed: frozenset[int]


def matched(
    entrants: Sequence[Entrant], players: Sequence[Player], games: Telling | None = None
) -> Matched:
    """The players of a file who are here already.

    A number as a member tells a player first; then the name, whichever way round it is written;
    then the name without accents, cut short, or without what a format has no room for; at last
    the number under which the file has the player, where the name that stands there is nowhere
    else. Where several have one name, what else the file tells of them has to say who is who.

    Args:
      entrants: of one division of the file.
      players: of ours.
      games: whether what the file says of a player's rounds is as it is here.
    """
    found: dict[int, Player] = {}
    unclear: dict[int, tuple[Player, ...]] = {}
    left = {player.number: player for player in players}
    place = {player.number: at for at, player in enumerate(players, 1)}
    short = dict(
        zip(
            (player.number for player in players),
            as_aupair_has_them(
                [player.name for player in players], [player.member for player in players]
            ),
            strict=True,
        )
    )
    cut_short: Tier = (lambda one: key(one.name), lambda player: key(short[player.number]))
    # A file that cuts every name as ours do tells each apart by that, and by nothing before it.
    cut_as_ours = {key(one.name) for one in entrants} == {key(name) for name in short.values()}
    tiers: Sequence[Tier] = (
        (lambda one: one.member.casefold(), lambda player: player.member.casefold()),
        (lambda one: one.name, lambda player: player.name),
        *((cut_short,) if cut_as_ours else ()),
        (lambda one: key(one.name), lambda player: key(spelled(player.name, player.number))),
        (lambda one: key(in_ascii(one.name)), lambda player: key(in_ascii(player.name))),
        cut_short,
        (lambda one: key(one.name), lambda player: key(as_tsh_has_it(player.name, player.number))),
    )
    for of_file, of_ours in tiers:
        open_ones = [one for one in entrants if one.number not in found | unclear]
        for several, ours in _alike(open_ones, left.values(), of_file, of_ours):
            if len(several) == len(ours) == 1:
                pairs: Mapping[int, Player] | None = {several[0].number: ours[0]}
            else:
                pairs = told_by_more_than_the_name(several, ours, place, games)
            if pairs is None:
                unclear |= {one.number: ours for one in several}
            else:
                found |= pairs
            for player in ours if pairs is None else pairs.values():
                del left[player.number]
    for one, player in _renamed(entrants, players, found, left):
        if one.number not in unclear:
            found[one.number] = player
    by_name = tiers[1:]
    renamed = frozenset(
        one.number
        for one in entrants
        if (here := found.get(one.number))
        and all(of_file(one) != of_ours(here) for of_file, of_ours in by_name)
    )
    return Matched(found, unclear, renamed)


def _alike(
    entrants: Iterable[Entrant],
    players: Iterable[Player],
    of_file: Callable[[Entrant], str],
    of_ours: Callable[[Player], str],
) -> list[tuple[tuple[Entrant, ...], tuple[Player, ...]]]:
    """Those of one name on both sides."""
    theirs: dict[str, list[Entrant]] = defaultdict(list)
    for one in entrants:
        theirs[of_file(one)].append(one)
    ours: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        ours[of_ours(player)].append(player)
    return [
        (tuple(several), tuple(ours[name]))
        for name, several in theirs.items()
        if name and name in ours
    ]


def _renamed(
    entrants: Sequence[Entrant],
    players: Sequence[Player],
    found: Mapping[int, Player],
    left: Mapping[int, Player],
) -> list[tuple[Entrant, Player]]:
    """Whose name changed under a number that the file gives."""
    if len(found) * 2 <= len(entrants):
        return []  # the file tells of another tournament
    place = dict(enumerate(players, 1))
    pairs = []
    for one in entrants:
        if not one.numbered or one.number in found:
            continue
        player = left.get(one.numbered) or place.get(one.numbered)
        if player is not None and player.number in left:
            pairs.append((one, player))
    return pairs if len({player.number for _, player in pairs}) == len(pairs) else []
