"""The players of a file planned: who is here, who is new and under which number, what changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import asdict, replace

from ledger.interchange.change import Change
from ledger.interchange.described import DivisionTold, Entrant
from ledger.interchange.same_named import rounds_as_here
from ledger.interchange.who_is_who import Matched, matched
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.namesakes import told_apart
from ledger.tournament.on_paper import OnPaper, Unprintable, lacking, names_in, names_of
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.fonts_for_names import ADD_A_FONT
from ledger.vocabulary.names import NUMBER_BEHIND, key, unwritable


class PlayersPlanned:
    """The players of all divisions of a file.

    Args:
      tournament: as it stands.
      changes: where is said what becomes of whom.
      unprintable: which characters of a name our paper can't print.
    """

    def __init__(
        self,
        tournament: Tournament,
        changes: list[Change],
        unprintable: Unprintable,
    ) -> None:
        self.tournament = tournament
        self.changes = changes
        self.unprintable = unprintable
        self.divisions: list[tuple[DivisionTold, str, Matched]] = []
        self.numbers: dict[str, dict[int, int]] = {}
        """By our name of the division: our numbers by those of the file."""
        self.told: dict[str, dict[int, PlayerEntered]] = {}
        """By our name of the division and our number: who is entered, or told anew."""
        self.others: tuple[PlayerEntered, ...] = ()
        """Players of whom the file tells nothing, but who have the name of one it tells of."""
        self.names = {player.number: player.name for player in tournament.players}
        self._on_paper = {each.name for each in names_of(tournament)}
        self._usable: dict[str, list[Entrant]] = {}
        self._as_numbered, self._next = False, 1

    def look_for(self, division: DivisionTold, name: str) -> None:
        """Find the players of a division of the file among those of ours, called ``name``."""
        if said := self._not_for_paper([OnPaper("Division", name)]):
            self.changes.append(Change("refused", said, division.file))
            return
        usable = self._usable[name] = []
        for entrant in division.entrants:
            wrong = unwritable(entrant.name)
            if wrong or not entrant.name.strip():
                said = f"Player {entrant.number}: the name has {wrong or 'no letters'}."
                self.changes.append(Change("refused", said, division.file, entrant.line))
            elif said := self._not_for_paper(names_in(_new(entrant, entrant.number, ""))):
                self.changes.append(Change("refused", said, division.file, entrant.line))
            else:
                usable.append(entrant)
        here = [player for player in self.tournament.players if player.division == name]
        games = rounds_as_here(self.tournament, division, name)
        self.divisions.append((division, name, matched(usable, here, games)))

    def _not_for_paper(self, names: Iterable[OnPaper]) -> str:
        """What our fonts lack of names that are new here, in words; empty where they have all."""
        for each, missing in lacking(names, self.unprintable):
            if each.name not in self._on_paper:
                return (
                    f"{each.whose}: {each.name} has letters that our fonts lack: "
                    f"{' '.join(missing)}. {ADD_A_FONT}"
                )
        return ""

    def plan(self) -> None:
        """Give everybody of the file a number of ours, and say what is told of whom."""
        known = {player.number for *_, who in self.divisions for player in who.known.values()}
        self._find_free_numbers()
        plain = _without_numbers([one.name for of in self._usable.values() for one in of])
        for division, name, who in self.divisions:
            elsewhere = [
                player
                for player in self.tournament.players
                if player.division != name and player.number not in known
            ]
            there = who.known.keys() | who.unclear.keys()
            new = [one for one in self._usable[name] if one.number not in there]
            moved = matched(new, elsewhere)
            renamed = who.renamed | moved.renamed
            numbers = self.numbers[name] = {}
            told = self.told[name] = {}
            for entrant in self._usable[name]:
                if entrant.number in who.unclear:
                    self._not_clear(division, entrant, who.unclear[entrant.number])
                    continue
                player = who.known.get(entrant.number) or self._moving(
                    moved.known.get(entrant.number)
                )
                number = player.number if player else self._next_number(entrant)
                numbers[entrant.number] = number
                as_new = entrant if player else replace(entrant, name=plain(entrant.name))
                entered, change = _entered(
                    as_new, name, number, player, renamed=entrant.number in renamed
                )
                self.changes.append(replace(change, file=division.file, line=entrant.line))
                if entered is not None:
                    told[number] = entered
        self._tell_apart()

    def _find_free_numbers(self) -> None:
        """Whether the file's own numbers can be kept: each is one player's, and nobody's here."""
        taken = {player.number for player in self.tournament.players}
        new = [
            one.numbered
            for _, name, who in self.divisions
            for one in self._usable[name]
            if one.number not in who.known and one.number not in who.unclear
        ]
        self._as_numbered = all(new) and len(set(new)) == len(new) and not taken & set(new)
        self._next = max(taken, default=0) + 1

    def _next_number(self, entrant: Entrant) -> int:
        if self._as_numbered:
            return entrant.numbered
        self._next += 1
        return self._next - 1

    def _not_clear(self, division: DivisionTold, entrant: Entrant, ours: Sequence[Player]) -> None:
        whose = " and ".join(f"player {one.number}" for one in ours)
        said = (
            f"{entrant.name}: several have that name, and nothing in the file says which of them is"
            f" {whose} here; nothing is changed. A column Number or ID would say it."
        )
        self.changes.append(Change("refused", said, division.file, entrant.line))

    def _moving(self, player: Player | None) -> Player | None:
        """A player of another division, who goes to this one, where no round holds the player."""
        if player is None or any(
            player.number in (pairing.first, pairing.second)
            for paired in self.tournament.rounds
            for pairing in paired.pairings
        ):
            return None
        return player

    def _tell_apart(self) -> None:
        """Give those who have one name their numbers behind it, and say so."""
        told = {number: one for of in self.told.values() for number, one in of.items()}
        apart = {
            one.number: one for one in told_apart(self.tournament.players, tuple(told.values()))
        }
        for number, one in apart.items():
            was = told[number].name if number in told else self.names[number]
            if one.name != was:
                said = f"Player {number}, {was}: written {one.name}, for others have that name"
                self.changes.append(Change("said" if number in told else "changed", said))
        self.told = {
            name: {number: apart[number] for number in of} for name, of in self.told.items()
        }
        self.others = tuple(one for number, one in apart.items() if number not in told)
        self.names |= {number: one.name for number, one in apart.items()}


def _without_numbers(names: Sequence[str]) -> Callable[[str], str]:
    """Takes the number off a name that other people of the file have too, each with a number.

    We put it there when the file was written, and it is the number of a player of that event.

    >>> plain = _without_numbers(["Dov Smith (18)", "Dov Smith (16)", "Team (7)"])
    >>> plain("Dov Smith (18)"), plain("Team (7)")
    ('Dov Smith', 'Team (7)')
    """
    parts = {name: NUMBER_BEHIND.fullmatch(name) for name in names}
    shared = Counter(key(match[1]) for match in parts.values() if match)
    shared.subtract(key(name) for name, match in parts.items() if not match)

    def plain(name: str) -> str:
        match = NUMBER_BEHIND.fullmatch(name)
        return match[1].strip() if match and shared[key(match[1])] > 1 else name

    return plain


def _new(entrant: Entrant, number: int, division: str) -> PlayerEntered:
    return PlayerEntered(
        number=number,
        name=entrant.name,
        division=division,
        rating=entrant.rating,
        team=entrant.team,
        classes=entrant.classes,
        table=entrant.table,
        member=entrant.member,
    )


def _entered(
    entrant: Entrant, division: str, number: int, player: Player | None, *, renamed: bool
) -> tuple[PlayerEntered | None, Change]:
    """What is told of a player, and in words; nothing where all of it is here."""
    if player is None:
        return _new(entrant, number, division), Change("new", f"Player {number}, {entrant.name}")
    was = PlayerEntered(**asdict(player))
    now = replace(
        was,
        name=entrant.name if renamed else was.name,
        division=division,
        rating=entrant.rating or was.rating,
        team=entrant.team or was.team,
        classes=entrant.classes or was.classes,
        table=entrant.table or was.table,
        member=entrant.member or was.member,
    )
    if now == was:
        return None, Change("same", f"Player {number}, {player.name}: as it is here")
    told = "; ".join(
        f"{field} {_shown(getattr(was, field))} → {_shown(getattr(now, field))}"
        for field in ("name", "division", "rating", "team", "classes", "table", "member")
        if getattr(was, field) != getattr(now, field)
    )
    return now, Change("changed", f"Player {number}, {player.name}: {told}")


def _shown(value: object) -> str:
    told = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return told if told not in ("", "0") else "none"
