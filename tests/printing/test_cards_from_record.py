"""Score cards and tally sheets: a player's games, a round's games, as the record has them."""

from datetime import timedelta
from io import BytesIO
from uuid import UUID

import pypdfium2
import pytest
import zxingcpp

from ledger.game.endings.facts import GameEnded, GameResigned
from ledger.game.results.facts import TallySheetSigned
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import replay
from ledger.proof.paper_codes import is_code
from ledger.record.events import Envelope, Event
from ledger.tournament.facts import (
    Pairing,
    PlayerEntered,
    RoundPaired,
    RulebookChosen,
    SpreadAdjusted,
    TournamentOpened,
)
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary.refusals import Refusal
from printing.engine.page import A4, LETTER
from printing.sheets.cards import (
    ROW,
    SCORE_CARD,
    TALLY_SHEET,
    CardRow,
    ScoreCard,
    TallyLine,
    TallySheet,
    tally_room,
)
from printing.sheets.filled_cards import (
    score_cards_of,
    score_cards_papers,
    tally_sheets_of,
    tally_sheets_papers,
)
from printing.slips import filled_slips
from printing.source import NOTHING_ELSE, Played, Source
from tests.printing.test_from_record import ANN, BEN, END, LINK, NOON, TURNS, play

PLAYERS = ("Ann Lee", "Ben Ode", "Ζωή Μέη")


def events_of(stream, facts):
    return [
        Event(
            UUID(int=stream), version,
            Envelope(
                written_at=NOON + timedelta(minutes=version), written_by="K1",
                command_id=UUID(int=1000 * stream + version), fact=fact,
            ),
        )
        for version, fact in enumerate(facts, 1)
    ]  # fmt: skip


def game(stream, round_number, table, numbers, *facts, starter=1):
    scheduled = GameScheduled(
        tournament="autumn-open", division="A", round_number=round_number, table=table,
        players=tuple(PLAYERS[number - 1] for number in numbers), numbers=numbers,
        rulebook="nsa-1998",
    )  # fmt: skip
    begun = (StarterDetermined(starter=starter, method="draw"), GameStarted()) if facts else ()
    return replay(events_of(stream, (scheduled, *begun, *facts))), NOTHING_ELSE


OPENED = (
    TournamentOpened(slug="autumn-open", name="Autumn Open"),
    RulebookChosen(rulebook="nsa-1998"),
    *(PlayerEntered(number=n, name=name, division="A") for n, name in enumerate(PLAYERS, 1)),
    RoundPaired(round_number=2, division="A", pairings=(Pairing(1, 1, 3), Pairing(0, 2, 0))),
)
WON = game(11, 1, 4, (1, 2), *TURNS, *END[:-1], starter=1)
RESIGNED = game(
    12, 2, 1, (3, 1),
    play(ANN, "8D WINDY", 32, "WINDY"),
    GameResigned(seat=ANN, proper=True, margin=82),
    TallySheetSigned(seat=ANN, totals=(32, 0), how="initials"),
    TallySheetSigned(seat=BEN, totals=(33, 0)),
)  # fmt: skip
TO_COME = game(13, 3, 2, (2, 3))


def played(*more, games=(WON, RESIGNED, TO_COME), **known):
    facts = events_of(90, (*OPENED, *more))
    return Played(
        slug="autumn-open", games=games, tournament=tournament_of(facts),
        source=Source(tournament="Autumn Open", link=LINK), record_to=321, **known,
    )  # fmt: skip


@pytest.fixture(scope="module")
def cards():
    return {card.number: card for card in score_cards_of(played())}


def test_a_card_has_a_line_for_each_game_with_the_opponents_signature(cards):
    said = SCORE_CARD.lines(cards[1])

    assert said[1] == "Provisional"
    assert said[4:6] == ["Player Ann Lee", "No. 1"]
    assert said[6:8] == [
        "1 1st 4 2 Ben Ode W 72 10 +62 +62 witnessed for 72 : 10 by D1",
        "2 2nd 1 3 Ζωή Μέη opponent resigned, rating open, provisional W 0 32 +82 +144",
    ]
    assert said[8:14] == [
        "Firsts 1", "Seconds 1", "Won 2", "Lost 0", "Rulings on spread", "Total spread +144",
    ]  # fmt: skip


def test_the_signature_on_a_card_is_never_the_players_own(cards):
    assert cards[1].rows[0].signature.how == "witness"
    assert cards[2].rows[0].signature.how == "stroke"


def test_a_bye_is_a_win_with_the_spread_of_the_book_and_a_game_to_come_is_left_for_the_hand(cards):
    said = SCORE_CARD.lines(cards[2])

    assert "2 bye W +50 –12" in said
    assert "3 2 3 Ζωή Μέη" in said
    assert "Won 1" in said
    assert "Lost 1" in said


def test_rulings_on_spread_stand_apart_from_the_games():
    change = SpreadAdjusted(player=1, points=-50, reason="slip not signed")
    [card] = score_cards_of(played(change), 1)
    said = SCORE_CARD.lines(card)

    assert "Rulings on spread –50" in said
    assert "Total spread +94" in said


def test_players_without_numbers_go_by_name_and_everybody_entered_has_a_card():
    scheduled = GameScheduled(
        tournament="imported", round_number=1, table=1, players=("ann", "bob"),
        rulebook="wespa-4.0",
    )  # fmt: skip
    sheet = replay(
        events_of(
            14, (scheduled, play(ANN, "8D WINDY", 32, "WINDY"), GameEnded(cause="incomplete"))
        )
    )
    imported = Played(slug="imported", games=((sheet, NOTHING_ELSE),))
    first, second = score_cards_of(imported)

    assert (first.player, first.number) == ("ann", None)
    assert SCORE_CARD.lines(second)[-2] == "Total spread"
    assert first.rows[0].note == "record incomplete, provisional"
    assert first.rows[0].spread is None
    assert [card.player for card in score_cards_of(played(games=()))] == sorted(PLAYERS)


def test_a_tally_sheet_has_a_line_for_each_game_of_the_round_and_each_bye():
    [sheet] = tally_sheets_of(played(), 2)
    said = TALLY_SHEET.lines(sheet)

    assert said[:5] == ["Tally sheet", "Provisional", "Autumn Open", "Division A", "Round 2"]
    assert said[5:7] == [
        "1 3 Ζωή Μέη resigned, rating open 32 1 Ann Lee provisional 0 82 initials signed: 33 to 0",
        "2 Ben Ode bye 50",
    ]


def test_long_lists_go_on_on_another_page_with_the_same_head():
    lines = tuple(TallyLine(table=str(k), players=("a", "b")) for k in range(60))
    pdf = pypdfium2.PdfDocument(TALLY_SHEET.draw(TallySheet(games=lines)))

    assert len(pdf) == 3
    assert "page 3 of 3" in pdf[2].get_textpage().get_text_range()


def test_the_forms_are_the_same_bytes_again_and_lead_to_the_tournament():
    for paper in ("a4", "letter"):
        one = score_cards_papers(played(), 1).pdf(paper)
        assert one == score_cards_papers(played(), 1).pdf(paper)
        round_ = tally_sheets_papers(played(), 2).pdf(paper)
        assert round_ == tally_sheets_papers(played(), 2).pdf(paper)
    for pdf in (one, round_):
        page = pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=3).to_pil()
        [address] = [code.text for code in zxingcpp.read_barcodes(page)]
        start, code, *of = address.rsplit("/", 3)
        assert (start, is_code(code), of) == ("tilescribe:/v", True, ["e321", "autumn-open"])


def test_a_tournament_is_printed_card_after_card():
    assert len(pypdfium2.PdfDocument(score_cards_papers(played()).pdf("a4"))) == 3


def test_a_number_that_nobody_has_is_refused():
    with pytest.raises(Refusal) as refusal:
        score_cards_papers(played(), 99)

    assert refusal.value.code == "no-such-player"


def test_the_slips_of_a_round_hold_its_byes():
    pdf = filled_slips.result_slips_papers(played(games=(RESIGNED,))).pdf("a4")
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()

    assert text.count("Result slip,") == 2
    assert "Ben Ode" in text


def test_rows_to_sign_in_are_high_enough():
    assert ROW >= 8.0
    assert ROW >= 8.0
    assert tally_room(A4) >= tally_room(LETTER) >= 20 * ROW


SIGNED_BY_ONE = game(15, 2, 2, (1, 2), *TURNS, *END[:-2], starter=1)


@pytest.mark.found("PA8")
def test_PA8_a_result_that_one_has_not_signed_is_provisional_on_card_and_tally_sheet():
    of_round = played(games=(WON, SIGNED_BY_ONE))
    [sheet] = tally_sheets_of(of_round, 2)
    [signed] = tally_sheets_of(of_round, 1)
    ann = score_cards_of(of_round, 1)[0]
    said, on_card = TALLY_SHEET.lines(sheet), SCORE_CARD.lines(ann)

    assert any("Ann Lee provisional 72" in line for line in said)
    assert [row.note for row in ann.rows] == ["", "provisional"]
    assert "Provisional" in said[:3]
    assert "Provisional" in on_card[:3]
    assert "rovisional" not in " ".join(TALLY_SHEET.lines(signed))


def test_PA8_a_game_taken_in_from_a_file_waits_for_no_signature():
    scheduled = GameScheduled(
        tournament="imported", round_number=1, table=1, players=("ann", "bob"),
        rulebook="wespa-4.0",
    )  # fmt: skip
    facts = (scheduled, play(ANN, "8D WINDY", 32, "WINDY"), GameEnded(cause="played-out"))
    imported = Played(slug="imported", games=((replay(events_of(16, facts)), NOTHING_ELSE),))
    [sheet] = tally_sheets_of(imported, 1)

    assert "rovisional" not in " ".join(TALLY_SHEET.lines(sheet))


@pytest.mark.parametrize("note", ["provisional", "opponent resigned, rating open, provisional"])
def test_a_note_below_a_name_stands_whole_in_its_row(note):
    rows = (CardRow(round_number=1, opponent="12 Ben Ode", note=note),)
    card = SCORE_CARD.draw(ScoreCard(rows=rows))
    games = (TallyLine(players=("7 Ann Lee", "12 Ben Ode"), notes=(note, "")),)
    tally = TALLY_SHEET.draw(TallySheet(games=games))

    for pdf in (card, tally):
        words = pypdfium2.PdfDocument(BytesIO(pdf))[0].get_textpage().get_text_range()
        assert note in " ".join(words.split())
