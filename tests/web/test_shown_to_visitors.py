"""Every address, walked over a game in progress in which secrets were planted; none comes out.

The same walk as director finds them, so they are there to be found.
"""

from __future__ import annotations

import io
import re
from datetime import timedelta
from functools import cache
from itertools import islice
from uuid import uuid4
from zipfile import ZipFile

import pypdfium2
import pytest

from ledger.desk.requests import Sent
from ledger.game.absences.facts import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    LateClockStarted,
    PlayerLeft,
    PlayerReturned,
)
from ledger.game.blanks.facts import BlankDisputed
from ledger.game.calls.facts import DirectorArrived, DirectorCalled, DirectorLeft, DirectorSetOut
from ledger.game.challenges.facts import CourtesyDraw, HoldCalled
from ledger.game.clock.facts import (
    ClockNeutralised,
    ClockRestarted,
    DirectorPetitioned,
    PetitionDeclined,
    RecollectionsWritten,
    TimeAdjusted,
)
from ledger.game.drawing.facts import DrawingImproper, OverdrawExposed, Overdrawn
from ledger.game.endings.facts import GameEnded, PlayedOut, UnplayedTilesCounted
from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.results.facts import AmendmentAsked, ResultAmended, ResultProposed, ResultSigned
from ledger.game.scores.facts import PenaltyApplied, RecountFavourBarred, ScoresWritten
from ledger.game.setting_up.facts import ArrangementMade, MonitorNamed
from ledger.game.turns.facts import PlayRecorded, ScoreCorrected, TilesExchanged
from ledger.hall import file
from ledger.record.kept_words import KeptWords, kept_strokes
from ledger.tournament.facts import PlayerWithdrawn
from ledger.visibility import Viewer
from ledger.vocabulary import WITHHELD, Placement, Seat, WordScore
from tests.officials import Director, Organiser
from tests.web.whole_hall import SLUG, a_whole_hall
from web.asgi import telling
from web.asgi.telling import audience_of, blocks, fell_due, told_to
from web.command_line.worker import _printer

A, B = Seat.FIRST, Seat.SECOND
STROKES = (((0.0, 0.0, 0.0), (31.0, 17.0, 9.0), (64.0, 5.0, 20.0)),)

PLAYS = (
    PlayRecorded(
        seat=A, placement=Placement("8D", "WINDY"), announced=32, computed=32,
        words=(WordScore("WINDY", 32),), rack="WINDYQX",
    ),
    TilesExchanged(seat=B, count=3, tiles="VVU", rack="VVUUIIO"),
    PlayRecorded(
        seat=A, placement=Placement("7C", "GALE"), announced=15, computed=17,
        words=(WordScore("GALE", 7),), rack="GALEQXZ",
    ),
)  # fmt: skip
RACKS = ("WINDYQX", "VVUUIIO", "VVU", "GALEQXZ")


def told_of(word):
    """A secret in somebody's words."""
    return f"planted-{word}"


IN_CONFIDENCE = (
    ArrangementMade(player=1, what=told_of("arrangement")),
    LateClockStarted(player=2, by=told_of("late"), after=60),
    MonitorNamed(monitor=told_of("monitor"), screens_shared=True, cameras=1),
    CourtesyDraw(seat=A, drawn=4, after=33),
    Overdrawn(
        seat=A, held=3, drawn=6, due=4, over=2, touched=False, mixed=False,
        noticed_by=told_of("noticed"), group="new", size=6, revealed=4, racks=(7, 7),
        concealed=True, observer=told_of("observer"), cause=told_of("overdraw"),
    ),
    OverdrawExposed(seat=A, revealed=4, seen_by=told_of("seen"), tiles="JKQZ"),
    DrawingImproper(seat=B, manner=told_of("manner"), note=told_of("brailling")),
    DirectorCalled(reason=told_of("call"), seat=B, offence=told_of("offence")),
    DirectorSetOut(), DirectorArrived(),
    ClockNeutralised(reason=told_of("stop")),
    EmergencyDeclared(seat=A, what=told_of("fainted, ambulance called")),
    EmergencyAssessed(seat=A, finding=told_of("low sugar")),
    EmergencyOver(seat=A, fit=True),
    RecollectionsWritten(seat=A, remembered=(13991, 13992)),
    DirectorPetitioned(seat=B, what="time-back", reason=told_of("petition")),
    PetitionDeclined(reason=told_of("declined")),
    PlayerLeft(seat=B, permission="director", supervisor=told_of("supervisor")),
    PlayerReturned(seat=B),
    TimeAdjusted(seat=B, seconds=30, reason=told_of("adjusted")),
    BlankDisputed(seat=A, square="8D", claimed="W", on_paper=(told_of("paper"),)),
    ScoresWritten(seat=A, turn=0, totals=(471, 174)),
    RecountFavourBarred(seat=B, reason=told_of("favour")),
    ClockRestarted(seat=A, reason=told_of("restart")),
    DirectorLeft(outcome=told_of("outcome")),
    TableHandedOver(badge=told_of("badge"), device=told_of("tablet"), reason=told_of("handed")),
    PenaltyApplied(
        seat=B, unit="points", amount=10, reason=told_of("phone"), clause=told_of("clause")
    ),
)  # fmt: skip
WORDS = tuple(
    told_of(word)
    for words in (
        "arrangement late monitor noticed observer overdraw seen manner brailling call offence",
        "stop fainted low petition declined supervisor adjusted paper favour restart outcome",
        "badge tablet handed phone clause miscounted approver writer statement finding citation",
        "witness amended withdrawn",
    )
    for word in words.split()
)
REMEMBERED = ("233:11", "13991", "471", "planted")
"""Seconds and totals told in confidence; no time of day reads like these."""
REMARK = "overdraw-concealed"


class Planted:
    """A whole hall: a game in progress at table 1, one that is over and signed at table 2."""

    def __init__(self, hall):
        self.hall, self.desk = hall, hall.desk
        hall.app.extensions["printer"] = _printer(hall.here)
        one, two = hall.games
        self.write(one, *PLAYS)
        correction = {"reason": told_of("miscounted"), "approved_by": told_of("approver")}
        self.write(one, ScoreCorrected(supersedes=4, was=32, now=34, **correction))
        self.write(one, *IN_CONFIDENCE, TurnsVerified(versions=(4,)))
        self.write(one, HoldCalled(seat=B, after=777))
        self.digest = self.finish(two)
        self.case = self.rule(one)
        hall.here.checkpoints.make("asked", now=self.desk.now())  # so that games have their proofs

    def write(self, game, *facts, words=(), **envelope):
        """Write facts as they are, under a badge and with a remark that nobody should read."""
        version = self.desk.log.version_of(game)
        sent = Sent(by=told_of("writer"), command_id=uuid4(), device=self.hall.devices["keeper"])
        events = self.desk.enveloped(game, version, facts, sent, remarks=(REMARK,), **envelope)
        self.desk.log.append(events, words=words) if words else self.desk.log.append(events)
        self.desk.caught_up()

    def finish(self, game):
        """A game that is over: racks may be seen, incidents, words and handwriting may not."""
        signed = kept_strokes(STROKES, bytes(range(16)))
        sign = {
            "totals": (62, 0), "how": "stroke", "shown": "ab" * 32, "words": signed.digest,
            "witness": told_of("witness"),
        }  # fmt: skip
        self.write(
            game, *PLAYS, *IN_CONFIDENCE, PlayedOut(seat=A), GameEnded(cause="played-out"),
            UnplayedTilesCounted(racks=("", "EEEI"), adjustments=(22, 0), mode="double"),
            ResultProposed(totals=(62, 0)),
        )  # fmt: skip
        self.write(game, *(ResultSigned(seat=seat, **sign) for seat in Seat), words=(signed,))
        self.write(
            game, AmendmentAsked(seat=A, reason=told_of("amended")),
            ResultAmended(
                was=(62, 0), now=(60, 0), kind="ruling", reason=told_of("amended"),
                agreed_by=(told_of("approver"),),
            ),
        )  # fmt: skip
        return signed.digest

    def rule(self, game):
        """A case with a statement and a ruling, and a player put out of the tournament."""
        director = Director(self.desk)
        case = director.open_case(game, "other", by="D1")
        director.take_statement(
            case,
            "Player 1",
            "player",
            seat=A,
            words=KeptWords(bytes(16), told_of("statement").encode()),
            by="D1",
        )
        director.rule(
            case, game, told_of("finding"), f"a rule of this event: {told_of('citation')}", by="D1"
        )
        tournament = Organiser(self.desk).tournament(SLUG)
        out = PlayerWithdrawn(player=4, reason=told_of("withdrawn"))
        self.write(tournament.id, out)
        return case

    def walk(self, who):
        """Everything this visitor can get hold of by asking, in bytes, by address."""
        for _, methods, path in self.hall.doors():
            if "GET" not in methods:
                continue
            for request in addresses(path):
                answer = self.hall.ask(who, request, headers={"Accept": "text/html"})
                if answer.mimetype == "text/event-stream":
                    continue  # told below, from the beginning of the record
                yield request, in_the_clear(answer)
        yield "/events", self.stream(who)

    def stream(self, who):
        """What this visitor is told live, from the first event on."""
        cookies = {"session": self.hall.token_of(who), "device": self.hall.keys.get(who, "")}
        kept = "; ".join(f"tilescribe-{name}={value}" for name, value in cookies.items() if value)
        request = self.hall.app.test_client(use_cookies=False)
        answer = request.get("/events?after=0", headers={"Cookie": kept})
        told = b"".join(
            block if isinstance(block, bytes) else block.encode()
            for block in islice(answer.response, 60)
        )
        answer.close()
        return told


def addresses(path):
    """An address with what may be asked of it, at both tables."""
    tables = [path, path.replace("/t1/", "/t2/")] if "/t1/" in path else [path]
    if path.endswith("/p/1/games.zip"):
        tables.append(path.replace("/p/1/", "/p/3/"))  # who played at table 2
    for one in tables:
        yield one
        if one.endswith("/t1/"):
            yield from (f"{one}?ply={ply}" for ply in (1, 2, 3, 4))
        if one.endswith(f"/t/{SLUG}/"):
            yield from (f"{one}?q={request}" for request in ("planted", "VVUUIIO", "Player"))


PROGRAMS = ("check.html", "check_proof.py")
"""Files in a zip that are the same for every record."""

DIGESTS = re.compile(
    rb"/ID\s*\[[^\]]*\]|\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b|/v/[0-9A-Z]{10}"
)


def in_the_clear(answer):
    """The bytes of an answer; of paper its words and whatever its streams hold; of a zip its files.

    Fractions of a second are left out: among a few hundred instants one has a secret's digits.
    """
    return file_in_the_clear(answer.get_data())


def file_in_the_clear(body):
    if body.startswith(b"PK\3\4"):
        with ZipFile(io.BytesIO(body)) as archive:
            files = [archive.read(one) for one in archive.namelist() if one not in PROGRAMS]
        return b"\n".join(map(file_in_the_clear, files))
    body = re.sub(rb"(:\d\d)\.\d{3,6}", rb"\1", body)
    if not body.startswith(b"%PDF"):
        return body
    with pypdfium2.PdfDocument(io.BytesIO(body)) as document:
        words = "\n".join(page.get_textpage().get_text_range() for page in document)
    # A code and a file's id are digests, among whose signs any three digits turn up by chance.
    body = DIGESTS.sub(b"", body)
    words = DIGESTS.sub(b"", words.encode()).decode()
    # Numbers of a file's objects and where they lie are nobody's secret; those on its pages are
    # among the words.
    return re.sub(rb"(?<![\w:-])[\d.]+(?![\w:-])", b"", body) + words.encode()


def found_in(body, secrets):
    return {one for one in secrets if pattern(one).search(body)}


@cache
def pattern(secret):
    """What is short must stand by itself: among a page's random names any three signs turn up."""
    alone = r"(?<![0-9A-Za-z_]){}(?![0-9A-Za-z_])" if len(secret) < 6 else "{}"
    return re.compile(alone.format(re.escape(secret)).encode())


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("planted")) as hall:
        yield Planted(hall)


@pytest.mark.found("PR1", "PR2", "SE9")
@pytest.mark.parametrize("who", ["nobody", "display", "other", "judge"])
def test_PR1_no_secret_is_in_any_byte_of_any_answer(planted, who):
    device = planted.hall.devices["keeper"]
    secrets = (*WORDS, "planted", *REMEMBERED, planted.digest, device, str(planted.case))
    looked_at = 0
    for path, body in planted.walk(who):
        if who == "other" and ("/t2/" in path or path.endswith("/games.zip")):
            continue  # the own table
        mine = set(secrets)
        if "q=planted" in path:
            mine -= {"planted"}  # a page says again what was searched for
        if not any(place in path for place in ("/t2/", "/t/", "/games", "/events")):
            mine -= set(REMEMBERED[:3])  # figures of rulebooks and scripts
        assert found_in(body, mine) == set(), path
        if path.startswith("/t/"):
            assert WITHHELD.encode() not in body, path  # nothing is said in its place
        if "/t1/" in path or path == "/events":
            assert found_in(body, RACKS) == set(), path
        looked_at += 1
    assert looked_at > 40


@pytest.mark.found("PR2")
def test_PR2_the_same_walk_as_director_finds_the_secrets_so_they_are_there(planted):
    everything = b"".join(body for _, body in planted.walk("director"))

    found = found_in(everything, (*WORDS, *RACKS))
    assert {*RACKS, "planted-call", "planted-outcome", "planted-fainted", "planted-low"} <= found
    assert len(found) > 20, sorted({*WORDS} - found)


@pytest.mark.found("PR1")
def test_PR1_the_keeper_of_the_table_sees_racks_and_incidents_and_no_case(planted):
    everything = b"".join(body for _, body in planted.walk("keeper") if b"" or body)

    found = found_in(everything, (*WORDS, *RACKS))
    assert {*RACKS, "planted-call", "planted-fainted"} <= found
    assert not found & {"planted-statement", "planted-finding", "planted-withdrawn"}


@pytest.mark.found("SE9")
def test_SE9_a_visitor_s_result_slip_says_in_words_that_it_was_signed(planted):
    slip = f"/t/{SLUG}/r1/t2/result-slip.pdf"
    visitors, directors = (planted.hall.ask(who, slip) for who in ("nobody", "director"))

    assert b"signed on the tablet" in in_the_clear(visitors)
    assert b"signed on the tablet" not in in_the_clear(directors)
    assert lines_drawn(directors.get_data()) > lines_drawn(visitors.get_data())


def lines_drawn(pdf):
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return sum(1 for page in document for shape in page.get_objects() if shape.type == 2)


@pytest.mark.found("SE9")
def test_SE9_a_result_slip_is_nobody_else_s_until_both_have_signed(planted):
    slip = f"/t/{SLUG}/r1/t1/result-slip.pdf"

    refused = planted.hall.ask("nobody", slip, headers={"Accept": "application/json"})

    assert (refused.status_code, refused.get_json()["refused"]) == (404, "slip-not-shown")
    assert planted.hall.ask("keeper", slip).status_code == 200


@pytest.mark.found("PR1")
def test_PR1_racks_are_shown_once_the_game_is_over(planted):
    over = planted.hall.ask("nobody", f"/t/{SLUG}/r1/t2/replay.json").get_data()

    assert found_in(over, RACKS) == {rack for rack in RACKS if len(rack) == 7}  # three exchanged


@pytest.mark.found("PR2")
def test_PR2_what_happened_is_still_told_in_neutral_words(planted):
    page = planted.hall.ask("nobody", f"/t/{SLUG}/r1/t1/?ply=3").get_data(as_text=True)

    for words in ("Clocks stopped.", "called hold", "Player 2: penalty, −10."):
        assert words in page, words
    assert "withheld" not in page
    assert "Written by" not in page


def test_PR1_what_depends_on_who_asks_is_kept_by_no_cache_between(planted):
    for path in ("/", f"/t/{SLUG}/", f"/t/{SLUG}/r1/t1/", f"/t/{SLUG}/r1/t1/replay.json"):
        answer = planted.hall.ask("nobody", path)
        assert "private" in answer.headers["Cache-Control"], path
        assert "Cookie" in answer.headers["Vary"], path


# What the organiser chooses


class Later:
    """The desk's clock, which a test moves on."""

    def __init__(self, now):
        self.now, self.more = now, timedelta(0)

    def __call__(self):
        return self.now() + self.more


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        hall.clock = hall.desk.now = Later(hall.desk.now)
        yield hall


def play(hall, number):
    hall.desk.log.append(
        hall.desk.enveloped(
            hall.games[0], hall.desk.log.version_of(hall.games[0]), (PLAYS[number],),
            Sent(by="D1", command_id=uuid4()),
        )
    )  # fmt: skip
    hall.desk.caught_up()


def row_of(hall, who):
    rows = hall.ask(who, f"/t/{SLUG}/games.json").get_json()["games"]
    return next(row for row in rows if row["table"] == 1)


@pytest.mark.found("PR1")
def test_PR1_boards_that_are_off_say_in_words_that_the_game_goes_on(hall):
    play(hall, 0)
    hall.ask("director", f"/t/{SLUG}/live-boards", "POST", data={"how": "off"})

    row, page = row_of(hall, "nobody"), hall.ask("nobody", f"/t/{SLUG}/r1/t1/")
    assert (row["totals"], row["last_line"], row["boards"]) == (None, "", "hidden")
    assert "This game is in progress" in page.get_data(as_text=True)
    assert b"WINDY" not in page.get_data()
    replayed = hall.ask("nobody", f"/t/{SLUG}/r1/t1/replay.json").get_json()
    assert (replayed["plies"], replayed["boards"]) == ([], "hidden")
    for form in ("score-sheet.pdf", "game.gcg", "result-slip.pdf"):
        assert hall.ask("nobody", f"/t/{SLUG}/r1/t1/{form}").status_code == 404
    assert b"No game" in hall.ask("nobody", f"/t/{SLUG}/?q=WINDY").get_data()
    assert b"1 game with" in hall.ask("nobody", f"/t/{SLUG}/?q=Player+1").get_data()
    assert row_of(hall, "judge")["last_line"] == "Player 1 8D WINDY +32"
    play(hall, 1)
    assert row_of(hall, "nobody") == row  # not even that, or when, something was entered
    assert b"Boards are not shown" in hall.ask("nobody", f"/t/{SLUG}/").get_data()


@pytest.mark.found("PR1")
def test_PR1_boards_that_are_late_are_late_everywhere(hall):
    hall.ask(
        "organiser", f"/t/{SLUG}/live-boards", "POST", data={"how": "delayed", "minutes": "10"}
    )
    play(hall, 0)

    assert row_of(hall, "nobody")["last_line"] == ""
    assert b"WINDY" not in hall.ask("nobody", f"/t/{SLUG}/r1/t1/replay.json").get_data()
    now = hall.clock().isoformat().replace("+00:00", "Z")
    request = f"/t/{SLUG}/r1/t1/replay.json?asof={now}"
    assert b"WINDY" not in hall.ask("nobody", request).get_data()
    assert b"WINDY" in hall.ask("keeper", request).get_data()

    hall.clock.more = timedelta(minutes=11)
    play(hall, 2)

    assert row_of(hall, "nobody")["last_line"] == "Player 1 8D WINDY +32"
    replayed = hall.ask("nobody", f"/t/{SLUG}/r1/t1/replay.json").get_data()
    assert b"WINDY" in replayed
    assert b"GALE" not in replayed
    assert b"10 min late" in hall.ask("nobody", f"/t/{SLUG}/r1/t1/").get_data()


@pytest.mark.found("PR1")
def test_PR1_the_stream_is_as_late_as_the_boards(hall):
    hall.ask("director", f"/t/{SLUG}/live-boards", "POST", data={"how": "delayed", "minutes": "10"})
    site = hall.app.extensions["site"]
    before, start = site.now(), site.last_position()
    play(hall, 0)
    [change] = site.changes(start, 10)
    row = site.hall.game(change.game)

    assert told_to(site, audience_of("anyone"), change, row) is None
    assert b"WINDY" in told_to(site, audience_of("scorekeeper"), change, row)
    soon, later = (before + timedelta(minutes=minutes) for minutes in (9, 11))
    assert list(fell_due(site, Viewer.VISITOR, SLUG, before, soon)) == []
    due = dict(fell_due(site, Viewer.VISITOR, "", soon, later))
    assert b"WINDY +32" in due[hall.games[0]]
    assert list(fell_due(site, Viewer.VISITOR, SLUG, later, later + timedelta(minutes=1))) == []


def test_a_turn_is_shown_to_everybody_without_counting_the_games_of_its_tournament(
    hall, monkeypatch
):
    """With 1,000 tables, 40 % of what a service did was to count them at each turn."""
    site = hall.app.extensions["site"]
    start = site.last_position()
    play(hall, 0)

    def counted(*_):
        raise AssertionError("the games of the tournament are counted")

    for counts in ("tournament", "tournaments", "games"):
        monkeypatch.setattr(file, counts, counted)
    for role in ("anyone", "scorekeeper", "director"):
        audience = audience_of(role)
        [told] = blocks(site, telling, audience, site.changes(start, 10))
        assert b"WINDY" in told.whole
        assert list(fell_due(site, audience, SLUG, site.now(), site.now())) == []


@pytest.mark.found("PR1")
@pytest.mark.parametrize("sent", [{"how": "sometimes"}, {"how": "delayed", "minutes": "0"}, {}])
def test_PR1_a_choice_that_makes_no_sense_is_refused_in_words(hall, sent):
    answer = hall.ask("director", f"/t/{SLUG}/live-boards", "POST", data=sent)

    assert answer.status_code == 422
    assert answer.get_json()["refused"] == "unreadable-request"
    assert row_of(hall, "nobody")["boards"] == "now"


def test_PR1_what_was_chosen_is_in_the_record_with_who_chose_it(hall):
    hall.ask("organiser", f"/t/{SLUG}/live-boards", "POST", data={"how": "off"})

    last = hall.desk.log.events_of(Organiser(hall.desk).tournament(SLUG).id)[-1]
    assert (last.fact.how, last.envelope.written_by) == ("off", "O1")
