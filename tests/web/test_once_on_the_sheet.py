"""What was entered stands on the tablet's sheet once, whenever its answer comes."""

from __future__ import annotations

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.held_still import hold_back, send_again, tell_nothing

pytestmark = [pytest.mark.browser, pytest.mark.found("TA2")]

COUNT = """() => {
  const lines = document.getElementById("lines");
  window.most = 0;
  new MutationObserver(() => {
    window.most = Math.max(window.most, lines.children.length);
  }).observe(lines, { childList: true });
}"""
"""The most lines that were ever shown."""

ANSWERED_MEANWHILE = """async () => {
  const { store, outbox } = tilescribe;
  const { use } = store;
  delete outbox.flush;
  window.readings = 0;
  store.use = async function (work) {
    const found = await use.call(this, work);
    if (window.readings++ === 0) await outbox.flush();
    return found;
  };
  await tilescribe.game.refresh();
  delete store.use;
}"""
"""The first that is read of this tablet's disk is read, the entry that waits in it is answered, and
only then goes what is shown on."""

TOLD_MEANWHILE = """async () => {
  const { store, outbox } = tilescribe;
  const { since } = store;
  delete outbox.flush;
  store.since = async function (...about) {
    store.since = since;
    const found = await since.apply(this, about);
    await outbox.flush();
    await tilescribe.entries.reload();
    return found;
  };
  await tilescribe.game.refresh();
}"""
"""What waits is read; before it is shown, it is answered, and another state has come."""


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("once"), tables=5) as hall:
        tablet = Tablet(browser, hall)
        yield tablet
        tablet.close()


def an_exchange_that_waits(tablet, table):
    tablet.open(table)
    tablet.start()
    tablet.sent()
    tablet.page.evaluate(COUNT)
    tell_nothing(tablet.page)
    hold_back(tablet.page)
    tablet.exchange(3)


def test_an_entry_answered_while_the_page_reads_is_shown_once(tablet):
    an_exchange_that_waits(tablet, 1)
    tablet.page.evaluate(ANSWERED_MEANWHILE)

    assert tablet.page.evaluate("readings") > 0
    tablet.sent()
    assert tablet.page.evaluate("most") == 1
    assert len(tablet.sheet().lines) == 1


def test_an_entry_that_another_state_holds_while_the_page_reads_is_shown_once(tablet):
    an_exchange_that_waits(tablet, 3)
    tablet.page.evaluate(TOLD_MEANWHILE)

    tablet.sent()
    assert tablet.page.evaluate("most") == 1


def test_a_state_that_is_here_before_the_answer_to_what_it_holds_shows_it_once(tablet):
    an_exchange_that_waits(tablet, 2)
    held = []

    def answered_late(route):
        held.append((route, route.fetch()))

    tablet.page.route("**/api/entries", answered_late, times=1)
    send_again(tablet.page)
    while not held:
        tablet.page.evaluate("0")
    tablet.page.evaluate("tilescribe.entries.reload()")
    assert tablet.page.evaluate("tilescribe.game.state.lines.length") == 1, "the state has it"
    assert tablet.page.evaluate("tilescribe.game.now.lines.length") == 1
    [(route, answer)] = held
    route.fulfill(response=answer)
    tablet.sent()
    assert tablet.page.evaluate("most") == 1


READ_EARLY_TOLD_LATE = """async () => {
  const { store } = tilescribe;
  const { since } = store;
  store.since = async function (...about) {
    store.since = since;
    const found = await since.apply(this, about);
    await new Promise((later) => { window.goOn = later; });
    return found;
  };
  window.early = tilescribe.game.refresh();
}"""
"""A look at what this tablet entered that began before the next entry, and is told after it."""


def test_a_play_stays_on_the_sheet_though_a_look_that_began_before_it_is_told_after_it(tablet):
    """Else its blank is not asked for: nobody sees a play with one at that moment."""
    an_exchange_that_waits(tablet, 4)
    tablet.page.evaluate(READ_EARLY_TOLD_LATE)
    tablet.exchange(2)

    tablet.page.evaluate("() => { goOn(); return early; }")

    assert tablet.page.evaluate("tilescribe.game.now.lines.length") == 2
    send_again(tablet.page)
    tablet.sent()


SHOWN_BEFORE_COUNTED = """async () => {
  const { game, outbox } = tilescribe;
  const { store } = outbox;
  await outbox.busy;
  const { append, queued } = store;
  const counting = new Promise((goOn) => { window.count = goOn; });
  store.queued = async function () {
    await counting;
    return queued.call(this);
  };
  store.append = async function (...entry) {
    const kept = await append.apply(this, entry);
    setTimeout(() => game.refresh());
    return kept;
  };
}"""
"""Somebody looks at the sheet once an entry is on disk, and before the queue is counted."""


def test_what_the_sheet_shows_waits_though_the_queue_is_not_counted_yet(tablet):
    """Else everything is said to be sent while the newest line is on this tablet only."""
    tablet.open(5)
    tablet.start()
    tablet.sent()
    tablet.page.evaluate(SHOWN_BEFORE_COUNTED)
    tablet.exchange(3)

    assert tablet.page.evaluate("tilescribe.outbox.waiting") == 1

    tablet.page.evaluate("count()")
    tablet.sent()
    assert len(tablet.sheet().lines) == 1
