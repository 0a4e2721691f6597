"""Columns of a table found by what stands above them, in any order and spelling people use."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

NAMES: Mapping[str, tuple[str, ...]] = {
    # of players
    "name": (
        "name", "player", "playername", "fullname", "competitor", "entrant", "participant",
        "spieler", "spielerin", "teilnehmer", "joueur", "jugador", "giocatore", "jogador",
        "speler", "spelare", "spiller", "naam", "namn", "navn", "zawodnik",
    ),
    "surname": (
        "surname", "lastname", "familyname", "nachname", "familienname", "nom", "nomdefamille",
        "apellido", "apellidos", "cognome", "sobrenome", "apelido", "achternaam", "efternamn",
        "efternavn", "etternavn", "nazwisko",
    ),
    "given": (
        "givenname", "given", "firstname", "forename", "vorname", "prenom", "nombre", "nome",
        "voornaam", "fornamn", "fornavn", "imie",
    ),
    "rating": (
        "rating", "rtg", "elo", "oldrating", "initialrating", "currentrating", "wertung",
        "wertungszahl", "cote", "ranking",
    ),
    "team": ("team", "club", "school", "country", "verein", "klub", "mannschaft", "land"),
    "class": ("class", "classes", "prizeclass", "klasse"),
    "number": (
        "number", "no", "nr", "seed", "playernumber", "playerno", "startnumber", "pn", "nummer",
        "startnummer", "numero",
    ),
    "kept": ("fixedtable", "reservedtable", "tablekept"),
    "off": ("withdrawn", "off", "inactive"),
    "member": (
        "id",
        "member",
        "memberid",
        "memberno",
        "membernumber",
        "membershipno",
        "membershipnumber",
        "naspaid",
        "wespaid",
        "playerid",
    ),
    # of players, in files of tsh
    "pairings": ("pairings",),
    "boards": ("boards",),
    "scores": ("scores",),
    "starts": ("p12",),
    # of results
    "round": ("round", "rd", "rnd"),
    "first": ("player1", "first", "winner", "name1", "playera"),
    "score1": ("score1", "winnersscore", "winnerscore", "firstscore", "scorea"),
    "second": ("player2", "second", "opponent", "loser", "name2", "playerb"),
    "score2": ("score2", "opponentsscore", "opponentscore", "losersscore", "secondscore", "scoreb"),
    "bye": ("bye",),
    "started": ("started", "starter", "wentfirst"),
    # of both
    "division": ("division", "div", "section", "group", "gruppe", "groupe", "grupo", "gruppo"),
    "table": ("table", "board", "tablenumber"),
}  # fmt: skip
"""What a column is, and how people and programs head it, without blanks and marks."""

CARRIED = frozenset({"initw", "initl", "inits", "initc"})
"""Columns of tsh for a record from another event."""

ROUND_BY_ROUND = re.compile(r"(pairing|board|score|p12)([0-9]{1,3})")

_MEANT = {spelling: column for column, spellings in NAMES.items() for spelling in spellings}


def plain(heading: str) -> str:
    """A heading without case, accents, blanks and marks.

    >>> plain(" Winner’s Score "), plain("Prénom N°")
    ('winnersscore', 'prenomn')
    """
    folded = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in folded if letter.isascii() and letter.isalnum())


def columns_of(row: Sequence[str]) -> dict[str, int]:
    """What stands in which column, by its headings; empty where the row is no header.

    A round by round column of tsh is named with its round: ``score3``. Where a table is of
    results, ``score1`` and ``score2`` are those of its two players.
    """
    found: dict[str, int] = {}
    for at, heading in enumerate(row):
        name = plain(heading)
        if name in _MEANT:
            found.setdefault(_MEANT[name], at)
        elif ROUND_BY_ROUND.fullmatch(name):
            found.setdefault(name, at)
    if "given" in found and not {"name", "surname"} & found.keys():
        found["name"] = found.pop("given")  # the word for the whole name in some languages
    if is_of_results(found) or "name" in found or "surname" in found:
        return found
    return {}


def is_of_results(columns: Mapping[str, int]) -> bool:
    """Whether each row is a game, not a player."""
    return {"first", "second", "score1", "score2"} <= columns.keys()


OF_RESULTS = frozenset({
    "round", "first", "score1", "second", "score2", "bye", "started", "table",
})  # fmt: skip
"""Columns that only a table of results has."""


def not_used(row: Sequence[str], columns: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """The headings that mean nothing in this table, each with its place."""
    of_results = is_of_results(columns)
    used = {at for column, at in columns.items() if of_results or column not in OF_RESULTS}
    return ((at, told.strip()) for at, told in enumerate(row) if told.strip() and at not in used)
