"""A living page held still by the seams that it offers: it draws what it has, as often as it likes.

A page of the tablet draws itself anew whenever something is told, sent or counted: a minute after
the last word, too. What a test writes into its elements stays until then, and no longer. So tests
bring a state about by what happens in a hall; where that takes too long, or no hall has it, they
stop one of the ways by which a page comes to know something, each here with how it is done safely:
whatever is on that way already has come in before the test goes on.
"""

from __future__ import annotations

HELD_BACK = """async () => {
  const { outbox } = tilescribe;
  outbox.flush = () => Promise.resolve();
  await outbox.busy;
}"""

SENT_AGAIN = "() => { delete tilescribe.outbox.flush; void tilescribe.outbox.flush(); }"

TOLD_NOTHING = """async () => {
  const { news } = tilescribe;
  news.look = () => Promise.resolve();
  await news.looking;
  await tilescribe.entries.reloading;
}"""

ASKED_ANEW = """async () => {
  const { outbox } = tilescribe;
  while (outbox.busy) await outbox.busy;
  outbox.online = null;
  await outbox.flush();
}"""

HOLDING = """() => {
  const { game } = tilescribe;
  const now = { ...game.now, ...(WHAT)(game.now) };
  Object.defineProperty(game, "now", { configurable: true, get: () => now, set() {} });
  return game.changed();
}"""


def hold_back(page):
    """Nothing that is entered leaves the tablet until :func:`send_again`; it waits on it."""
    page.evaluate(HELD_BACK)


def send_again(page):
    """What was held back is sent."""
    page.evaluate(SENT_AGAIN)


def tell_nothing(page):
    """What others enter is not told from here on, until the page looks because of its own entry."""
    page.evaluate(TOLD_NOTHING)


def ask_the_server(page):
    """The tablet asks the server how far it is, as it does each minute with nothing to send."""
    page.evaluate(ASKED_ANEW)


def hold(page, what):
    """The page shows the game with this in it, and goes on doing so whatever it is told.

    Args:
      what: a function in JavaScript from what the game is to what of it is to be otherwise.
    """
    page.evaluate(HOLDING.replace("WHAT", what))
