"""Game files in other tiles than English ones: declared, guessed, given, spelled out."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from uuid import UUID

import pytest
from msgspec.structs import replace

from ledger.equipment.tile_set import load_tile_set, own_tile_set, tile_set_names
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import PlayRecorded
from ledger.gcg import read_gcg
from ledger.gcg.exporting import exported
from ledger.gcg.following import follow
from ledger.gcg.reading import NOTHING_GIVEN, GivenTiles
from ledger.gcg.taking_in import game_file
from ledger.record.events import Envelope, Event
from ledger.vocabulary.refusals import Refusal

HEAD = "#character-encoding UTF-8\n#player1 ann Ann Example\n#player2 bob Bob Sample\n"
CHICO = ">ann: ?[CH]ACIO[LL] 8H [CH]ICO +20 20\n>bob: AAEELNS K8 .LA +3 3\n"

OWN = own_tile_set(
    'name = "Little Esperanto"\n[tiles]\n"?" = [0, 2]\nA = [1, 16]\nL = [2, 9]\n"Ĉ" = [10, 2]\n',
    "esperanto.toml",
)


def followed(text, **given):
    return follow(read_gcg(text.encode()), GivenTiles(**given))


def codes(game):
    return {odd.code for odd in game.oddities}


@pytest.mark.parametrize("declared", ["spanish", "SPANISH", "Spanish"])
def test_a_declared_set_scores_its_tiles_of_several_letters(declared):
    game = followed(HEAD + f"#tile-distribution {declared}\n" + CHICO)

    assert game.tile_set == "spanish"
    assert [each.counted for each in game.events] == [20, 3]
    assert not {"tile-set-guessed", "score-differs"} & codes(game)


@pytest.mark.parametrize(
    ("head", "tiles"),
    [
        ("#lexicon FISE2\n", "spanish"),
        ("#lexicon ODS9\n", "french"),
        ("#lexicon FRA24\n", "french"),
        ("#lexicon OSPS50\n", "polish"),
        ("#lexicon NSF25\n", "norwegian"),
        ("#lexicon DISC2\n", "catalan"),
        ("#lexicon RD29\n", "german"),
        ("#lexicon NWL23\n", "english"),
        ("#tile-distribution english_super\n#board-layout SuperCrosswordGame\n", "english-super"),
    ],
)
def test_the_word_list_tells_the_tiles_where_nothing_else_does(head, tiles):
    assert followed(HEAD + head + ">ann: AEINOST 8D TO +4 4\n").tile_set == tiles


def test_of_several_sets_with_all_letters_the_one_that_fits_the_scores_is_taken():
    # Å is in three sets: 4 points each, but K is worth 3 in Danish and 2 in the other two.
    swedish = HEAD + ">ann: AKNRSTÅ 8G ÅKA +14 14\n>bob: ABEILNV G7 B.N +14 14\n"
    game = followed(swedish)

    assert game.tile_set in ("norwegian", "swedish")
    (guessed,) = [odd for odd in game.oddities if odd.code == "tile-set-guessed"]
    assert "It fits 2 of 2 scores; all letters are in danish" in guessed.what


def test_what_is_known_of_the_event_comes_before_a_guess_and_after_what_the_file_says():
    french = load_tile_set("french")
    text = HEAD + ">ann: AEINRST 8D TARE +8 8\n"

    assert followed(text, usual=french).tile_set == "french"
    assert followed("#tile-distribution dutch\n" + text, usual=french).tile_set == "dutch"
    assert followed("#tile-distribution dutch\n" + text, certain=french).tile_set == "french"
    assert followed(HEAD + CHICO, usual=french).tile_set == "spanish"


def test_a_set_that_is_spelled_out_in_the_file_is_its_set():
    text = HEAD + f"#tile-set {OWN.kept}\n#tile-distribution Little-Esperanto\n"
    game = followed(text + ">ann: AALLLĈĈ 8H ĈALA +28 28\n")

    assert game.tile_set == OWN.kept
    assert game.events[0].counted == 28
    assert "score-differs" not in codes(game)


@pytest.mark.parametrize(
    "broken", ["Klingon: A1x", "Klingon: a1x9 ?0x2", "x", ": ", "K: A1x9 A1x9"]
)
def test_a_set_that_is_spelled_out_wrongly_is_no_set(broken):
    game = followed(HEAD + f"#tile-set {broken}\n#tile-distribution klingon\n" + CHICO)

    assert game.tile_set == ""
    assert "tile-set-unknown" in codes(game)


def test_an_unknown_set_can_be_given():
    text = HEAD + "#tile-distribution klingon\n>ann: AALLLĈĈ 8H ĈALA +28 28\n"

    with pytest.raises(Refusal) as refusal:
        game_file(text.encode())
    file = game_file(text.encode(), GivenTiles(certain=OWN))

    assert "--tiles" in refusal.value.next_step
    assert file.tile_set == OWN.kept
    assert file.said == ()


FRENCH_PLAYS = [("8D", "KIWI"), ("E7", "Y.AH"), ("10E", ".MM"), ("G7", "W.X")]


def test_the_tiles_that_fit_are_named_where_a_file_that_names_none_is_refused():
    def played(scores):
        lines = [
            f">{('ann', 'bob')[at % 2]}: {letters.replace('.', '')} {square} {letters} +{score} 0"
            for at, ((square, letters), score) in enumerate(zip(FRENCH_PLAYS, scores, strict=True))
        ]
        return HEAD + "\n".join(lines) + "\n"

    counted = followed(played([0] * 4), certain=load_tile_set("french")).events
    text = played([each.play.score for each in counted]).encode()

    with pytest.raises(Refusal) as refusal:
        game_file(text)
    assert refusal.value.code == "gcg-other-tiles"
    assert "The french tiles fit 4 of 4." in refusal.value.what
    assert game_file(text, GivenTiles(usual=load_tile_set("french"))).tile_set == "french"


def test_letters_of_one_tile_side_by_side_are_said_once():
    text = HEAD + "#tile-distribution spanish\n>ann: ACHILO 8H CHICO +26 26\n"
    text += ">bob: AALLENS 7L LLE +5 5\n"
    noted = [odd for odd in followed(text).oddities if odd.code == "tiles-side-by-side"]

    assert [odd.what for odd in noted] == ["8H CHICO: CH is read as 2 tiles; one is [CH]."]


@pytest.mark.parametrize("name", tile_set_names())
def test_letters_in_two_code_points_are_the_same_tiles_in_every_set(name):
    tiles = load_tile_set(name)
    marked = [tile for tile in tiles.values if unicodedata.normalize("NFD", tile) != tile]
    text = (
        HEAD
        + f"#tile-distribution {name}\n"
        + "".join(
            f">ann: {tile} {1 + at}A {tile}{tile} +0 0\n" for at, tile in enumerate(marked[:15])
        )
    )
    one, other = (followed(unicodedata.normalize(form, text)) for form in ("NFC", "NFD"))

    assert one == other
    assert not {"not-in-tile-set", "rack-not-tiles"} & codes(one)


def written_again(data, given=NOTHING_GIVEN):
    """A file taken in with what is known of its tiles, and the file that is written of its game."""
    file = game_file(data, given)
    scheduled = GameScheduled(
        tournament="club-night", round_number=1, table=1, players=file.names,
        rulebook="wespa-5.1", tile_set=file.tile_set, board=file.board, source=file.digest,
    )  # fmt: skip
    started = StarterDetermined(starter=1, method="not-known"), GameStarted()
    at = Envelope(
        written_at=datetime(2026, 11, 28, tzinfo=UTC), written_by="O1", command_id=UUID(int=7),
        fact=scheduled,
    )  # fmt: skip
    facts = enumerate((scheduled, *started, *file.facts), 1)
    sheet = replay(Event(UUID(int=1), n, replace(at, fact=fact)) for n, fact in facts)
    return file, sheet, exported(sheet)


@pytest.mark.found("PB-4")
@pytest.mark.parametrize(
    ("head", "plays", "given", "names"),
    [
        ("#tile-distribution spanish\n", CHICO, GivenTiles(), ["#tile-distribution spanish"]),
        ("", CHICO, GivenTiles(), ["#tile-distribution spanish"]),
        (
            "#tile-distribution klingon\n",
            ">ann: AALLLĈĈ 8H ĈALA +28 28\n",
            GivenTiles(certain=OWN),
            [f"#tile-set {OWN.kept}"],
        ),
    ],
)
def test_an_export_names_the_set_and_keeps_the_plays(head, plays, given, names):
    file, sheet, written = written_again((HEAD + head + plays).encode(), given)
    text = written.decode()

    assert all(name in text for name in names)
    again = game_file(written)
    assert again.tile_set == file.tile_set
    assert [play.move for play in sheet.plays] == [
        f"{fact.placement}" for fact in again.facts if isinstance(fact, PlayRecorded)
    ]
    assert written_again(written)[1].totals == sheet.totals


def test_a_real_german_game_comes_back_as_it_was(shared):
    """The only real game in other tiles that there is here; no Polish one is."""
    [path] = (shared / "gcg" / "other-languages").glob("*.gcg")
    file, sheet, written = written_again(path.read_bytes())

    assert file.tile_set == "german"
    assert sheet.totals == follow(read_gcg(path.read_bytes())).scores
    assert b"#tile-distribution german" in written
    again, same, _ = written_again(written)
    assert again.tile_set == "german"
    assert (same.totals, [line.move for line in same.lines]) == (
        sheet.totals, [line.move for line in sheet.lines],
    )  # fmt: skip
