"""A play that is challenged off after its tiles were drawn."""

from __future__ import annotations

from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.challenges.holds import must_be_a_number
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.facts import (
    DrawnThenChallengedOff,
    NewTilesReturned,
    Overdrawn,
    TileDroppedBack,
    Underdrawn,
)
from ledger.game.drawing.overdraws import Counts, TooMany, overdraw_counts
from ledger.game.procedure import Answers, Procedure, Question, Step, opened_by
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import tiles
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.model.turns import WhereTilesGo
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.refusals import Refusal

# Where new tiles go when the play they were drawn for comes off the board.


def returned_as(drawn: DrawnThenChallengedOff, rules: Rulebook) -> Clause[WhereTilesGo]:
    """What the book wants done, by how the tiles were drawn and whether they were mixed in.

    >>> from ledger.rulebook import load
    >>> from ledger.vocabulary import Seat
    >>> mixed = DrawnThenChallengedOff(seat=Seat.FIRST, how="courtesy", drawn=2, mixed=True)
    >>> [str(returned_as(mixed, load(book)).value) for book in ("wespa-4.0", "wespa-1.0")]
    ['overdraw', 'overdraw-noticed']
    """
    off = rules.drawn_off
    touched = {
        "courtesy": (off.courtesy_apart, off.courtesy_mixed),
        "flash": (off.flash_unracked, off.flash_racked),
        "irregular": (off.irregular_apart, off.irregular_mixed),
        "ordinary": (off.ordinary_apart, off.ordinary_mixed),
    }[drawn.how]
    return touched[bool(drawn.racked or drawn.mixed)]


def contested(drawn: DrawnThenChallengedOff, rules: Rulebook) -> tuple[str, ...]:
    """The trap that touches where these tiles go, if one does.

    Courtesy tiles that are clearly mixed in are what the rule speaks of; those that only
    touched the rack are not (T4-21).
    """
    trap = returned_as(drawn, rules).trap
    return (trap,) if trap and (drawn.how != "courtesy" or drawn.mixed is not True) else ()


def as_overdraw(drawn: DrawnThenChallengedOff, held: int, rules: Rulebook) -> Counts:
    """The numbers where all the new tiles are treated as drawn too many.

    Args:
      held: tiles on the rack with the play taken back.
    """
    too_many = TooMany(
        held=held,
        drawn=drawn.drawn,
        due=0,
        touched=bool(drawn.racked or drawn.mixed),
        mixed=bool(drawn.mixed),
        noticed_by="opponent",
    )
    return overdraw_counts(too_many, rules)


def both_see(drawn: DrawnThenChallengedOff, rules: Rulebook) -> bool | None:
    """Whether the opponent sees the tiles as they go back; ``None``: the book does not say.

    >>> from ledger.rulebook import load
    >>> from ledger.vocabulary import Seat
    >>> looked = DrawnThenChallengedOff(seat=Seat.FIRST, how="courtesy", drawn=2, looked=True)
    >>> [both_see(looked, load(book)) for book in ("wespa-4.0", "wespa-1.0", "wsc-2003")]
    [True, False, True]
    """
    goes = returned_as(drawn, rules)
    if goes.value == "shown-and-returned":
        return True
    if drawn.how != "courtesy":
        return None
    seen = rules.windows.courtesy_seen.value
    return {"yes": True, "no": False, "if-drawer-looked": bool(drawn.looked)}.get(seen or "")


class ReportDrawnOff(Request, frozen=True, tag="report-drawn-off", kw_only=True):
    """``seat`` had drawn ``drawn`` tiles for the play that just came off the board."""

    seat: Seat
    drawn: int
    racked: bool | None = None
    mixed: bool | None = None
    looked: bool | None = None


class ReturnNewTiles(Request, frozen=True, tag="return-new-tiles", kw_only=True):
    """The new tiles went back to the bag; ``seen``: the opponent was shown them."""

    seat: Seat
    returned: int
    seen: bool


def drawn_meanwhile(
    sheet: Sheet, play: Line, rules: Rulebook
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """New tiles known to have been drawn for a play that comes off, and what is noticed."""
    drawn, noticed = _known_to_be_drawn(sheet, play, rules)
    return drawn, (*noticed, *(trap for fact in drawn for trap in contested(fact, rules)))


def _known_to_be_drawn(
    sheet: Sheet, play: Line, rules: Rulebook
) -> tuple[tuple[DrawnThenChallengedOff, ...], tuple[str, ...]]:
    held = None if play.before is None else play.before.racks[play.seat.place]
    answering, challenge = sheet.answering, sheet.challenges.pending
    if (courtesy := answering.courtesy) is not None:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how="courtesy",
                drawn=courtesy.drawn,
                held=held,
                racked=courtesy.racked,
                mixed=courtesy.mixed,
                looked=courtesy.looked,
            ),
        ), ()
    if (flash := answering.flash) is not None and flash.drawn:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how="flash",
                drawn=flash.drawn,
                held=held,
                racked=_either(flash.racked, challenge.tile_racked if challenge else None),
                mixed=flash.mixed,
            ),
        ), ()
    new = answering.new_tiles
    if new is not None and new.drawn:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how=_how_drawn(sheet, challenge, rules),
                drawn=new.drawn,
                held=held,
                racked=_either(new.racked or None, challenge.tile_racked if challenge else None),
                mixed=new.mixed or None,
            ),
        ), ()
    out = new is not None or (
        challenge is not None and (challenge.tile_out or challenge.tile_racked)
    )
    corrected = any(
        isinstance(one.fact, Overdrawn | Underdrawn | TileDroppedBack)
        and one.fact.seat is play.seat
        for one in sheet.open
    )
    return (), (remarks.NEW_TILES_DRAWN,) if out or corrected else ()


def _either(one: bool | None, other: bool | None) -> bool | None:
    """What two reports of the same say; ``None`` where neither knows."""
    return other if one is None else one


def _how(sheet: Sheet, rules: Rulebook) -> str:
    """How tiles were drawn for the play that came off, by what was entered about it before."""
    judged = sheet.challenges.judged
    return _how_drawn(sheet, judged.challenge if judged else None, rules)


def _how_drawn(sheet: Sheet, challenge: ChallengeIssued | None, rules: Rulebook) -> str:
    answering = sheet.answering
    out_of_order = answering.irregular or (challenge.out_of_order if challenge else "")
    grounds = rules.answers.flash_draw_grounds.value or ()
    stays_open = rules.windows.flash_draw.value == "stays-open"
    if answering.courtesy is not None:
        return "courtesy"
    if answering.flash is not None or (stays_open and out_of_order in grounds):
        return "flash"
    return "irregular" if out_of_order else "ordinary"


@decides(ReportDrawnOff, may=STAFF)
def report_drawn_off(sheet: Sheet, request: ReportDrawnOff, context: GameContext) -> Decision:
    """Write down new tiles drawn for a play that came off (H-22)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.drawn)
    last = sheet.last_turn
    context.must_unless_ruled(
        last is not None and last.withdrawn and last.seat is request.seat,
        "nothing-came-off",
        player=sheet.name(request.seat),
    )
    drawn = DrawnThenChallengedOff.from_request(
        request,
        how=_how(sheet, context.rules),
        held=last.before.racks[request.seat.place] if last and last.before else None,
    )
    goes = returned_as(drawn, context.rules)
    if not goes.is_known:
        refusal = call_the_director(goes.trap, context.rules) if goes.trap else goes.refusal()
        context.unless_ruled(refusal)
    return Decision((drawn,), touching(context.rules, goes.trap) if goes.trap else ())


@decides(ReturnNewTiles, may=STAFF)
def return_new_tiles(sheet: Sheet, request: ReturnNewTiles, context: GameContext) -> Decision:
    """Write down that the new tiles are back in the bag, which ends the matter (H-20, H-22)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.returned)
    context.must_unless_ruled(
        find(sheet.open, DrawnThenChallengedOff) is not None, "nothing-to-return"
    )
    return Decision(
        (NewTilesReturned(seat=request.seat, returned=request.returned, seen=request.seen),)
    )


# New tiles that had been drawn for a play which came off: where they go (H-20, H-22).


SEEN = Question("seen", "did-opponent-see-them", "yes-no")
RETURNED = Question("returned", "how-many-went-back-to-bag", "number")
OVERDRAWS = ("overdraw", "overdraw-noticed")


@opened_by(DrawnThenChallengedOff)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps, with every number worked out; one for the director where the book gives none."""
    fact = opened.fact
    assert isinstance(fact, DrawnThenChallengedOff)
    goes = returned_as(fact, rules)
    numbers = _numbers(fact, rules) if goes.value in OVERDRAWS else None
    traps = contested(fact, rules)
    steps = _ruling(fact, sheet, str(goes))
    counts: tuple[tuple[str, int], ...] = (("drawn", fact.drawn),)
    if numbers is not None:
        steps = _overdrawn(fact, numbers, sheet, str(goes))
        counts = (
            ("drawn", fact.drawn),
            ("too-many", numbers.over),
            ("face-down", numbers.size),
            ("turned-up", numbers.revealed),
            ("back-to-the-bag", numbers.returned),
            ("on-the-rack-afterwards", numbers.left),
        )
    elif goes.is_known and goes.value not in OVERDRAWS:
        steps = _returned(fact, sheet, rules, str(goes))
        counts = (("drawn", fact.drawn), ("back-to-the-bag", fact.drawn))
    return Procedure(
        name="drawn-then-challenged-off",
        title=say(
            "game_drawing.had-drawn-for-play-came-off", name=sheet.name(fact.seat), drawn=fact.drawn
        ),
        clause=str(goes),
        steps=(*steps, *_conduct(fact, sheet, rules)),
        seat=fact.seat,
        version=opened.version,
        counts=counts,
        traps=traps,
        needs_ruling=bool(traps) or (numbers is None and not _is_plain(goes.value)),
    )


def _is_plain(value: str | None) -> bool:
    return value is not None and value not in OVERDRAWS


def _numbers(fact: DrawnThenChallengedOff, rules: Rulebook) -> Counts | None:
    """The numbers of the overdraw rules; ``None`` where only a ruling can say."""
    if fact.held is None:
        return None
    try:
        return as_overdraw(fact, fact.held, rules)
    except Refusal:
        return None


def _overdrawn(
    fact: DrawnThenChallengedOff, numbers: Counts, sheet: Sheet, clause: str
) -> tuple[Step, ...]:
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    over = numbers.over
    lay = {
        "new": say(
            "game_drawing.puts-face-down-on-table",
            player=player,
            amount=say("game.new-tiles", n=numbers.size),
        ),
        "new-and-old": say(
            "game_drawing.mixes-all-old-new-face-down", player=player, tiles=tiles(numbers.size)
        ),
        "open-rack": say(
            "game_drawing.shows-all-old-new",
            player=player,
            opponent=opponent,
            tiles=tiles(numbers.size),
        ),
    }[numbers.group]
    choose = say("game_drawing.chooses-them-go-back-bag", opponent=opponent, over=over)
    return (
        Step("player", lay, clause, tiles=numbers.size, clock="neutral"),
        Step(
            "opponent",
            say("game_drawing.sees-them", opponent=opponent, revealed=numbers.revealed),
            numbers.clause,
            tiles=numbers.revealed,
            clock="neutral",
        ),
        Step(
            "opponent",
            choose,
            numbers.clause,
            tiles=over,
            clock="neutral",
            seconds=numbers.free_seconds,
            asks="return-new-tiles",
            answers=_back(fact, over, bool(numbers.revealed)),
        ),
        Step(
            "player",
            say("game_drawing.takes-other-on-rack", player=player, left=numbers.left),
            numbers.clause,
            tiles=numbers.left,
        ),
    )


def _returned(
    fact: DrawnThenChallengedOff, sheet: Sheet, rules: Rulebook, clause: str
) -> tuple[Step, ...]:
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    seen = both_see(fact, rules)
    does = {
        True: say(
            "game_drawing.puts-new-back-shown",
            player=player,
            opponent=opponent,
            drawn=fact.drawn,
        ),
        False: say(
            "game_drawing.puts-new-back-unseen",
            player=player,
            opponent=opponent,
            drawn=fact.drawn,
        ),
        None: say("game_drawing.puts-new-back", player=player, drawn=fact.drawn),
    }[seen]
    return (
        Step(
            "player",
            does,
            clause,
            tiles=fact.drawn,
            clock="neutral",
            asks="return-new-tiles",
            answers=_back(fact, fact.drawn, seen),
            questions=() if seen is not None else (SEEN,),
        ),
    )


def _back(fact: DrawnThenChallengedOff, returned: int, seen: bool | None) -> Answers:
    known: Answers = (("seat", fact.seat.value), ("returned", returned))
    return known if seen is None else (*known, ("seen", seen))


def _ruling(fact: DrawnThenChallengedOff, sheet: Sheet, clause: str) -> tuple[Step, ...]:
    return (
        Step(
            "director",
            say(
                "game_drawing.director-says-what-becomes-drew",
                tiles=tiles(fact.drawn),
                name=sheet.name(fact.seat),
            ),
            clause,
            tiles=fact.drawn,
            clock="neutral",
            asks="return-new-tiles",
            answers=(("seat", fact.seat.value),),
            questions=(RETURNED, SEEN),
        ),
    )


def _conduct(fact: DrawnThenChallengedOff, sheet: Sheet, rules: Rulebook) -> tuple[Step, ...]:
    """Behaviour the book has a word for, for the director to judge."""
    mixed = fact.how == "courtesy" and (fact.racked or fact.mixed)
    clause = rules.answers.mixing_conduct if mixed else rules.answers.flash_draw_conduct
    if not clause.is_known or not (mixed or fact.how == "flash"):
        return ()
    name = sheet.name(fact.seat)
    does = (
        say(
            "game_drawing.director-may-penalise-note",
            player=name,
            what=clause.value,
            note=clause.note,
        )
        if clause.note
        else say("game_drawing.director-may-penalise", player=name, what=clause.value)
    )
    return (Step("director", does, str(clause)),)
