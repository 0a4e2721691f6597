"""One filled and one blank form of each kind, for the tests of paper."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs
from msgspec.structs import replace

from ledger.equipment.board import empty_squares, load_board, read_square
from ledger.equipment.tile_set import load_tile_set
from ledger.proof.note import Unreadable
from ledger.proof.paper_codes import in_halves
from ledger.proof.signed_paper import (
    Player,
    ResultPaper,
    RoundPaper,
    RulingPaper,
    Signer,
    signed_address,
)
from ledger.tournament.facts import Prize
from ledger.vocabulary import Seat
from printing.cases import bundle, notices, records
from printing.engine import flowing
from printing.engine.heading import Drawing, Heading, SignedCode
from printing.engine.page import A4, LETTER
from printing.engine.pen import page_address, paper_address
from printing.engine.ruled import PlainList
from printing.engine.signature import Signature
from printing.lists import course_lists, desk_lists
from printing.lists.from_course import (
    CourseAtHand,
    card_of,
    charts_of,
    missing_of,
    pairings_by_name,
    poster_of,
    prizes_of,
    standings_of,
)
from printing.sheets import (
    board_picture,
    cards,
    player_sheet,
    score_sheet,
    turn_columns,
)
from printing.sheets.board_picture import BoardPicture
from printing.sheets.closing_block import Adjustment, Closing
from printing.sheets.player_sheet import tracking_of
from printing.sheets.turn_columns import Turn
from printing.signed_codes import LONGEST as LONGEST_ON_A_PAGE
from printing.signed_codes import LONGEST_ON_A_SLIP
from printing.slips import blank_slip, challenge_slip, result_slip
from tests import courses
from tests.courses import LONGEST, a_row, a_tournament_of

AT = datetime(2026, 11, 21, 14, 32, tzinfo=UTC)
CODE = "TJ7K2M9QXX"
CHECK = in_halves(CODE)
HEADING = Heading(
    tournament="Autumn Open, Lakeside 2026",
    division="A",
    round_number=3,
    table=14,
    day="2026-11-21",
    game="autumn-open/A/R3/T14",
    event_number=31,
    check=CHECK,
    address=paper_address(CODE, "31/autumn-open/A/R3/T14"),
    rule_line="If paper and record differ, the signed paper counts.",
)
STROKES = tuple(
    tuple((k * 40 + i * 3, 30 + 15 * math.sin(i / 1.7 + k), i * 9.0) for i in range(24))
    for k in range(3)
)
SIGNATURES = (
    Signature(how="stroke", strokes=STROKES, at=AT),
    Signature(how="witness", witness="D1", at=AT),
)
NAMES = ("Ann Lee", "Ben Ode")
ENGLISH = load_tile_set("english")


def squares(*placements):
    """A standard board with these placements on it."""
    board = load_board("standard")
    lying = list(empty_squares(board))
    for placement in placements:
        square, letters = placement.split()
        start = read_square(square)
        step = 1 if start.across else board.size
        for place, letter in enumerate(letters):
            if letter != ".":
                lying[start.row * board.size + start.column + place * step] = letter
    return BoardPicture(board, tuple(lying))


TURNS = (
    Turn(seat=Seat.FIRST, number=1, move="8D WINDY", score=32, total=32, clock=1490),
    Turn(
        seat=Seat.SECOND, number=2, move="7C GALE", words=("GALE", "IN", "AD"), score=16, total=16
    ),
    Turn(seat=Seat.FIRST, number=3, move="4B TiLTZ", score=54, total=86, clock=1310),
    Turn(seat=Seat.FIRST, move="challenged off", score=-54, total=32),
    Turn(seat=Seat.SECOND, number=4, move="exchange 3", score=0, total=16),
    Turn(
        seat=Seat.FIRST,
        number=5,
        move="E5 JO..",
        words=("JOLI",),
        score=20,
        written=(22, 30),
        total=52,
        remarks=("corrected: was 30",),
    ),
    Turn(seat=Seat.SECOND, number=6, move="pass", score=0, total=16, clock=-61),
)


@dataclass(frozen=True)
class Kind:
    """A kind of form: how it is drawn, and one form filled and one blank."""

    name: str
    drawing: Drawing
    filled: Any
    blank: Any

    def draw(self, *forms, paper=A4):
        """Its PDF; of the filled or the blank one alone the same bytes for whoever asks."""
        for which, own in (("filled", self.filled), ("blank", self.blank)):
            if len(forms) == 1 and forms[0] is own:
                return drawn_once(self.drawing, self.name, which, paper)
        return self.drawn_anew(*forms, paper=paper)

    def drawn_anew(self, *forms, paper=A4):
        return self.drawing.draw(*forms, paper=paper)

    def lines(self, form):
        return self.drawing.lines(form)


RESULT = result_slip.ResultSlip(
    heading=HEADING,
    sides=(
        result_slip.Side(
            name=NAMES[0],
            number=7,
            started=True,
            score=431,
            unplayed=12,
            overtime=0,
            challenges=5,
            penalties=0,
            credits=10,
            signature=SIGNATURES[0],
        ),
        result_slip.Side(
            name=NAMES[1],
            number=12,
            started=False,
            score=398,
            unplayed=-12,
            overtime=-10,
            challenges=0,
            penalties=-5,
            credits=0,
            signature=SIGNATURES[1],
        ),
    ),
    kind="played",
    rated=True,
    ending="played out",
    unplayed_mode="single",
    blanks=("R", "E"),
    challenged=("QUIXOTRY", "AXE"),
    finished_at=AT,
    handed_in_by=NAMES[0],
    director="MK",
    amendments=("both agreed: 431–398, was 421–398",),
)
CHALLENGE = challenge_slip.ChallengeSlip(
    heading=HEADING,
    challenger=NAMES[1],
    player=NAMES[0],
    turn=9,
    words=("QUIXOTRY", "AXE", "ZA"),
    checked="AL",
    authority="Lakeside 2024, page 88",
    returned=True,
    verdicts=(
        challenge_slip.Verdict(acceptable=True, judge="K. Adjei", at=AT),
        challenge_slip.Verdict(acceptable=False, judge="M. Ito", at=AT),
        challenge_slip.Verdict(acceptable=True, judge="D. Okoro", at=AT),
    ),
)
BLANK = blank_slip.BlankSlip(
    heading=HEADING,
    names=NAMES,
    blanks=(
        blank_slip.Designation(letter="R", square="8G", turn=5, initials=("AL", "BO")),
        blank_slip.Designation(letter="E", square="O12", turn=18, initials=("AL", "BO")),
    ),
)
SCORES = score_sheet.ScoreSheet(
    heading=HEADING,
    names=NAMES,
    numbers=(7, 12),
    details=("Rulebook wespa-4.0", "25 minutes each"),
    turns=TURNS,
    picture=squares("8D WINDY", "7C GALE", "E5 JO..", "H8 .eAR"),
    closing=Closing(
        plays=(52, 16),
        adjustments=(
            Adjustment("Challenges", (5, 0)),
            Adjustment("Unplayed tiles, single", (12, -12)),
            Adjustment("Overtime", (0, -10)),
        ),
        totals=(69, -6),
        ending="played out",
        blanks=("E", ""),
        signatures=SIGNATURES,
        finished_at=AT,
        handed_in_by=NAMES[0],
        director="MK",
        remarks=("Event 17: the clock was stopped for two minutes.",),
    ),
)
PLAYER = player_sheet.PlayerSheet(
    heading=HEADING,
    player=NAMES[0],
    opponent=NAMES[1],
    started=True,
    own=(
        turn_columns.OwnTurn(rack=tuple("DINQWYZ"), word="8D WINDY", score=32, total=32),
        turn_columns.OwnTurn(rack=tuple("QZLT?A"), word="exchange 5", score=0, total=32),
    ),
    theirs=(turn_columns.OwnTurn(word="7C GALE", score=16, total=16),),
    blanks=("R", ""),
    sums=(
        Adjustment("Plays", (414, 420)),
        Adjustment("Challenges", (5, 0)),
        Adjustment("Unplayed tiles", (12, -12)),
        Adjustment("Overtime", (0, -10)),
        Adjustment("Final score", (431, 398)),
    ),
    tracking=tracking_of(ENGLISH, {"W": 1, "I": 1, "N": 1, "D": 1, "Y": 1, "?": 1}),
)

MANY = replace(
    HEADING,
    round_number=None,
    table=None,
    game="",
    event_number=None,
    record_to=812,
    address=paper_address(CODE, "e812/autumn-open"),
)
CARD = cards.ScoreCard(
    heading=MANY,
    player=NAMES[0],
    number=7,
    rows=(
        cards.CardRow(
            round_number=1, started=True, table="3", opponent="12 Ben Ode", half_wins=2,
            score=431, against=398, spread=33, total=33, signature=SIGNATURES[0],
        ),
        cards.CardRow(
            round_number=2, started=False, table="1", opponent="4 Zoë Ågren",
            note="opponent resigned, rating open", half_wins=2, spread=130, total=163,
            signature=SIGNATURES[1],
        ),
        cards.CardRow(round_number=3, opponent="bye", half_wins=2, spread=50, total=213),
        cards.CardRow(round_number=4, table="2", opponent="9 Cleo Marsh"),
    ),
    ruled=-20,
)  # fmt: skip
TALLY = cards.TallySheet(
    heading=replace(MANY, round_number=3),
    games=(
        cards.TallyLine(
            table="1", players=("7 Ann Lee", "12 Ben Ode"), scores=(431, 398), spread=33,
            signed=("signed", "initials"),
        ),
        cards.TallyLine(
            table="2", players=("4 Zoë Ågren", "9 Cleo Marsh"), scores=(210, 340), spread=130,
            notes=("resigned, rating open", ""), signed=("", "signed: 210 to 341"),
        ),
        cards.TallyLine(players=("5 Ивана Ђорић", "bye"), spread=50),
    ),
)  # fmt: skip

AT_CASE = replace(MANY, round_number=3, table=14, game="autumn-open/A/R3/T14")
RECORD = records.IncidentRecord(
    heading=AT_CASE,
    case="C-12",
    title="Was the challenge in time?",
    category="challenge",
    players=NAMES,
    raised_by="the opponent",
    opened_at=AT,
    facts=(
        ("Reported", "21 Nov 2026 14:30 UTC, at entry 31"),
        ("Score", "Ann Lee 118 : 96 Ben Ode"),
        ("Clocks", "18:50 / 19:32"),
        ("Bag", "41, on racks 7 and 5"),
    ),
    heard=(
        records.Heard(
            who="Ann Lee", role="player", at=AT, read_back="read back before D. Okoro",
            words="I said “hold” when the second tile came out of the bag.\nBen did not hear it.",
        ),
        records.Heard(
            who="Ben Ode", role="player", at=AT, language="said in Portuguese, by I. Duarte",
            words="I had drawn both tiles before she spoke.",
        ),
        records.Heard(
            who="Cleo Marsh", role="witness", at=AT,
            words="The words were removed from the record on 2026-11-22.",
        ),
        records.Heard(
            who="Zoë Ågren", role="observer", words="Was asked, and had nothing to say.", at=AT
        ),
    ),
    rule=(("Cited", "wespa-5.1 3.9.5(a)"),),
    finding=(("Found", "the second tile was not out of the bag"), ("Ruled", "in time")),
    follows=(("1", "The challenge is taken."),),
    told=(("14:40 UTC", "Ann Lee and Ben Ode told of the ruling, and of the right to appeal"),),
    reports=(("15:02 UTC", "Reported to the rules committee (gap)"),),
    director="D1 Ines Duarte",
    second="D2 Mia Ito",
    ruled_at=AT,
)  # fmt: skip
NOTICE = notices.RulingNotice(
    heading=AT_CASE,
    case="C-12",
    to="Ann Lee",
    ruled="in time",
    citation="wespa-5.1 3.9.5(a)",
    follows=("The challenge is taken.", "Ten points off Ben Ode."),
    right="Anybody affected may appeal, first to the tournament committee.",
    until="22 Nov 2026 18:00 UTC",
    director="D1 Ines Duarte",
    at=AT,
)
WARNING = notices.WarningNotice(
    heading=AT_CASE,
    case="C-12",
    player="Ben Ode",
    number=12,
    kind="official-warning",
    what="X on the slip; drew tiles before the score was announced, for the second time today",
    rule="wespa-5.1 6.3.3",
    notice="a penalty of ten points",
    director="D1 Ines Duarte",
    at=AT,
)
APPEAL = records.AppealForm(
    heading=AT_CASE,
    case="C-12",
    title="Was the challenge in time?",
    ruled="in time",
    citation="wespa-5.1 3.9.5(a)",
    director="D1 Ines Duarte",
    ruled_at=AT,
    until="22 Nov 2026 18:00 UTC",
    appellant="Ben Ode",
    against="ruling",
    body="the tournament committee",
    deposit="20 EUR",
    grounds="I had drawn both tiles.\nNobody asked the player at the next table.",
    lodged_at=AT,
    received_by="D2 Mia Ito",
    panel=("K. Adjei", "D. Okoro"),
    how="in person",
)
BOARD_THEN = squares("8D WINDY")
BUNDLE = bundle.Bundle(
    heading=AT_CASE,
    record=RECORD,
    timeline=(
        ("", "21 Nov 2026"),
        ("14:30:02 / 14:30:04", "Hold by Ann Lee"),
        ("– / 14:32:00", "Case opened: Was the challenge in time?"),
    ),
    scores=SCORES,
    boards=tuple(
        board_picture.BoardAt(
            caption=f"{when} event 31, as known {known}",
            known="Score 118 : 96 · clocks 18:50 / 19:32",
            picture=BOARD_THEN,
        )
        for known in ("then", "now")
        for when in ("Before", "After")
    ),
    log=(("Game, event 31", "hold called · 2026-11-21 14:30:04 · badge K1"),),
    redacted="Left out of this copy: nothing, for it is an example.",
)

AT_DESK = replace(AT_CASE, table=None, game="", event_number=None)
LOG = desk_lists.DayLog(
    heading=AT_DESK,
    day="2026-11-21 (UTC)",
    acts=(
        ("09:01 D1", "Round 1 paired: 40 tables"),
        ("14:30 K4", "R3 T14: Director called about Ann Lee: dispute"),
        ("14:31 D1", "R3 T14: A director is on the way"),
        ("14:41 D1", "C-12, R3 T14: Ruled: in time (wespa-5.1 3.10.1(b))"),
        (flowing.SAID, "– The challenge is taken."),
    ),
    entries=4,
)
REGISTER = desk_lists.RulingsRegister(
    heading=AT_DESK,
    edition="whole, for officials",
    chosen="with 'challenge'",
    rulings=(
        desk_lists.RulingEntry(
            called="C-12",
            at="21 Nov 2026 14:41 UTC, D1 Ines Duarte",
            title="Was the challenge in time?",
            found="The hand was in the bag, no tile out of it.",
            ruled="in time (wespa-5.1 3.10.1(b))",
            follows=("The challenge is taken.", "Ten points off Ben Ode."),
            where="R3 T14, Ann Lee – Ben Ode",
            appeal="Under appeal: Ben Ode appealed to local body, which has not decided.",
            struck=("too late (wespa-5.1 3.10.1(b)). Taken back: another stands in its place",),
        ),
    ),
)
CLOSE = desk_lists.RoundClose(
    heading=AT_DESK,
    state="closed",
    by="D1 Ines Duarte, 21 Nov 2026 16:02 UTC",
    results=(
        ("Table 1", "Ann Lee 431 : 398 Ben Ode, spread +33"),
        ("Table 2", "Cleo Marsh 0 : 0 Dov Ember, not-started"),
    ),
    otherwise=(("Table 3", "Forfeit. Dov Ember did not come."),),
    waived=(("Table 2", "no result: postponed to the evening (D1 Ines Duarte, 16:01)"),),
    reopened=(("15:50", "Table 4 was entered wrong (D1 Ines Duarte, 21 Nov 2026 15:50 UTC)"),),
)

EVIDENCE = board_picture.EvidenceSheet(
    heading=HEADING,
    players=("Ann Lee", "Ben Ode"),
    rulebook="wespa-5.1",
    boards=tuple(
        board_picture.BoardAt(
            caption=f"After event {event}: hold called",
            known="Score 118 : 96 · clocks 18:50 / 19:32",
            picture=BOARD_THEN,
        )
        for event in (31, 34)
    ),
    differs=(("Score of Ann Lee", "118, beside 123"), ("Clock of Ben Ode", "19:32, beside 19:10")),
    between=(
        ("14:30:04", "Event 31: Hold by Ann Lee, by K1, happened 12 seconds before."),
        ("14:41:10", "Event 34: Ruling C-12: in time (wespa-5.1 3.10.1(b))."),
    ),
)

COURSE = CourseAtHand(
    course=a_tournament_of(
        12, 3, lacking=1, more=1, names=(*LONGEST, *courses.NAMES),
        row=a_row(ties="head-to-head spread"),
        prizes=(Prize(place=1, wins="120 euros"), Prize(place=2, wins="a dictionary")),
    ),
    moment=AT,
    round_number=4,
)  # fmt: skip
[PAIRINGS] = pairings_by_name(replace(COURSE, order="name"), COURSE.course.of_round(4))
STANDINGS = standings_of(COURSE, "")
[WALL] = charts_of(COURSE, "")
PLAYERS_CARD = card_of(COURSE, COURSE.course.cards[1])
MISSING = missing_of(COURSE)
PRIZES = prizes_of(COURSE)
HALL = "https://192.168.1.20:8421"
POSTER = replace(poster_of(COURSE), address=page_address("kestrel-bay-2026", base=HALL))

# Forms that the hall's key signed, each with as long a code as there is on paper.


SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
SLIP_SAYS = ResultPaper(
    size=400_000, at=AT, code=CODE, tournament="autumn-open", division="A", round_number=3,
    table=14, version=131, edition=2,
    players=(Player(number=7, score=431, signed="stroke"), Player(number=12, score=398)),
)  # fmt: skip
NOTICE_SAYS = RulingPaper(
    size=400_000, at=AT, code=CODE, tournament="autumn-open", entry=400_001, case=12, ruling=1,
    division="A", round_number=3, table=14, ruled="in time", citations="wespa-5.1 3.9.5(a)",
)  # fmt: skip
SHEET_SAYS = RoundPaper(
    size=400_000, at=AT, code=CODE, tournament="autumn-open", entry=400_001, division="A",
    round_number=3, closed_by="D1", root=bytes(range(32)),
)  # fmt: skip


def signed(form, says, longest):
    """The form with that signed, and a code of as many letters: its tournament has a long name."""
    host, address = "https://hall.example", ""
    for more in range(100):
        paper = structs.replace(says, tournament=f"autumn-open{'-' * more}")
        try:
            longer = signed_address(SIGNER.signed(paper), host)
        except Unreadable:
            break
        if len(longer) > longest:
            break
        address = longer
    address = address.replace(host.upper(), host.upper() + "X" * (longest - len(address)))
    heading = replace(form.heading, signed=SignedCode(address, SIGNER.public, "c0de" * 16))
    return replace(form, heading=heading)


SIGNED_SLIP = signed(RESULT, SLIP_SAYS, LONGEST_ON_A_SLIP)
SIGNED_NOTICE = signed(NOTICE, NOTICE_SAYS, LONGEST_ON_A_SLIP)
SIGNED_CLOSE = signed(CLOSE, SHEET_SAYS, LONGEST_ON_A_PAGE)

KINDS = (
    Kind("signed_slip", result_slip.RESULT_SLIP, SIGNED_SLIP, result_slip.ResultSlip()),
    Kind("signed_notice", notices.RULING_NOTICE, SIGNED_NOTICE, notices.RulingNotice()),
    Kind("signed_close", desk_lists.ROUND_CLOSE, SIGNED_CLOSE, desk_lists.RoundClose()),
    Kind("result_slip", result_slip.RESULT_SLIP, RESULT, result_slip.ResultSlip()),
    Kind(
        "challenge_slip", challenge_slip.CHALLENGE_SLIP, CHALLENGE, challenge_slip.ChallengeSlip()
    ),
    Kind("blank_slip", blank_slip.BLANK_SLIP, BLANK, blank_slip.BlankSlip()),
    Kind("score_sheet", score_sheet.SCORE_SHEET, SCORES, score_sheet.ScoreSheet()),
    Kind("score_card", cards.SCORE_CARD, CARD, cards.ScoreCard()),
    Kind("tally_sheet", cards.TALLY_SHEET, TALLY, cards.TallySheet()),
    Kind(
        "player_sheet",
        player_sheet.PLAYER_SHEET,
        PLAYER,
        player_sheet.PlayerSheet(tracking=tracking_of(ENGLISH)),
    ),
    Kind("incident_record", records.INCIDENT_RECORD, RECORD, records.IncidentRecord()),
    Kind("ruling_notice", notices.RULING_NOTICE, NOTICE, notices.RulingNotice()),
    Kind("warning_notice", notices.WARNING_NOTICE, WARNING, notices.WarningNotice()),
    Kind("appeal_form", records.APPEAL_FORM, APPEAL, records.AppealForm()),
    Kind("bundle", bundle.BUNDLE, BUNDLE, bundle.Bundle()),
    Kind("evidence_sheet", board_picture.EVIDENCE_SHEET, EVIDENCE, board_picture.EvidenceSheet()),
    Kind("day_log", desk_lists.DAY_LOG, LOG, desk_lists.DayLog()),
    Kind("rulings_register", desk_lists.RULINGS_REGISTER, REGISTER, desk_lists.RulingsRegister()),
    Kind("round_close", desk_lists.ROUND_CLOSE, CLOSE, desk_lists.RoundClose()),
    Kind("pairings", course_lists.PAIRINGS, PAIRINGS, course_lists.Pairings()),
    Kind("standings", course_lists.STANDINGS, STANDINGS, PlainList()),
    Kind("wall_chart", course_lists.WALL_CHART, WALL, course_lists.WallChart()),
    Kind("player_card", course_lists.PLAYER_CARD, PLAYERS_CARD, course_lists.PlayerCard()),
    Kind("missing_slips", course_lists.MISSING_SLIPS, MISSING, PlainList()),
    Kind("prizes", course_lists.PRIZES, PRIZES, PlainList()),
    Kind("poster", course_lists.POSTER, POSTER, course_lists.Poster()),
)


@cache
def drawn_once(drawing, name, which, paper):
    """The bytes of one of those forms: drawing them for each test of paper took a minute."""
    [kind] = [one for one in KINDS if one.name == name]
    return drawing.draw(getattr(kind, which), paper=paper)


@lru_cache(maxsize=64)
def pages_of(pdf):
    """Pages of a PDF as pdfplumber reads them: reading is slow, and nobody changes them."""
    return pdfplumber.open(BytesIO(pdf)).pages


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request):
    """Each kind of form in turn."""
    return request.param


@pytest.fixture(params=[A4, LETTER], ids=lambda paper: paper.name)
def paper(request):
    """Each paper in turn."""
    return request.param


@pytest.fixture(params=["filled", "blank"])
def form(request, kind):
    """Each kind of form, filled and blank."""
    return getattr(kind, request.param)


@pytest.fixture
def result():
    """A filled result slip."""
    return RESULT


@pytest.fixture
def scores():
    """A filled official score sheet."""
    return SCORES


@pytest.fixture
def challenge():
    """A filled challenge slip."""
    return CHALLENGE


@pytest.fixture
def named():
    """A result slip for a player of this name."""
    return lambda name: replace(
        RESULT,
        heading=replace(HEADING, address=""),
        sides=(replace(RESULT.sides[0], name=name), RESULT.sides[1]),
    )
