"""A walk through everything that can stand on the scorekeeper's page, sheet by sheet.

Each part is a generator that stops where there is something to look at, and tells its name.
"""

from __future__ import annotations

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.vocabulary import Seat
from tests.desks import Table
from tests.web.a_tablet import question
from tests.web.test_signing_page import sign_by_hand

CHOICES = """[...document.querySelectorAll(".panel [data-field]:not(details *)")].slice(1)
  .filter((one) => one.querySelector("[role=radio]")).map((one) => one.dataset.field)"""
"""What a form that asks one question a screen has to choose, after its first."""


def a_table(tablet, number):
    """The table ``number`` at the desk, its game begun."""
    hall = tablet.hall
    table = Table(hall.desk, hall.games[number - 1])
    table.numbers = iter(range(number * 1000, number * 1000 + 1000))
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    return table


def closed(page):
    """Close the sheet that stands there, or that is about to; what was entered on it goes."""
    page.wait_for_selector("#panel[open]")
    page.keyboard.press("Escape")
    if page.locator("#panel button:has-text('Discard it')").count():
        page.click("#panel button:has-text('Discard it')")
    page.wait_for_selector("#panel:not([open])", state="attached")


def titled(page, words):
    page.wait_for_selector(f"#panel-title:has-text({words!r})", state="attached")


def plays(tablet, number=1):
    """Before the game, the start, a play as it is made, the small questions about it."""
    page = tablet.page
    tablet.open(number)
    yield "before the game"
    page.click("#commit:enabled")
    page.wait_for_selector(".starting")
    yield "who starts"
    closed(page)
    tablet.start()
    tablet.square("8D")
    yield "a square tapped"
    for tile in "WiNDY":
        tablet.tile(tile)
    yield "a play drafted"
    tablet.tap("#commit")
    page.wait_for_selector(".panel.slip.full[open]")
    yield "blank slip"
    page.click(".panel.slip .go")
    tablet.until("tilescribe.game.now.blanks.length === 1")
    tablet.sent()
    yield "a play on the board"
    for name, what in (("exchange", "exchange"), ("pass", "a pass"), ("director", "the call")):
        page.click(f"[data-do={name}]")
        page.wait_for_selector("#panel[open]")
        yield what
        closed(page)
    page.click(".player.first .clock")
    page.wait_for_selector("#panel.clocks")
    yield "two clocks"
    closed(page)
    page.click("[data-do=more]")
    titled(page, "What do you want to enter?")
    page.click("button:has-text('Announced score differs')")
    titled(page, "What score was announced?")
    yield "a number by keys"
    closed(page)
    page.click("[data-do=undo]")
    page.wait_for_selector("#panel[open]")
    yield "taking back"
    closed(page)
    page.click("#state")
    titled(page, "Entries on this tablet")
    yield "what was entered"
    closed(page)


def challenges(tablet, number=2):
    """A challenge from the words to the verdict, and the hold before it."""
    page = tablet.page
    table = a_table(tablet, number)
    table.play(Seat.FIRST, "8D", "WINDY")
    tablet.open(number)
    page.click("[data-do=hold]")
    tablet.says("[data-do=hold]", "Release")
    tablet.sent()
    yield "a hold"
    page.click("[data-do=challenge]")
    page.wait_for_selector("[data-field=method]")
    yield "challenge: the words"
    page.click(".panel .go")
    page.wait_for_selector(".panel.slip.full[open]")
    yield "challenge slip"
    page.click("text=Other words")
    titled(page, "Which words are challenged?")
    yield "other words on the slip"
    page.click(".panel .go")
    page.click(".panel.slip .go")
    tablet.says("#commit", "Enter the verdict")
    tablet.sent()
    tablet.later()
    yield "waiting for the verdict"
    page.click("#commit")
    page.wait_for_selector(".verdicts")
    yield "the verdict"
    page.click(".verdicts .bad")
    tablet.until("document.querySelector('#going')?.textContent.includes('comes off')")
    yield "a play comes off"


def irregular(tablet, number=3):
    """More, a procedure's form and steps, a director called and come."""
    page = tablet.page
    table = a_table(tablet, number)
    table.play(Seat.FIRST, "8D", "WINDY")
    tablet.open(number)
    page.click("[data-do=more]")
    titled(page, "What do you want to enter?")
    yield "more"
    page.click("button:has-text('Too many tiles drawn')")
    page.wait_for_selector("[data-field=seat]")
    yield "a procedure's form"
    page.click("[data-field=seat] button >> nth=1")
    page.fill(f"{question(page, 'drawn')} input", "9")
    yield "the next of its questions"
    for field in page.evaluate(CHOICES):
        page.click(f"{question(page, field)} button:nth-child(2)")
    page.click(".panel .go:text-is('Record it')")
    page.wait_for_selector("#going:not([hidden])")
    tablet.sent()
    yield "a procedure goes on"
    page.click(".going .about")
    page.wait_for_selector(".procedure li")
    yield "the steps of a procedure"
    page.click(".procedure li button >> nth=0")
    page.wait_for_selector("#panel .go")
    yield "the form of a step"
    closed(page)
    page.click("[data-do=director]")
    page.click(".panel .choices button >> nth=0")
    page.wait_for_selector("#going.called")
    tablet.sent()
    yield "the director called"
    page.click("#going .go")
    page.wait_for_selector("#going:not(.called)")
    tablet.sent()
    yield "the director is here"


def corrections(tablet, number=4):
    """The score sheet, a line of it put right."""
    page = tablet.page
    table = a_table(tablet, number)
    for seat, square, letters in (
        (Seat.FIRST, "8D", "WINDY"), (Seat.SECOND, "D8", ".ON"), (Seat.FIRST, "10B", "TO."),
    ):  # fmt: skip
        table.play(seat, square, letters)
    table.exchange(Seat.SECOND)
    tablet.open(number)
    page.click(".player.first .open-sheet")
    titled(page, "Score sheet")
    yield "score sheet"
    page.click(".sheet-lines button:not([disabled]) >> nth=1")
    titled(page, "10B")
    yield "what is wrong with a line"
    page.click(".panel button:has-text('The score')")
    titled(page, "What is the right score?")
    page.click(".pad .go")
    titled(page, "Why")
    yield "why, and who agreed"
    closed(page)
    page.click(".player.first .open-sheet")
    page.click(".sheet-lines button:not([disabled]) >> nth=1")
    page.click(".panel button:has-text('The play')")
    page.wait_for_selector("#going:has-text('Correcting')")
    yield "a play entered anew"
    page.click("#going button")
    page.click("[data-do=more]")
    page.click(".panel button:has-text('Who started, and how')")
    titled(page, "Who started")
    yield "who started"
    closed(page)


def endings(tablet, number=5):
    """Tiles left, the result, overtime, every way to sign, handing in."""
    page = tablet.page
    table = a_table(tablet, number)
    table.six_zeros()
    tablet.open(number)
    yield "the game is over"
    page.click("#commit")
    titled(page, "Which tiles are left?")
    for tile in "EGN":
        page.click(f".panel .key[data-tile='{tile}']")
    yield "tiles left"
    page.click(".panel .rack[data-seat=second]")
    for tile in "?AQ":
        page.click(f".panel .key[data-tile='{tile}']")
    page.click(".panel .go")
    page.wait_for_selector(".panel .result")
    yield "result"
    page.click("text=Something is wrong")
    page.click(".sheet-lines button:has-text('tiles') >> nth=0")
    page.click(".panel button:has-text('The tiles left')")
    titled(page, "Which tiles were left?")
    yield "the tiles left, corrected"
    closed(page)
    page.click("#commit")
    page.wait_for_selector(".panel .result")
    page.click("text=Overtime of >> nth=0")
    page.fill(".panel input", "1:35")
    yield "overtime"
    page.click(".panel .go")
    page.click(".panel .go:has-text('Both agree')")
    page.wait_for_selector(".signers")
    yield "who signs"
    page.click(".signers button >> nth=0")
    for way in ("stroke", "witness", "paper"):
        page.wait_for_selector(".ways [aria-pressed=true]")
        page.click(f".ways [data-way={way}]")
        yield f"signing, {way}"
    page.click(".how .go")
    page.wait_for_selector(".signer.second")
    page.click(".panel button:has-text('That was not')")
    titled(page, "That was not")
    yield "a signature taken back"
    page.click(".panel button:text-is('Cancel')")
    page.wait_for_selector(".signer.second")
    sign_by_hand(tablet)
    page.wait_for_selector(".panel .go:has-text('hands it in')")
    yield "handing in"
    page.click(".panel .go:has-text('hands it in')")
    titled(page, "The result is in")
    yield "the result is in"


def troubles(tablet, number=6):
    """What waits here as a code, and an entry that was not written beside what was."""
    page = tablet.page
    table = a_table(tablet, number)
    tablet.open(number)
    tablet.kept_for_offline()
    tablet.context.set_offline(True)
    page.evaluate(
        "tilescribe.entries.enter({ ask: 'place-tiles', seat: 'first', placement:"
        " { square: '8D', letters: 'WINDY' } }).then(() => tilescribe.outbox.flush())"
    )
    page.click("#state")
    page.wait_for_selector("#panel button:has-text('QR code')")
    yield "what waits"
    page.click("#panel button:has-text('QR code')")
    page.wait_for_selector("#panel canvas.code")
    yield "a code to hand over"
    page.click("#panel button:has-text('Done')")
    titled(page, "Entries on this tablet")
    closed(page)
    table.play(Seat.FIRST, "8H", "OTHER")
    tablet.context.set_offline(False)
    page.evaluate("tilescribe.outbox.flush()")
    tablet.until("tilescribe.outbox.troubles.length === 1")
    page.evaluate("tilescribe.entries.reload()")
    yield "an entry that needs you"
    page.click("#state")
    page.wait_for_selector("#panel .differ")
    yield "a conflict"
    page.click("text=Drop it")
    titled(page, "Why drop it?")
    yield "a question to confirm"
    page.click("text=It is on the sheet already")
    tablet.until("tilescribe.outbox.troubles.length === 0")
    closed(page)


def scorekeepers(tablet, number=7):
    """Turns looked over by somebody else, and the table handed on."""
    page = tablet.page
    table = a_table(tablet, number)
    table.play(Seat.FIRST, "8D", "WINDY", by="D1")
    tablet.open(number)
    for what in ("Check the turns", "Take over this table", "Hand over this table"):
        page.click("[data-do=more]")
        titled(page, "What do you want to enter?")
        page.click(f"button:has-text('{what}')")
        titled(page, what)
        yield what.lower()
        if not what.startswith("Hand"):
            closed(page)
    page.click("#panel .go")
    titled(page, "Handed over")
    yield "handed over"
    closed(page)


def amendments(tablet, number=8):
    """A player asks for a signed result to be amended."""
    page = tablet.page
    a_table(tablet, number).signed()
    tablet.open(number)
    page.click("#commit")
    titled(page, "Signed by both")
    yield "signed by both"
    page.click(".panel button:has-text('A player asks to amend the result')")
    page.wait_for_selector("[data-field=seat]")
    yield "who asks, and what it should be"
    page.click("[data-field=seat] button >> nth=0")
    page.fill(f"{question(page, 'reason')} input", "turn 1 counts 34")
    page.fill(f"{question(page, 'now')} input >> nth=0", "30")
    page.fill(f"{question(page, 'now')} input >> nth=1", "-11")
    page.click(".panel .go")
    titled(page, "An amendment is requested")
    yield "an amendment is requested"
    closed(page)


PARTS = (plays, challenges, irregular, corrections, endings, troubles, scorekeepers, amendments)


def every_sheet(tablet, parts=PARTS):
    """The walk over ``parts``; the whole of it needs a table for each."""
    for part in parts:
        yield from part(tablet)
        tablet.until("tilescribe.outbox.waiting === 0")
