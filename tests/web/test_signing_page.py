"""The end of a game on the tablet: tiles left, overtime, the result, signatures, handing in."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b64decode
from itertools import count
from uuid import uuid4

import pytest

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signatures import digest_shown, shown_amendment, shown_result
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.folding import wording
from ledger.game.turns.requests import CorrectScore, PlaceTiles
from ledger.messages import LANGUAGES, say, speaking, text_of
from ledger.messages.written import reason_given
from ledger.record.kept_words import is_drawn, strokes_in
from ledger.vocabulary import CONSOLE, Placement, Role, Seat
from tests.desks import Table
from tests.web.a_tablet import Tablet, question, record_it
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.waiting import on_record
from web.frame.languages import CHOSEN

ASKED = "/api/games/{game}/by-director"
MODULE = """async ([name, work, ...values]) => {
  const here = document.querySelector("script[type=module]").src;
  const found = await import(new URL(name, here));
  return (%s)(found, ...values);
}"""


TABLES = 32


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("signing"), tables=TABLES) as hall:
        hall.numbers, hall.commands = count(1), count(1)
        yield hall


@pytest.fixture(scope="module")
def at_the_tables(browser, hall):
    tablet = Tablet(browser, hall)
    yield tablet
    tablet.close()


@pytest.fixture
def table(hall):
    """A table of this test's own, at the desk: its game begun."""
    number = next(hall.numbers)
    table = Table(hall.desk, hall.games[number - 1])
    table.number, table.numbers = number, hall.commands
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    return table


@pytest.fixture
def tablet(at_the_tables, table):
    """The tablet; it is opened at the table once the game is as far as it should be."""
    at_the_tables.show = lambda: at_the_tables.open(table.number)
    return at_the_tables


def in_the_page(tablet, name, work, *values):
    return tablet.page.evaluate(MODULE.replace("%s", work), [name, work, *values])


def write(tablet):
    """A hand draws a few waves into the box."""
    box = tablet.page.locator(".pen").bounding_box()
    mouse = tablet.page.mouse
    mouse.move(box["x"] + 30, box["y"] + 60)
    mouse.down()
    for step in range(20):
        mouse.move(box["x"] + 30 + 9 * step, box["y"] + 60 + (25 if step % 2 else -25))
    mouse.up()


def sign_by_hand(tablet):
    tablet.page.wait_for_selector(".pen")
    write(tablet)
    tablet.page.click(".how .go:not([disabled])")


HELD_FRAMES = """() => {
  const drawn = requestAnimationFrame;
  const held = [];
  window.requestAnimationFrame = (work) => held.push(work);
  window.draw = () => {
    window.requestAnimationFrame = drawn;
    for (const work of held) work(performance.now());
  };
}"""
"""No frame is drawn until somebody says so, as on a tablet that is busy."""


@pytest.mark.browser
def test_a_way_to_sign_that_is_chosen_before_the_sheet_is_drawn_stays_chosen(tablet, table):
    table.six_zeros()
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    tablet.show()
    page = tablet.page
    page.click("#commit")
    page.wait_for_selector(".signers button")
    page.evaluate(HELD_FRAMES)
    page.evaluate("document.querySelector('.signers button').click()")
    tablet.until("document.querySelector('[data-way=witness]') !== null")
    page.evaluate("document.querySelector('[data-way=witness]').click()")

    page.evaluate("draw()")

    assert page.get_attribute("[data-way=witness]", "aria-pressed") == "true"
    assert page.locator(".how input").count() == 2
    page.keyboard.press("Escape")
    page.wait_for_selector("text=Discard what you entered?")


SIDES = """() => Object.fromEntries(["slip-side", "pen-side", "signer"].map((name) => {
  const one = document.querySelector(`.${name}`);
  return [name, [one.getBoundingClientRect().x, getComputedStyle(one).backgroundColor]];
}))"""


@pytest.mark.browser
def test_the_slip_lies_beside_the_pen_and_the_other_player_has_the_other_side(tablet, table):
    table.six_zeros()
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    tablet.show()
    page, size = tablet.page, tablet.page.viewport_size
    page.set_viewport_size({"width": 1024, "height": 768})
    seen = []
    for seat in ("first", "second"):
        page.click("#commit")
        if seat == "first":
            page.click(".signers button >> nth=0")
        page.wait_for_selector(f".signer.{seat}")
        page.wait_for_selector(".pen")
        pen = page.locator(".pen").bounding_box()
        assert (pen["width"] >= 480, pen["height"] >= 200) == (True, True)
        assert page.locator(".signer b").evaluate("b => getComputedStyle(b).fontSize") == "22px"
        seen.append(page.evaluate(SIDES))
        if seat == "first":
            sign_by_hand(tablet)
            page.wait_for_selector(".signer.second")
            page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.set_viewport_size(size)

    first, second = seen
    assert first["slip-side"][0] < first["pen-side"][0] == first["signer"][0]
    assert second["slip-side"][0] > second["pen-side"][0] == second["signer"][0]
    assert first["signer"][1] != second["signer"][1]


@pytest.mark.journey("handing in")
@pytest.mark.browser
@pytest.mark.found("TB-11")
def test_the_result_is_explained_signed_in_two_ways_and_handed_in_by_the_winner(tablet, table):
    table.six_zeros()
    tablet.show()
    page = tablet.page
    one, two = table.sheet.names
    assert page.text_content("#commit") == "Enter the tiles left"
    page.click("#commit")
    for tile in "EGN":
        page.click(f".panel .key[data-tile='{tile}']")
    page.click(".panel .rack[data-seat=second]")
    for tile in "?AQ":
        page.click(f".panel .key[data-tile='{tile}']")
    assert page.text_content(".panel .says") == f"{one} −4 · {two} −11"
    page.click(".panel .go")
    page.wait_for_selector(".panel .result")
    page.click(f"text=Overtime of {two}")
    page.fill(".panel input", "1:35")
    assert page.text_content(".panel .says") == "−20 points"
    page.click(".panel .go")
    tablet.until("document.querySelector('.panel .explained')?.children.length === 3")
    explained = page.locator(".panel .explained li").all_text_contents()
    assert explained == [
        f"{one} −4, own tiles left: E G N",
        f"{two} −11, own tiles left: blank A Q",
        f"{two} −20, overtime: 1:35 over",
    ]
    assert page.locator(".result tfoot td").all_text_contents() == ["28", "−31"]
    assert page.text_content(".panel .winner") == f"{one} wins by 59."
    page.click(".panel .go:has-text('Both agree')")

    page.click(f".signers button:has-text('{one}')")
    page.wait_for_selector(".signer.first")
    assert page.locator(".panel .winner").all_text_contents() == [f"{one} wins by 59."]
    assert page.locator(".panel .explained li").all_text_contents() == explained
    labels = page.locator(".panel .result th[scope=row]").all_text_contents()
    assert [labels[0], labels[-1], "Total" in labels] == ["Turns", "Final score", False]
    assert page.inner_text(".panel").count("Final score") == 1
    number = tablet.page.evaluate("tilescribe.game.state.players[0].number")
    shown = f"{one} ({number})" if number else one
    assert page.locator(".panel .signer > *").all_text_contents() == [
        shown, "played first, signs now",
    ]  # fmt: skip
    short = f"{SLUG}, round 1, table {table.number}"
    assert page.text_content(".panel caption") == f"Spring Open ({SLUG}){short[len(SLUG) :]}"
    page.click(".how .go")
    assert page.inner_text(".how [role=alert]").startswith("Sign in the box first")
    assert one not in page.inner_text(".panel h2")
    assert "-" not in page.inner_text(".panel .result tbody")
    tablet.sent()
    proposed = table.sheet
    write(tablet)
    page.keyboard.press("Escape")  # what is drawn is not thrown away unasked
    page.click("#panel button:has-text('Keep it')")
    page.click(".how .go")
    page.wait_for_selector(".signer.second")
    assert page.inner_text(".signer span") == f"played second, signs now; {one} has signed"
    page.click(".ways button:has-text('Director')")
    page.click(".how .go")
    assert page.inner_text(".how [role=alert]") == "Type the director’s badge and PIN first."
    page.fill(".by-badge input >> nth=0", "D1")
    page.fill(".by-badge input >> nth=1", "the wrong pin")
    page.click(".how .go")
    page.wait_for_selector("text=Badge and PIN do not match.")
    page.click(".panel .go")
    tablet.sent()
    assert table.sheet.signed_by == (Seat.FIRST,)
    page.click("#commit")
    page.wait_for_selector(".signer.second")
    page.click(".ways button:has-text('Director')")
    page.fill(".by-badge input >> nth=0", "D1")
    page.fill(".by-badge input >> nth=1", PIN)
    page.click(".how .go")
    page.click(f".panel .go:has-text('{one} hands it in')")
    on_record(lambda: table.sheet.result.handed_in)

    sheet = table.sheet
    first, second = (one.fact for one in sheet.result.signatures)
    assert (first.how, second.how, second.witness) == ("stroke", "witness", "D1")
    assert [sheet.events[-2].envelope.written_by, sheet.result.handed_in] == ["D1", Seat.FIRST]
    assert (first.shown, second.shown) == tuple(digest_shown(proposed, seat) for seat in Seat)
    [strokes] = strokes_in(table.desk.log.words_of(first.words))
    assert len(strokes) >= 20
    assert all(len(point) == 3 for point in strokes)
    assert strokes[0][2] == 0 <= strokes[-1][2]
    assert sum(len(line) for line in [table.desk.log.words_of(first.words)]) < 2000
    page.wait_for_selector("h2:text-is('The result is in')")
    assert page.inner_text(".panel .go") == "Go to the tables of this round"
    page.click("text=Back to the board")
    for act in ("exchange", "pass", "hold", "challenge", "undo"):
        assert page.is_disabled(f".acts [data-do={act}]")
    tablet.says("#preview", "The result is in")
    page.click("#commit")
    page.click(".panel button:has-text('A player asks to amend the result')")
    page.click("[data-field=seat] button >> nth=0")
    page.fill(f"{question(page, 'reason')} input", "the scores are swapped")
    record_it(page)
    on_record(lambda: table.sheet.amendment_asked == "the scores are swapped")


@pytest.mark.journey("end")
@pytest.mark.browser
def test_a_play_out_is_accepted_and_the_tiles_left_are_known_already(tablet, table):
    hall_plays(table)
    tablet.show()
    page = tablet.page
    out, other = table.sheet.out, table.sheet.out.opponent
    page.click("#commit")
    page.click(".panel .choices button:has-text('accepts')")
    page.wait_for_selector(".panel .rack")

    left = page.text_content(".panel .rack span").replace(" ", "")
    assert page.text_content(".panel .rack b") == table.sheet.name(other)
    page.click(".panel .go")
    page.wait_for_selector(".panel .result")
    on_record(lambda: table.sheet.ending.unplayed_counted)
    sheet = table.sheet
    [line] = [line for line in sheet.lines if line.kind == "unplayed"]
    assert (line.seat, sorted(line.tiles)) == (out, sorted(left))
    shown = page.locator(".result tfoot td").all_text_contents()
    assert shown == [str(total) for total in sheet.totals]


def hall_plays(table):
    """One of the demonstration's games, up to its last tile."""
    from tests.web.test_taps import real_games

    for _, starter, turns in real_games():
        facts = [turn for turn in turns if hasattr(turn, "placement")]
        if starter == 1 and len(facts) == len(turns):
            for turn in turns:
                table.enter(
                    PlaceTiles(
                        seat=turn.seat,
                        placement=Placement(turn.placement.square, turn.placement.letters),
                    )
                )
            if table.sheet.out is not None:
                return
    pytest.fail("no game of the demonstration is played out")


@pytest.mark.browser
def test_without_a_network_a_game_is_ended_signed_and_handed_in_later(tablet, table):
    hall_plays(table)
    tablet.show()
    page = tablet.page
    for name in (
        "results/result.js",
        "results/signing.js",
        "irregular/irregular.js",
    ):  # as the worker would have them
        in_the_page(tablet, name, "() => 0")
    tablet.context.set_offline(True)
    page.click("#commit")
    page.click(".panel .choices button:has-text('accepts')")
    page.click(".panel .go:has-text('Both agree')")
    page.wait_for_selector(".panel .result")
    page.click(".panel .go:has-text('Both agree')")
    page.click(".signers button >> nth=1")
    sign_by_hand(tablet)
    page.wait_for_selector(".signer.first")
    sign_by_hand(tablet)
    page.click(".panel .go:has-text('hands it in')")
    page.wait_for_selector("text=The result is in")
    assert table.sheet.ended == ""
    tablet.until("tilescribe.game.now.queued === 6")

    tablet.context.set_offline(False)
    page.evaluate("tilescribe.outbox.flush()")
    tablet.until("tilescribe.outbox.state === 'sent'")
    on_record(lambda: table.sheet.result.handed_in)
    sheet = table.sheet
    assert sheet.is_signed
    assert sheet.result.handed_in
    assert [one.fact.how for one in sheet.result.signatures] == ["stroke", "stroke"]
    assert [one.fact.shown for one in sheet.result.signatures] == [
        digest_shown(sheet, one.seat) for one in sheet.result.signatures
    ]
    kept = table.desk.log.words_of(sheet.result.signatures[1].fact.words)
    assert is_drawn(strokes_in(kept))


@pytest.mark.journey("signature")
@pytest.mark.browser
def test_the_page_hashes_and_packs_as_everybody_else_does(tablet, table):
    tablet.show()
    texts = ["", "abc", "é" * 55, "x" * 55, "x" * 56, "x" * 63, "x" * 64, "ab" * 5000]
    digests = in_the_page(
        tablet, "results/strokes.js", "({ digestOf }, texts) => texts.map(digestOf)", texts
    )
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]

    drawn = [[[0, 0, 0], [3.5, 1, 16]], [[7, 7, 40]]]
    for took in ("Nothing", "CompressionStream"):
        told = in_the_page(
            tablet, "results/strokes.js",
            "({ keptStrokes }, drawn, took) => "
            "(delete globalThis[took], keptStrokes(drawn))",
            drawn, took,
        )  # fmt: skip
        [words] = told["words"]
        content, salt = b64decode(words["content"]), b64decode(words["salt"])
        assert hashlib.sha256(salt + content).hexdigest() == told["digest"]
        assert json.loads(zlib.decompress(content)) == drawn
    long = in_the_page(
        tablet, "results/strokes.js", "({ stored }) => [...stored(new Uint8Array(70000).fill(7))]"
    )
    assert zlib.decompress(bytes(long)) == b"\x07" * 70000


@pytest.mark.journey("signature")
@pytest.mark.browser
def test_the_text_that_is_signed_is_the_one_the_record_tells(tablet, table):
    table.play(Seat.FIRST, "8D", "WINDY")
    table.enter(IssueChallenge(seat=Seat.SECOND, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True))
    for what, seat in ((ApplyCredit, Seat.SECOND), (ApplyPenalty, Seat.FIRST)):
        given = what(seat=seat, unit="points", amount=10, reason="as ruled")
        table.enter(given, by="D1", case=table.ruled())
    for seat in (Seat.SECOND, Seat.FIRST) * 3:
        table.passes(seat)
    table.enter(CountUnplayed(racks=("E", "?A")))
    one, two = table.sheet.names
    told = shown_result(table.sheet, Seat.FIRST).split("\n")
    assert {f"{one} -1, own tiles left: E", f"{two} -1, own tiles left: blank A"} <= {*told}
    labels = {line.split(":")[0] for line in shown_result(table.sheet, Seat.FIRST).split("\n")}
    assert {"Challenges", "Penalties", "Credits"} <= labels
    tablet.show()
    for seat in Seat:
        text = in_the_page(
            tablet, "results/result_table.js",
            "({ shownText }, seat) => shownText(tilescribe.game.state, tilescribe.game.now, seat)",
            seat.value,
        )  # fmt: skip
        assert text == shown_result(table.sheet, seat)
        assert text.splitlines()[0] == "Result"
        assert f"Signs: {table.sheet.name(seat)}" in text
    rows = in_the_page(
        tablet, "results/result_table.js",
        "({ resultOf }, { state, now } = tilescribe.game) =>"
        " resultOf({ ...state, totals: [0, 0] }, now)",
    )  # fmt: skip
    assert rows["rows"] == tablet.page.evaluate("tilescribe.game.state.result.lines")


OTHERS = [spoken for spoken in LANGUAGES if spoken != "en"]
"""Languages in which a slip is read that is not in English."""


@pytest.fixture
def read_in(at_the_tables):
    """Have the tablet in a language, until the test is over."""

    def have(spoken):
        cookie = {"name": CHOSEN, "value": spoken, "url": at_the_tables.hall.address}
        at_the_tables.context.add_cookies([cookie])

    yield have
    at_the_tables.context.set_offline(False)
    at_the_tables.context.clear_cookies(name=CHOSEN)


@pytest.mark.browser
@pytest.mark.parametrize("spoken", OTHERS)
def test_the_text_that_is_signed_is_the_one_the_record_tells_in_every_language(
    tablet, table, read_in, spoken
):
    table.play(Seat.FIRST, "8D", "WINDY")
    table.enter(IssueChallenge(seat=Seat.SECOND, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True))
    for what, seat in ((ApplyCredit, Seat.SECOND), (ApplyPenalty, Seat.FIRST)):
        given = what(seat=seat, unit="points", amount=10, reason="as ruled")
        table.enter(given, by="D1", case=table.ruled())
    for seat in (Seat.SECOND, Seat.FIRST) * 3:
        table.passes(seat)
    table.enter(CountUnplayed(racks=("E", "?A")))
    read_in(spoken)
    tablet.show()
    for seat in Seat:
        text = in_the_page(
            tablet, "results/result_table.js",
            "({ shownText }, seat) => shownText(tilescribe.game.state, tilescribe.game.now, seat)",
            seat.value,
        )  # fmt: skip
        with speaking(spoken):
            assert text == shown_result(table.sheet, seat)
        assert text != shown_result(table.sheet, seat)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("spoken", "online"), [(spoken, spoken not in {"es", "pl"}) for spoken in OTHERS]
)
def test_a_slip_is_signed_on_a_tablet_in_the_language_of_the_hall(
    tablet, table, read_in, spoken, online
):
    table.over_and_counted()
    table.enter(ProposeResult())
    proposed = table.sheet
    read_in(spoken)
    tablet.show()
    page = tablet.page
    assert page.get_attribute("html", "lang") == spoken
    for name in ("results/result.js", "results/signing.js"):  # as the worker would have them
        in_the_page(tablet, name, "() => 0")
    tablet.context.set_offline(not online)
    page.click("#commit")
    page.click(".signers button >> nth=0")
    page.wait_for_selector(".signer.first")
    labels = page.locator(".panel .result th[scope=row]").all_text_contents()
    assert labels[0] == text_of("signed_one.turns", spoken) != "Turns"
    sign_by_hand(tablet)
    page.wait_for_selector(".signer.second")
    sign_by_hand(tablet)
    page.wait_for_selector(".pen", state="detached")
    tablet.context.set_offline(False)
    page.evaluate("tilescribe.outbox.flush()")
    tablet.until("tilescribe.outbox.waiting === 0 && tilescribe.outbox.state === 'sent'")

    on_record(lambda: table.sheet.is_signed)
    facts = [one.fact for one in table.sheet.result.signatures]
    assert [fact.text for fact in facts] == [f"{spoken}.1"] * 2
    assert [fact.shown for fact in facts] == [digest_shown(proposed, seat, spoken) for seat in Seat]
    assert is_drawn(strokes_in(table.desk.log.words_of(facts[0].words)))


@pytest.mark.browser
def test_who_agreed_is_kept_alike_whichever_language_the_tablet_speaks(tablet, table, read_in):
    table.over_and_counted()
    table.enter(ProposeResult())
    read_in("es")
    tablet.show()
    page = tablet.page
    page.click("#commit")
    page.click(".signers button >> nth=0")
    sign_by_hand(tablet)
    page.wait_for_selector(".signer.second")
    with speaking("es"):
        another = say("entry.was-not-name", name=table.sheet.names[0])
        page.click(f".panel button:text-is('{another}')")
        page.click(f".panel button:text-is('{say('entry.both-players-agree')}')")
        on_record(lambda: table.sheet.signed_by == ())
        back = table.sheet.events[-1].fact
        assert (back.approved_by, back.reason) == ("both players", "Another person signed")
        assert reason_given(back.approved_by) == "los dos jugadores"
        assert say("lines.reason-another-person-signed") in wording(back, table.sheet)


@pytest.mark.browser
@pytest.mark.found("TB-5")
def test_a_signature_of_the_wrong_person_is_taken_back_by_both_players_or_the_director(
    tablet, table
):
    table.over_and_counted()
    table.enter(ProposeResult())
    one, two = table.sheet.names
    tablet.show()
    page = tablet.page
    page.click("#commit")
    page.click(f".signers button:has-text('{one}')")
    sign_by_hand(tablet)  # by somebody else
    page.wait_for_selector(".signer.second")
    page.click(f".panel button:text-is('That was not {one}')")
    page.click(".panel button:text-is('Both players agree')")
    page.wait_for_selector("h2:text-is('Who signs now?')")
    tablet.sent()
    sheet = table.sheet
    assert sheet.signed_by == ()
    assert sheet.events[-1].fact.reason == "Another person signed"
    assert sheet.events[-1].fact.approved_by == "both players"

    page.click(f".signers button:has-text('{two}')")
    sign_by_hand(tablet)
    page.wait_for_selector(".signer.first")
    sign_by_hand(tablet)
    page.wait_for_selector("h2:has-text('Signed by both')")
    page.click(f".panel button:text-is('That was not {two}')")
    assert page.locator(".panel button:text-is('Both players agree')").count() == 0
    page.fill(".by-badge input >> nth=0", "D1")
    page.fill(".by-badge input >> nth=1", PIN)
    page.click(".panel button:text-is('The director takes it back')")
    page.wait_for_selector(".signer.second")
    assert table.sheet.signed_by == (Seat.FIRST,)
    assert table.sheet.events[-1].envelope.written_by == "D1"
    sign_by_hand(tablet)
    page.wait_for_selector("h2:has-text('Signed by both')")
    page.click(".panel button:text-is('Take both signatures back')")
    page.fill(".by-badge input >> nth=0", "D1")
    page.fill(".by-badge input >> nth=1", PIN)
    page.click(".panel button:text-is('The director takes it back')")
    page.wait_for_selector("h2:text-is('Who signs now?')")
    assert table.sheet.signed_by == ()
    page.keyboard.press("Escape")


@pytest.mark.browser
@pytest.mark.found("SE5", "PA1")
def test_who_agrees_to_an_amendment_signs_for_it_on_the_sheet_that_is_shown(tablet, table):
    table.signed()
    tablet.show()
    page = tablet.page
    one, two = table.sheet.names
    page.click("#commit")
    page.click(".panel button:has-text('A player asks to amend the result')")
    page.click("[data-field=seat] button >> nth=0")
    page.fill(f"{question(page, 'reason')} input", "turn 1 counts 34")
    page.fill(f"{question(page, 'now')} input >> nth=0", "30")
    page.fill(f"{question(page, 'now')} input >> nth=1", "-11")
    page.click(".panel .go")
    page.wait_for_selector("h2:text-is('An amendment is requested')")
    page.click(f".signers button:has-text('{one}')")
    page.wait_for_selector(".signer.first")
    request = table.sheet.result.amending
    text = shown_amendment(table.sheet, Seat.FIRST, request.now, request.reason)
    assert page.locator(".ways button").all_text_contents() == [
        "Sign here", "Director witnesses",
    ]  # fmt: skip
    on_screen = page.locator(".panel.signing").text_content()
    for line in text.splitlines()[1:]:
        if spread := re.fullmatch(r"Spread: (\d+), winner: (.+)", line):
            assert f"{spread[2]} wins by {spread[1]}." in on_screen
            continue
        parts = line.removeprefix("first: ").removeprefix("second: ").split(": ", 1)
        values = parts[-1].split(" | ")
        values = [re.sub(r"(^| )-(?=\d)", r"\1−", value) for value in values]
        values = [value.replace(SLUG, f"Spring Open ({SLUG})") for value in values]
        assert all(value.removesuffix(", first") in on_screen for value in values), line
    sign_by_hand(tablet)
    page.wait_for_selector(f"text={one} signed for it.")
    assert table.sheet.stands == (28, -11)
    page.click(f".signers button:has-text('{two}')")
    sign_by_hand(tablet)
    page.wait_for_selector("h2:has-text('Signed by both')")

    given = page.locator(".given li").all_text_contents()
    assert [("30–−11" in words, "not what stands" in words) for words in given] == [
        (False, True), (False, True), (True, False), (True, False),
    ]  # fmt: skip
    assert (table.sheet.state, table.sheet.stands) == ("amended", (30, -11))
    first, _ = table.sheet.result.signatures
    assert first.fact.shown == hashlib.sha256(text.encode()).hexdigest()
    assert table.desk.log.words_of(first.fact.words)


@pytest.mark.browser
@pytest.mark.found("RU13")
def test_a_signature_that_waited_while_the_result_changed_is_refused_and_given_anew(tablet, table):
    table.over_and_counted()
    table.enter(ProposeResult())
    tablet.show()
    page = tablet.page
    for name in ("results/result.js", "results/signing.js"):  # as the worker would have them
        in_the_page(tablet, name, "() => 0")
    tablet.context.set_offline(True)
    page.click("#commit")
    page.click(".signers button >> nth=0")
    sign_by_hand(tablet)
    page.wait_for_selector(".signer.second")
    page.click(".how button:has-text('Not now')")
    play = next(line.version for line in table.sheet.lines if line.score)
    table.enter(CorrectScore(version=play, now=40, reason="miscounted", approved_by="both"))

    tablet.context.set_offline(False)
    page.evaluate("tilescribe.outbox.flush()")
    tablet.until("tilescribe.outbox.troubles.length === 1")
    page.evaluate("tilescribe.entries.reload()")
    tablet.until("tilescribe.game.now.totals[0] === 36")
    assert table.sheet.signed_by == ()
    page.evaluate("() => void tilescribe.acts.do('outbox')")
    page.click(".panel button:has-text('Enter it again')")
    page.wait_for_selector("text=You can't enter a signature again for a player.")
    assert page.locator(".panel button:has-text('Enter it again')").count() == 0
    assert "The result changed after it was shown to the player." in page.text_content(".panel")
    assert table.sheet.signed_by == ()


@pytest.mark.found("SR-6")
@pytest.mark.browser
def test_where_nobody_won_staff_say_who_hands_the_result_in(tablet, table):
    for seat in (Seat.FIRST, Seat.SECOND) * 3:
        table.passes(seat)
    table.enter(CountUnplayed(racks=("E", "E")))
    tablet.show()
    page = tablet.page
    page.click("#commit")
    page.click(".panel .go:has-text('Both agree')")
    page.click(".signers button >> nth=0")
    page.wait_for_selector(".signer.first")
    page.click(".ways button:has-text('On paper')")
    page.click(".how .go")
    page.wait_for_selector(".signer.second")
    page.click(".ways button:has-text('On paper')")
    page.wait_for_selector("text=bring the slip to the results desk")
    assert page.locator(".how .go").count() == 0
    page.click(".ways button:has-text('Sign here')")
    sign_by_hand(tablet)
    page.wait_for_selector("text=Nobody won. Staff decide who hands in the result.")

    assert page.locator(".panel .go:has-text('hands it in')").count() == 2
    page.click(f".panel .go:has-text('{table.sheet.names[1]} hands it in')")
    on_record(lambda: table.sheet.result.handed_in)
    assert table.sheet.result.handed_in is Seat.SECOND
    assert [one.fact.how for one in table.sheet.result.signatures] == ["paper", "stroke"]


def a_client(hall):
    client = hall.app.test_client()
    code = hall.office.tablets.invite("", by=CONSOLE)
    headers = {"Sec-Fetch-Site": "same-origin"}
    client.post("/enrol", data={"code": code}, headers=headers)
    client.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=headers)
    return client


def by_director(table, client, badge, pin, request, **more):
    entry = {"command_id": str(uuid4()), "game": str(table.game), "asked": request} | more
    return client.post(
        ASKED.format(game=table.game),
        json={"badge": badge, "pin": pin, "entry": entry},
        headers={"Sec-Fetch-Site": "same-origin"},
    )


REASON = {"ask": "assign-time", "seat": "first", "seconds": 900, "reason": "late start"}


def test_a_directors_entry_is_written_under_the_directors_badge_and_uses_no_number_up(hall, table):
    client = a_client(hall)
    answer = by_director(table, client, "D1", PIN, REASON)

    assert answer.json["kind"] == "written"
    envelope = table.sheet.events[-1].envelope
    assert envelope.written_by == "D1"
    assert envelope.device in {one.device for one in hall.office.tablets.enrolled()}
    assert table.desk.log.last_seq(envelope.device) == 0
    assert client.get("/tournaments").status_code == 200


@pytest.mark.parametrize(
    ("badge", "pin", "code"),
    [
        ("D1", "not the pin", "wrong-pin"),
        ("K1", PIN, "no-director"),
        ("nobody", PIN, "wrong-pin"),
        ("D2", "a made-up pin", "wrong-pin"),
    ],
)
def test_nothing_is_written_without_a_directors_badge_and_pin(hall, table, badge, pin, code):
    version = table.sheet.version
    answer = by_director(table, a_client(hall), badge, pin, REASON)

    assert answer.json["refused"] == code
    assert table.sheet.version == version


def test_a_pin_that_must_be_changed_opens_nothing(hall, table):
    hall.office.issue("D3", "Dora", Role.DIRECTOR, by=CONSOLE)
    made_up = hall.office.pins.made_up("D3")
    answer = by_director(table, a_client(hall), "D3", made_up, REASON)

    assert answer.json["refused"] == "must-change-pin"


def test_a_directors_pin_is_guessed_no_more_than_at_the_door(hall, table):
    client = a_client(hall)
    for _ in range(10):
        by_director(table, client, "D1", "wrong again", REASON)

    assert by_director(table, client, "D1", PIN, REASON).json["refused"] == "locked-out"


def test_a_directors_entry_for_another_game_or_unreadable_is_refused(hall, table):
    client = a_client(hall)
    other = by_director(table, client, "D1", PIN, REASON, game=str(uuid4()))
    broken = client.post(
        ASKED.format(game=table.game), data="{", content_type="application/json",
        headers={"Sec-Fetch-Site": "same-origin"},
    )  # fmt: skip

    assert other.json["refused"] == broken.json["refused"] == "unreadable-request"


@pytest.mark.browser
def test_a_player_signs_under_protest_and_everybody_who_reads_the_signature_reads_it(
    hall, tablet, table
):
    table.over_and_counted()
    table.enter(ProposeResult())
    tablet.show()
    page = tablet.page
    one, _ = table.sheet.names
    page.click("#commit")
    page.click(".signers button >> nth=0")
    page.wait_for_selector(".pen")
    contest = page.get_by_role("button", name="Under protest")
    contest.click()
    page.click(".ways button:has-text('On paper')")
    assert contest.get_attribute("aria-pressed") == "true"
    page.click(".how .go")
    page.wait_for_selector(".signer.second")
    assert contest.get_attribute("aria-pressed") == "false"
    sign_by_hand(tablet)
    page.wait_for_selector("h2:has-text('Signed by both')")

    given = page.locator(".given li").all_text_contents()
    assert [", under protest." in words for words in given] == [True, False]
    assert table.sheet.is_final
    desk = hall.app.test_client()
    same = {"Sec-Fetch-Site": "same-origin"}
    desk.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=same)
    [told] = [
        other for other in desk.get("/desk/now.json").json["others"]
        if other["matter"]["kind"] == "under-protest"
    ]  # fmt: skip
    assert told["words"] == f"{one} signed under protest"
