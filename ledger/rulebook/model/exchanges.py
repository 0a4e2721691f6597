"""What a rulebook lays down about exchanges made in another way than it wants."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points, Seconds


class ImproperExchange(Section, frozen=True):
    """Exchanges with too few tiles in the bag, from a wrong rack, or done in another order.

    Attributes:
      final_when: what makes an exchange final: the ``timer``; else a hand in the bag
        (``timer-or-hand-in-bag``); else the first draw (``timer-or-first-draw``); or
        ``timer-or-announcement`` and setting about it.
      none_put_out: what an exchange is that puts out no tile.
      slip_of_tongue: seconds within which a number said wrongly may be said again.
      returned_first: unwanted tiles put back before new ones are drawn.
      left_on_table: unwanted tiles forgotten on the table until a later draw.
      judged_by: who says whether it was legal.
      wrong_objection: what an objection to a legal exchange costs.
      procedure: what is done about one that was not: ``by-stage``, as tiles were drawn,
        racked or returned; ``until-returned``, the right ends with the first unwanted tile
        in the bag; ``opponent-chooses`` the rack from bag and rack.
      turn_becomes: what the turn then is: a ``pass``, a turn ``challenged-off`` or one lost
        without a name among the scoreless ones (``lost-turn``).
      surplus_rack: exchanging from eight tiles or more.
      short_rack: exchanging from six or fewer: legal when the bag, the rack once filled,
        still holds enough (``bag-once-filled``).
    """

    final_when: Clause[
        Literal["timer", "timer-or-hand-in-bag", "timer-or-first-draw", "timer-or-announcement"]
    ]
    none_put_out: Clause[Literal["pass"]]
    slip_of_tongue: Clause[Seconds]
    returned_first: Clause[Literal["no-penalty"]]
    left_on_table: Clause[Literal["shown-to-both"]]
    judged_by: Clause[Literal["director", "players"]]
    wrong_objection: Clause[Literal["nothing"]]
    procedure: Clause[Literal["by-stage", "until-returned", "opponent-chooses"]]
    turn_becomes: Clause[Literal["pass", "challenged-off", "lost-turn"]]
    surplus_rack: Clause[Literal["as-overdraw"]]
    short_rack: Clause[Literal["bag-once-filled"]]


class BlankDeclaring(Section, frozen=True):
    """How a blank gets its letter, and what happens when it got none.

    Attributes:
      by_when: ``before-timer``, ``before-turn-ends``, or ``when-played``.
      media: ways of declaring that count, as ``BlankDesignated.how``.
      undeclared: what the opponent may do: have the player's clock started again
        (``players-clock``), stop the clock (``clock-stopped``), or stop it and have the
        director warn the player (``clock-stopped-and-warning``).
      undeclared_again: spread that the book suggests to take for doing it again.
      misread: a move made on a declared blank misread: it may be replayed if the director
        finds it fair (``replay``), only if all was declared as it should be
        (``replay-if-declared``), or the letter stands and so does the move.
      words_reopened: words that may be challenged after a blank got another letter: those
        ``with-the-blank``; the same and the others of that play (``and-the-play``); or those
        with the blank once the redesignator's next turn is done (``after-next-turn``).
      false_blank: a letter tile played face down and noticed in time.
    """

    by_when: Clause[Literal["before-timer", "before-turn-ends", "when-played"]]
    media: Clause[tuple[str, ...]]
    undeclared: Clause[Literal["players-clock", "clock-stopped", "clock-stopped-and-warning"]]
    undeclared_again: Clause[Points]
    misread: Clause[Literal["replay", "replay-if-declared", "letter-stands"]]
    words_reopened: Clause[Literal["with-the-blank", "and-the-play", "after-next-turn"]]
    false_blank: Clause[Literal["tiles-back"]]
