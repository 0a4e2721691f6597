"""Everything a rulebook offers or orders can be answered on the tablet: one form for each."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.desk.desk import Desk
from ledger.game.deciding import REQUESTS, AnyGameRequest
from ledger.game.going_on import offers, open_procedures
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import after, replay
from ledger.messages import PSEUDO, family, longer, speaking
from ledger.record.engine import open_log
from ledger.rulebook import NAMES
from ledger.simulation import simulated
from ledger.simulation.tournament import Ticking
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from tests.recount.of_any_seed import steps_that_lack
from tests.tiers import all_at_once
from tests.web.a_tablet import Tablet, question
from tests.web.entry_hall import PIN, a_hall
from tests.web.held_still import hold
from web.entry.form_catalogue import catalogue_of, forms, with_forms
from web.entry.request_forms import NOT_ASKED, VALUES, Form, form_of, value_words

ELSEWHERE = {"open-case", "take-statement", "attach", "cite", "rule", "penalise", "report"}
"""Requests of a case, which the director's desk makes; a game takes none of them."""

BY_HAND = {
    "verify-turns", "correct-entry", "correct-score", "retract-turn", "sign-result", "insert-turn",
    "exchange-seats", "sign-amendment", "type-slip", "take-back-slip", "take-back-signature",
    "take-back-act",
}  # fmt: skip
"""Requests that have screens of their own, and no form."""

GAMES = 2

FILLED_IN = """async ([ask, form, typed]) => {
  const { game, panel, forms } = window.tilescribe;
  const here = document.querySelector("script[type=module]").src;
  const { fill } = await import(new URL("irregular/irregular.js", here));
  game.now.forms = { ...game.now.forms, [ask]: form };
  const answer = fill({ game, panel, forms }, { title: ask, ask, procedure: "overdraw" });
  const { dialog } = panel;
  dialog.querySelector("details")?.setAttribute("open", "");
  const small = [...dialog.querySelectorAll("button, input, summary")]
    .filter((one) => one.type !== "hidden" && one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML.slice(0, 80));
  for (const set of dialog.querySelectorAll("[data-field]")) {
    const choice = set.querySelector("[role=radio], [aria-pressed]");
    if (choice) choice.click();
    else for (const input of set.querySelectorAll("input")) {
      input.value = typed[form.fields.find(({ name }) => name === set.dataset.field).kind];
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  for (const input of dialog.querySelectorAll(".by-badge input")) {
    input.value = "D1 and PIN";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const go = dialog.querySelector(".go");
  while (go.textContent === "Next" && !go.disabled) go.click();
  const left = go.disabled;
  if (left) panel.close(null); else go.click();
  return { left, small, ...(await answer) };
}"""
"""Fills a form in as somebody would, and tells what it hands in."""

TYPED = {
    "number": "1", "seconds": "1:30", "text": "as it was", "tiles": "A", "square": "8D",
    "words": "gale dog", "pair": "1", "pair-seconds": "20:00", "pair-tiles": "A", "turns": "7",
    "placement": "8A CAT",
}  # fmt: skip


def sheets_of(folder, book, seed=5):
    """Every state of made-up games in which all sorts of things go wrong."""
    bring_up_to_date(folder, {})
    log = open_log(folder, {})
    try:
        desk = Desk(log, now=Ticking())
        simulated(desk, book, seed=seed, games=GAMES)
        written = [event for _, event in log.read(0, 100_000)]
        games = [one.originator_id for one in written if isinstance(one.fact, GameScheduled)]
        for events in map(log.events_of, games):
            sheet = replay(events[:1])
            yield sheet
            for event in events[1:]:
                sheet = after(sheet, [event])
                yield sheet
    finally:
        log.close()


def as_put_together(catalogue, tag, told):
    """A form that a state tells of, as a tablet puts it together (``irregular/forms.js``)."""
    if told.fields:
        return Form(fields=told.fields, roles=told.roles)
    form = catalogue.forms[tag][told.at]
    return replace(form, fields=tuple(as_changed(field, told) for field in form.fields))


def as_changed(field, told):
    changed = told.changes.get(field.name)
    parts = asdict(changed) if changed else {}
    return replace(field, **{part: now for part, now in parts.items() if now is not UNSET})


@pytest.fixture(scope="module")
def every_form(tmp_path_factory):
    """All forms that games under all five rulebooks show, once each: (tag, form)."""
    found, met, made = {}, Counter(), set()
    for book in NAMES:
        for sheet in sheets_of(tmp_path_factory.mktemp(book), book):
            rules = rulebook.in_force(sheet.scheduled.rulebook, sheet.scheduled.options)
            going, offered = open_procedures(sheet, rules), offers(sheet, rules)
            tags = {step.asks for one in going for step in one.steps if step.asks and not step.done}
            assert len({offer.asks for offer in offered}) == len(offered)
            assert list(steps_that_lack(sheet)) == []
            met.update(tags | {offer.asks for offer in offered})
            catalogue = catalogue_of(sheet.scheduled.rulebook, sheet.scheduled.options)
            steps = [
                (step, told)
                for one, shown in zip(going, with_forms(going, catalogue), strict=True)
                for step, told in zip(one.steps, shown.steps, strict=True)
                if told.form
            ]
            for step, told in steps:
                wanted = form_of(REQUESTS[step.asks], rules, step.questions)
                assert as_put_together(catalogue, step.asks, told.form) == wanted
            fresh = [one for one in offered if (book, one.asks, one.questions) not in made]
            made.update((book, one.asks, one.questions) for one in fresh)
            told_of = [*forms(fresh, catalogue).items(), *((s.asks, t.form) for s, t in steps)]
            for tag, told in told_of:
                form = as_put_together(catalogue, tag, told)
                found[tag, *((f.name, f.kind, f.needed, f.asked) for f in form.fields)] = form
    return met, [(key[0], form) for key, form in found.items()]


def test_every_offer_and_every_step_of_every_rulebook_has_a_form(every_form):
    met, found = every_form

    assert len(met) > 60
    assert set(met) - ELSEWHERE <= set(REQUESTS)
    assert set(met) - ELSEWHERE == {tag for tag, _ in found}


@all_at_once
@pytest.mark.parametrize("tag", sorted(set(REQUESTS) - BY_HAND))
def test_every_field_of_every_request_is_asked_for_in_words(tag):
    rules = rulebook.in_force("wespa-5.1", ())
    form = form_of(REQUESTS[tag], rules)

    assert form.roles
    for field in form.fields:
        assert field.words.endswith("?") or field.words in set(family("forms.field.").values())
        assert field.words != field.name


def test_no_word_is_kept_for_a_field_that_is_not_there():
    names = {f"{tag}.{field}" for tag, request in REQUESTS.items()
             for field in request.__struct_fields__}  # fmt: skip

    assert set(VALUES) <= names
    assert set(NOT_ASKED) <= names
    words = set(family("forms.field."))
    assert {word for word in words if "." in word} <= names
    assert {word for word in words if "." not in word} <= {name.split(".")[1] for name in names}


def test_the_words_a_field_takes_are_taken(tmp_path):
    for full, numbers in VALUES.items():
        tag, name = full.split(".")
        rules = rulebook.in_force("wespa-5.1", ())
        if tag in BY_HAND:
            continue
        [field] = [f for f in form_of(REQUESTS[tag], rules).fields if f.name == name]
        assert field.kind in ("choice", "several")
        assert field.choices == tuple((one, value_words(full, one)) for one in numbers)


def test_forms_are_in_the_language_of_who_asks():
    with speaking(PSEUDO):
        pseudo = catalogue_of("wespa-5.1", ())
    english = catalogue_of("wespa-5.1", ())

    assert catalogue_of("wespa-5.1", ()) is english
    assert pseudo.digest != english.digest
    for forms_of, seat in ((english, "Which player?"), (pseudo, longer("Which player?"))):
        form = forms_of.forms["report-overdraw"][-1]
        assert [field.words for field in form.fields if field.name == "seat"] == [seat]


TABLES = 8


@pytest.fixture(scope="module")
def halls(browser, tmp_path_factory):
    """For a book its hall and its tablet, taken in once, at a table where nobody has played yet."""
    with ExitStack() as open_halls:
        kept = {}

        def at_a_table(book="wespa-5.1"):
            if book not in kept:
                folder = tmp_path_factory.mktemp(book)
                hall = open_halls.enter_context(a_hall(folder, tables=TABLES, book=book))
                tablet = Tablet(browser, hall)
                open_halls.callback(tablet.close)
                kept[book] = hall, tablet, iter(range(1, TABLES + 1))
            hall, tablet, free = kept[book]
            tablet.open(next(free))
            return hall, tablet

        yield at_a_table


def players_at(tablet):
    """The names of who sits at its table, as ``Hall`` enters them."""
    return f"Player {2 * tablet.table - 1}", f"Player {2 * tablet.table}"


@pytest.mark.browser
def test_every_form_can_be_filled_in_on_the_tablet_and_is_read_by_the_server(halls, every_form):
    _, found = every_form
    decoder = msgspec.json.Decoder(AnyGameRequest)
    _, tablet = halls()
    tablet.start()
    tablet.play("8D", "WINDY")
    tablet.play("7F", "GALe")
    tablet.sent()
    hold(tablet.page, "() => ({})")
    for tag, form in found:
        told = json.loads(msgspec.json.encode(form))
        answer = tablet.page.evaluate(FILLED_IN, [tag, told, TYPED])

        assert not answer["left"], f"{tag} can't be answered: {told}"
        assert answer["small"] == [], tag
        request = decoder.decode(json.dumps(answer["asked"]))
        told_of = {field.name for field in form.fields if field.needed or field.asked}
        assert told_of <= set(answer["asked"]), tag
        assert type(request) is REQUESTS[tag]
        needs_badge = Role.SCOREKEEPER not in form.roles
        assert (answer["director"] is not None) == needs_badge


@pytest.mark.journey("procedure")
@pytest.mark.browser
@pytest.mark.found("TB-11")
def test_a_procedure_is_shown_with_its_next_step_and_taken_to_its_end(halls):
    _, tablet = halls()
    page, (first, second) = tablet.page, players_at(tablet)
    tablet.start()
    tablet.play("8D", "WINDY")
    page.click("[data-do=more]")
    page.click("text=Too many tiles drawn")
    page.wait_for_selector(".at-step")
    count = page.locator("[data-field]:not(details *)").count()
    assert page.inner_text(".at-step") == f"1 of {count}"
    page.click(".panel .go:text-is('Next')")
    asked = page.inner_text("[data-field=seat] legend")
    assert page.inner_text(".panel .record [role=alert]") == f"First answer: {asked}"
    page.click(f"[data-field=seat] button:text-is('{first}')")
    assert page.inner_text(".at-step") == f"2 of {count}"
    assert page.is_hidden(".panel .record [role=alert]")
    page.fill(f"{question(page, 'drawn')} input", "6")
    page.click(f"{question(page, 'touched')} button:has-text('No')")
    page.click(f"{question(page, 'noticed_by')} button:has-text('the opponent')")
    page.click(f"{question(page, 'concealed')} button:has-text('No')")
    page.click(f"{question(page, 'after_next_play')} button:has-text('No')")
    page.click(".panel .go")
    tablet.until("!document.getElementById('going').hidden")

    strip = page.text_content("#going")
    assert f"{first} drew 1 too many" in strip
    assert f"{second} turns up" in strip
    assert page.inner_text(".going .go") == "Record it"
    assert page.get_attribute(".going .go", "aria-label").startswith("Record it: ")
    page.click(".going .go")
    assert page.input_value("[data-field=revealed] input") == str(
        tablet.sheet().open[0].fact.over + 2
    )
    page.click(".panel .go")
    tablet.until(f"document.getElementById('going').textContent.includes('on {first}')")
    page.click(".going .about")
    page.wait_for_selector(".procedure li.now")
    assert page.locator(".procedure li.done").count() == 2
    page.click(".procedure li.now button")
    page.click(".panel .go")
    tablet.until("document.getElementById('going').hidden")
    assert tablet.sheet().open == ()


ASKED = """() => [...document.querySelectorAll(".panel [data-field]")]
  .filter((one) => !one.closest("details:not([open])")).map((one) => one.dataset.field)"""
KNOWN = """() => Object.fromEntries([...document.querySelectorAll(".panel [data-known]")]
  .map((one) => [one.dataset.known, one.querySelector("b").textContent]))"""


def step_by_step(tablet, name, answers):
    """Take what is open to its end, by the strip; what each step asked, and what it knew."""
    page, taken = tablet.page, []
    while any(one.name == name for one in open_at(tablet)):
        [procedure] = open_at(tablet)
        step = procedure.next_step
        page.click(".going .go")
        page.wait_for_selector(".panel[open] .says")
        request, known = page.evaluate(ASKED), page.evaluate(KNOWN)
        assert page.text_content(".panel .says") == step.does
        assert request == [question.field for question in step.questions]
        assert known.keys() == dict(step.answers).keys()
        words = []
        for field in request:
            page.fill(f"{question(page, field)} input", answers[field])
            words += page.locator(".panel legend:visible").all_text_contents()
        assert words == [asked.words for asked in step.questions]
        version = tablet.sheet().version
        page.click(".panel .go")
        tablet.until(f"tilescribe.game.state.game.version > {version}")
        taken.append((step.asks, request, known))
    tablet.until("document.getElementById('going').hidden")
    return taken


def open_at(tablet):
    sheet = tablet.sheet()
    rules = rulebook.in_force(sheet.scheduled.rulebook, sheet.scheduled.options)
    return open_procedures(sheet, rules)


@pytest.mark.browser
def test_an_overdraw_is_exposed_and_corrected_with_what_its_steps_ask(halls):
    _, tablet = halls("wespa-4.0")
    tablet.start()
    tablet.play("8D", "WINDY")
    report(tablet, "Too many tiles drawn", drawn="6")

    taken = step_by_step(tablet, "overdraw", {"used": "25"})

    assert taken == [
        ("expose-overdraw", [], {"revealed": "3", "seen_by": "both"}),
        ("correct-overdraw", ["used"], {"returned": "1"}),
    ]
    assert tablet.sheet().stock.racks == (7, 7)


@pytest.mark.browser
def test_a_tile_dropped_back_is_put_right_with_what_its_step_asks(halls):
    _, tablet = halls()
    tablet.start()
    tablet.play("8D", "WINDY")
    report(tablet, "Drawn tiles put back into the bag", count="1", rack="6", hand_out="Yes")

    [(ask, request, known)] = step_by_step(tablet, "dropped-back", {"used": "25"})

    assert (ask, request) == ("mend-drop", ["used"])
    assert int(known["exposed"]) == int(known["given"]) + int(known["returned"])
    assert tablet.sheet().stock.racks == (7, 7)


def report(tablet, title, **answers):
    """Report something about the first player; what is not told is answered by no."""
    page = tablet.page
    page.click("[data-do=more]")
    page.click(f".panel button:text-is('{title}')")
    page.wait_for_selector(".panel [data-field=seat]")
    for field in page.evaluate(ASKED):
        box = question(page, field)
        if page.locator(f"{box} input").count():
            page.fill(f"{box} input", answers[field])
        elif field == "seat":
            page.click(f"{box} button:text-is('{players_at(tablet)[0]}')")
        elif field == "noticed_by":
            page.click(f"{box} button:has-text('the opponent')")
        else:
            page.click(f"{box} button:text-is('{answers.get(field, 'No')}')")
    page.click(".panel .go")
    tablet.until("!document.getElementById('going').hidden")


@pytest.mark.browser
def test_what_was_worked_out_can_be_told_otherwise(halls):
    _, tablet = halls("wespa-4.0")
    page = tablet.page
    tablet.start()
    tablet.play("8D", "WINDY")
    report(tablet, "Too many tiles drawn", drawn="6")
    page.click(".going .go")
    page.click(".panel summary")
    page.click("[data-field=revealed] button >> nth=1")

    assert page.evaluate(KNOWN)["revealed"] == "4"
    page.click(".panel .go")
    tablet.until("tilescribe.game.state.open[0].steps.some(({ done, asks }) => done && asks)")
    assert any(getattr(one, "revealed", 0) == 4 for one in tablet.sheet().open[0].done)


MADE_UP = """({ forms }) => {
  const [form] = Object.values(forms);
  const step = (does, more) => ({ who: "both", does, clause: "", clock: "", seconds: null,
    asks: "made-up", if_wrong: "", done: false, optional: false, answers: [], room: "table",
    form, ...more });
  const procedure = { name: "made-up", title: "Made up", clause: "", seat: null, counts: [],
    steps: STEPS.map((more, at) => step(`Step ${at + 1}.`, more)) };
  return { open: [procedure] };
}"""


def made_up(page, *steps):
    """The page has one procedure going on, with these steps."""
    hold(page, MADE_UP.replace("STEPS", json.dumps(steps)))


@pytest.mark.browser
@pytest.mark.found("AE-12")
def test_nobody_waits_for_what_may_be_and_the_desk_has_its_own_steps(halls):
    _, tablet = halls()
    page = tablet.page
    tablet.start()
    tablet.sent()
    made_up(page, {"room": "director"}, {"optional": True}, {})
    page.evaluate("tilescribe.entries.reload()")  # as for whatever is written in the hall

    assert "Step 3." in page.text_content("#going")
    page.click("#going .about")
    lines = page.locator(".procedure li")
    assert "The director does this." in lines.nth(0).text_content()
    assert [lines.nth(at).locator("button").count() for at in range(3)] == [0, 1, 1]
    assert lines.nth(2).get_attribute("aria-current") == "step"

    page.click(".panel .row button")
    made_up(page, {"room": "director"}, {"optional": True})
    assert "The director does the rest." in page.text_content("#going")
    assert page.locator("#going .go").count() == 0


@pytest.mark.browser
def test_the_director_is_called_comes_and_settles_it_with_the_own_badge(halls):
    hall, tablet = halls()
    page = tablet.page
    tablet.start()
    page.click("[data-do=director]")
    page.click(".panel .choices button:has-text('A dispute')")
    tablet.until("document.getElementById('going').textContent.includes('has been called')")
    page.click(".going button:has-text('Director is here')")
    tablet.until("document.getElementById('going').textContent.includes('Say what was')")

    page.click(".going .go")
    page.fill(".by-badge input >> nth=0", "K1")
    page.fill(".by-badge input >> nth=1", PIN)
    page.click(".panel .go")
    page.wait_for_selector("text=That is not a director's badge.")
    page.click(".panel .go")
    assert tablet.sheet().open
    assert tablet.sheet().clock.neutral == "director-called"  # wespa-5.1 4.1(e)

    page.click(".going .go")
    page.fill("[data-field=outcome] input", "agreed")
    page.fill(".by-badge input >> nth=0", "D1")
    page.fill(".by-badge input >> nth=1", PIN)
    page.click(".panel .go")
    tablet.until("document.getElementById('going').hidden")

    last, again = tablet.sheet().events[-2:]
    assert (last.fact.outcome, last.envelope.written_by) == ("agreed", "D1")
    assert again.fact.seat is tablet.sheet().on_move
    assert tablet.sheet().clock.neutral == ""
    assert last.envelope.device == hall.office.tablets.enrolled()[0].device
    tablet.play("8D", "WINDY")
    tablet.sent()
    assert tablet.sheet().events[-1].envelope.written_by == "K1"


@pytest.mark.browser
@pytest.mark.found("DE15")
def test_DE15_a_challenge_that_came_too_late_is_refused_and_written_down_as_a_claim(halls):
    _, tablet = halls()
    page = tablet.page
    tablet.start()
    tablet.play("8D", "WINDY")
    tablet.sent()
    page.evaluate(
        "tilescribe.entries.settled({ ask: 'issue-challenge', seat: 'second', words: ['WINDY'],"
        " tile_racked: true }), 'asked'"
    )
    page.wait_for_selector(".panel:has-text('too late')")
    page.click(".panel .go")
    tablet.sent()

    claim = tablet.sheet().events[-1].fact
    assert (claim.seat, claim.of) == (Seat.SECOND, "challenge")
    assert claim.refused is not None
    assert tablet.sheet().challenges.pending is None


@pytest.mark.browser
def test_a_call_leaves_the_clocks_running_where_the_scorekeeper_says_so(halls):
    _, tablet = halls()
    page = tablet.page
    tablet.start()
    page.click("[data-do=director]")
    page.click(".panel button:has-text('Both clocks are stopped')")
    assert page.get_attribute(".panel [aria-pressed]", "aria-pressed") == "false"

    page.click(".panel .choices button:has-text('Equipment')")
    tablet.until("document.getElementById('going').textContent.includes('has been called')")
    tablet.sent()

    assert tablet.sheet().clock.neutral == ""


@pytest.mark.browser
def test_what_the_rulebook_refuses_is_told_at_once_and_waits_for_nobody(halls):
    _, tablet = halls("wespa-4.0")
    page = tablet.page
    tablet.start()
    told = page.evaluate(
        "tilescribe.entries.settled({ ask: 'accept-play-out', seat: 'second' }), 'asked'"
    )
    page.wait_for_selector(f"text=There is no play-out for {players_at(tablet)[1]} to accept.")
    page.click(".panel .go")

    assert told == "asked"
    tablet.until("tilescribe.outbox.state === 'sent'")


def test_a_scorekeeper_has_no_form_for_what_only_the_director_may(tmp_path):
    form = form_of(REQUESTS["set-times"], rulebook.in_force("wespa-5.1", ()))

    assert form.roles == (Role.DIRECTOR,)
    with pytest.raises(Refusal):
        rulebook.load("none")
