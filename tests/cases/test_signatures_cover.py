"""What a signature is for, when it no longer counts, and who can agree to an amendment."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import RecordOvertime
from ledger.game.deciding import AnyGameRequest
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.amending import AmendResult, AskAmendment, ReopenResult
from ledger.game.results.facts import AmendmentAsked, ResultAmended, ResultSigned
from ledger.game.results.signatures import (
    amendments_view,
    digest_of_amendment,
    digest_shown,
    result_notes,
    shown_result,
    signatures_view,
    text_of,
)
from ledger.game.results.signing import HandIn, ProposeResult, RefuseAmendment, open_items
from ledger.game.sheet.folding import replay
from ledger.game.turns.requests import CorrectScore
from ledger.messages import LANGUAGES, PSEUDO, speaking
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, agreement, signature
from tests.tabletop import FIVE, A, B, Tabletop

REQUEST = msgspec.json.Decoder(AnyGameRequest)


def over(book="wespa-5.1", scores=(400, 390)):
    table = Tabletop(book, bag=84, scores=scores)
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("?", "?")))
    table.enter(ProposeResult())
    return table


def signed(book="wespa-5.1"):
    table = over(book)
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    return table


def corrected(table, now, **how):
    play = next(line.version for line in table.sheet.lines if line.score)
    return table.enter(
        CorrectScore(version=play, now=now, reason="miscounted", approved_by="both"), **how
    )


def asked(table, now=(400, 392)):
    table.enter(AskAmendment(seat=B, reason="a turn counts 2 more", now=now))
    return table


# Who agrees


@pytest.mark.found("TO1")
def test_nobody_is_asked_to_agree_to_an_amendment_of_a_result_that_changed_since():
    table = asked(signed())
    asks = [step.asks for step in table.procedure("amendment").steps]
    assert asks.count("sign-amendment") == 2

    corrected(table, 410, ruled=True)
    table.enter(signature(table.sheet, A), ruled=True)

    assert not table.sheet.is_final
    asks = [step.asks for step in table.procedure("amendment").steps]
    assert "sign-amendment" not in asks
    assert "refuse-amendment" in asks


@pytest.mark.found("SE5")
@pytest.mark.parametrize("book", FIVE)
def test_SE5_no_word_of_a_scorekeeper_makes_players_agree(book):
    table = signed(book)
    alone = REQUEST.decode(
        b'{"ask":"amend-result","now":[999,0],"reason":"so","agreed_by":["first","second"]}'
    )

    assert table.refused(alone, role=Role.SCOREKEEPER).code == "not-allowed"
    assert table.sheet.stands == (400, 390)


@pytest.mark.found("SE5")
def test_SE5_one_player_alone_amends_nothing_and_the_slip_waits():
    table = asked(signed())
    table.enter(agreement(table.sheet, A))

    assert table.sheet.stands == (400, 390)
    assert table.refused(HandIn(seat=A)).code == "amendment-under-way"
    assert table.refused(agreement(table.sheet, A)).code == "already-signed"

    table.enter(RefuseAmendment(reason="the sheets say otherwise"))
    assert table.enter(HandIn(seat=A)).result.handed_in is A


@pytest.mark.found("SE5")
def test_SE5_whoever_entered_the_petition_witnesses_no_agreement_and_paper_is_none():
    table = asked(signed())

    paper = agreement(table.sheet, A, "paper")
    witnessed = agreement(table.sheet, A, "witness", witness="K1")
    nothing = agreement(table.sheet, A, "stroke", words="")

    assert table.refused(paper).code == "no-witness"
    # On this tabletop K1 enters everything, the director's entries too.
    assert table.refused(witnessed, role=Role.DIRECTOR).code == "no-witness"
    assert table.refused(nothing).code == "unreadable-request"


def test_both_sign_for_the_amended_scores_and_their_signatures_are_for_these():
    table = asked(signed())
    for seat in (B, A):
        table.enter(agreement(table.sheet, seat))

    sheet = table.sheet
    assert (sheet.state, sheet.stands, sheet.is_signed) == ("amended", (400, 392), True)
    assert [(one.totals, one.stands) for one in signatures_view(sheet)] == [
        ((400, 390), False), ((400, 390), False), ((400, 392), True), ((400, 392), True),
    ]  # fmt: skip
    [told] = amendments_view(sheet)
    assert (told.was, told.now, told.clause) == ((400, 390), (400, 392), "wespa-5.1 5.4.1(a)")
    assert table.enter(HandIn(seat=A)).result.handed_in is A


def test_a_petition_for_other_scores_takes_the_place_of_the_one_before_and_its_signatures():
    table = asked(signed())
    table.enter(agreement(table.sheet, A))
    asked(table, (400, 395))
    table.enter(agreement(table.sheet, B))

    assert table.sheet.stands == (400, 390)
    assert table.sheet.result.amending.now == (400, 395)


# What a signature covers


@pytest.mark.found("RU13")
@pytest.mark.parametrize("shown", ["0" * 64, "5" * 64, "so it was", ""])
def test_RU13_only_the_digest_of_what_stands_is_taken_for_what_was_shown(shown):
    table = over()
    wrong = msgspec.structs.replace(signature(table.sheet, A), shown=shown)

    for ruled in (False, True):
        with pytest.raises(Refusal) as refusal:
            table.enter(wrong, ruled=ruled)
        assert refusal.value.code == "result-changed"
    table.enter(signature(table.sheet, A))
    fact = table.fact(ResultSigned)
    assert (fact.covers, fact.shown) == (table.sheet.version - 1, digest_shown(table.sheet, A))


@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_signature_keeps_the_language_in_which_the_slip_was_read(spoken, reader):
    table = over()
    read = digest_shown(table.sheet, A, spoken)

    with speaking(reader):  # the desk answers in a language of its own
        table.enter(msgspec.structs.replace(signature(table.sheet, A), shown=read))

    fact = table.fact(ResultSigned)
    assert (fact.shown, fact.text) == (read, "" if spoken == "en" else f"{spoken}.1")
    assert table.sheet.signed_by == (A,)
    [told] = signatures_view(table.sheet)
    assert (told.text, told.stands) == (fact.text, True)


@pytest.mark.parametrize(
    ("spoken", "mode", "first", "since"),
    [
        ("en", "points-per-word-5", "points-per-word-5", "5 points a word"),
        ("en", "five-then-ten", "five-then-ten", "five then ten"),
        ("es", "points-per-word-5", "5 puntos por palabra", "5 puntos por palabra"),
        ("es", "five-then-ten", "five-then-ten", "primero 5, luego 10"),
    ],
)
@pytest.mark.parametrize("text", [1, 2])
def test_a_code_that_was_shown_to_whoever_signed_before_is_said_in_words_since(
    spoken, mode, first, since, text
):
    """A tablet that was away keeps the old text, and its player signed what it showed."""
    table = Tabletop("wespa-4.0", bag=60, challenge_mode=mode, challenge_points="credit-challenged")
    table.play(A, "1A", "EAI", 10)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    table.passes(B, A, B, A, B, A)
    table.enter(CountUnplayed(racks=("?", "?")))
    table.enter(ProposeResult())
    with speaking(spoken):
        shown = shown_result(table.sheet, A, text).splitlines()
    read = digest_shown(table.sheet, A, spoken, text)
    table.enter(msgspec.structs.replace(signature(table.sheet, A), shown=read))

    assert [one for one in shown if one.endswith(f": {(first, since)[text - 1]}")]
    name = f"{spoken}.{text if first != since else 1}"
    assert table.fact(ResultSigned).text == ("" if name == "en.1" else name)
    [told] = signatures_view(table.sheet)
    assert digest_shown(table.sheet, A, *text_of(told.text)) == read


def test_players_sign_each_in_their_own_language_and_agree_to_an_amendment_in_it():
    table = over()
    for seat, spoken in ((A, "es"), (B, "pl")):
        shown = digest_shown(table.sheet, seat, spoken)
        table.enter(msgspec.structs.replace(signature(table.sheet, seat), shown=shown))
    asked(table)
    for seat, spoken in ((A, "fr"), (B, "de")):
        request = table.sheet.result.amending
        shown = digest_of_amendment(table.sheet, seat, request.now, request.reason, spoken)
        table.enter(msgspec.structs.replace(agreement(table.sheet, seat), shown=shown))

    assert (table.sheet.state, table.sheet.is_signed) == ("amended", True)
    told = signatures_view(table.sheet)
    assert [one.text for one in told] == ["es.1", "pl.1", "fr.1", "de.1"]
    facts = [event.fact for event in table.sheet.events if isinstance(event.fact, ResultSigned)]
    assert [fact.text for fact in facts] == [one.text for one in told]


def test_a_slip_in_a_language_that_is_not_offered_is_not_what_a_player_is_shown():
    table = over()
    shown = digest_shown(table.sheet, A, PSEUDO)

    wrong = msgspec.structs.replace(signature(table.sheet, A), shown=shown)
    assert table.refused(wrong).code == "result-changed"


@pytest.mark.found("PA1")
def test_a_score_corrected_after_the_first_signature_makes_that_void():
    table = over()
    table.enter(signature(table.sheet, A))
    seen_before = signature(table.sheet, B)

    corrected(table, 410)

    assert table.sheet.signed_by == ()
    assert table.refused(seen_before).code == "result-changed"
    table.enter(signature(table.sheet, B))
    assert table.refused(HandIn(seat=A)).code == "not-signed"
    wanted = [item.what for item in open_items(table.sheet, table.rules)]
    assert "Ann has not signed the result slip as it stands now." in wanted
    table.enter(signature(table.sheet, A))
    assert table.enter(HandIn(seat=A)).is_signed


def test_what_comes_to_the_same_scores_in_another_way_is_not_what_was_signed():
    table = over()
    table.enter(signature(table.sheet, A))
    table.enter(RecordOvertime(seat=A, over=30))
    corrected(table, 410)

    assert table.sheet.stands == (400, 390)
    assert table.sheet.signed_by == ()


def test_what_does_not_change_the_result_leaves_a_signature_as_it_is():
    table = over()
    table.enter(signature(table.sheet, A))
    corrected(table, 410)
    corrected(table, 400)

    assert table.sheet.signed_by == (A,)


@pytest.mark.parametrize("book", FIVE)
def test_a_ruling_on_a_final_result_stands_in_the_place_of_the_signatures(book):
    table = signed(book)

    sheet = corrected(table, 410, ruled=True)

    assert (sheet.stands, sheet.is_final, sheet.signed_by) == ((410, 390), True, ())
    assert any("Stands by ruling" in note for note in result_notes(sheet))
    assert table.enter(HandIn(seat=A)).result.handed_in is A


@pytest.mark.parametrize("book", FIVE)
def test_a_result_reopened_is_nobodys_until_both_sign_anew(book):
    table = signed(book)
    table.enter(ReopenResult(reason="wrong table"), ruled=True)

    assert table.refused(HandIn(seat=A)).code == "not-signed"
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    assert table.sheet.is_signed


# Records from before


def test_an_amendment_of_an_older_record_has_nobodys_signature_and_says_so():
    table = signed()
    table.write(
        AmendmentAsked(seat=A, reason="x"),
        ResultAmended(
            was=(400, 390), now=(400, 392), kind="agreed-before-hand-in", reason="x",
            agreed_by=("first", "second"),
        ),
    )  # fmt: skip

    assert (table.sheet.stands, table.sheet.is_final) == ((400, 392), False)
    [told] = amendments_view(table.sheet)
    assert "nobody signed for it" in told.ground
    assert told.clause == ""


def test_of_an_old_signature_only_the_scores_are_known_and_only_they_are_compared():
    table = over()
    table.write(*(ResultSigned(seat=s, totals=(400, 390), how="pin", shown="00") for s in (A, B)))
    assert [one.covers for one in signatures_view(table.sheet)] == [None, None]
    assert table.sheet.is_signed

    corrected(table, 410, ruled=True)
    assert table.sheet.signed_by == ()


# Whatever happens


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("sign", "stale", "correct", "ask", "agree", "permit", "refuse", "reopen", "overtime",
             "propose", "hand-in")
        ),
        st.sampled_from((A, B)),
        st.integers(-2, 2),
        st.booleans(),
    ),
    max_size=12,
)  # fmt: skip


def request_of(what, table, seat, number, seen):
    """The request of one step; ``None`` where there is nothing to ask for."""
    sheet = table.sheet
    now = (sheet.stands[0] + number, sheet.stands[1])
    if what == "agree" and (sheet.result.amending is None or sheet.result.amending.now is None):
        return None
    play = next(line.version for line in sheet.lines if line.score)
    return {
        "sign": lambda: signature(sheet, seat),
        "stale": lambda: signature(seen, seat),
        "correct": lambda: CorrectScore(
            version=play, now=400 + number, reason="x", approved_by="both"
        ),
        "ask": lambda: AskAmendment(seat=seat, reason="x", now=now),
        "agree": lambda: agreement(sheet, seat),
        "permit": lambda: AmendResult(now=now, reason="x", last_round_over=False),
        "refuse": lambda: RefuseAmendment(reason="x"),
        "reopen": lambda: ReopenResult(reason="x"),
        "overtime": lambda: RecordOvertime(seat=seat, over=61),
        "propose": ProposeResult,
        "hand-in": lambda: HandIn(seat=seat),
    }[what]()


@pytest.mark.found("SE5", "PA1")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(book=st.sampled_from(FIVE), steps=STEPS)
def test_a_result_is_final_only_by_signatures_for_what_stands_or_by_a_ruling(book, steps):
    table = over(book)
    seen = table.sheet
    for what, seat, number, ruled in steps:
        request = request_of(what, table, seat, number, seen)
        final, handed_in = table.sheet.is_final, table.sheet.result.handed_in
        try:
            written = request is not None and table.enter(request, ruled=ruled)
        except Refusal:
            continue
        sheet = table.sheet
        for one in sheet.result.signatures:
            assert one.fact.totals == sheet.stands
        if sheet.is_final and not sheet.is_signed:
            event = sheet.events[sheet.result.carried - 1]
            assert event.envelope.case or isinstance(event.fact, ResultAmended)
        if final and written and not ruled:
            assert sheet.is_final, f"{what} set a final result aside without a ruling"
        if sheet.result.handed_in is not None and handed_in is None and not ruled:
            assert final
        if number:
            seen = sheet
        assert replay(sheet.events) == sheet


def test_the_director_is_a_second_official(tmp_path):
    from tests.desks import a_desk, a_table

    with a_desk(tmp_path / "data") as desk:
        table = a_table(desk)
        first, second = table.signed().stands
        table.enter(AskAmendment(seat=A, reason="x", now=(first, second + 2)))
        for seat in (A, B):
            witnessed = agreement(table.sheet, seat, "witness", witness=DIRECTOR)
            table.enter(witnessed, by=DIRECTOR)

        assert table.sheet.is_signed
        assert [one.fact.witness for one in table.sheet.result.signatures] == [DIRECTOR, DIRECTOR]


@pytest.mark.found("SR-6")
@pytest.mark.parametrize("book", FIVE)
def test_SR6_nobody_signs_with_a_pin_that_nobody_checked(book):
    table = over(book)
    for role in (Role.SCOREKEEPER, Role.DIRECTOR):
        for words in ("", "5" * 64):
            sign = signature(table.sheet, A, "pin", words=words)
            assert table.refused(sign, role=role).code == "no-pin-checked"
    assert table.sheet.signed_by == ()


@pytest.mark.found("SR-6")
def test_SR6_nobody_agrees_to_an_amendment_with_a_pin_either():
    table = asked(signed())
    assert table.refused(agreement(table.sheet, A, "pin")).code == "no-pin-checked"


@pytest.mark.found("SR-6")
@pytest.mark.parametrize("book", FIVE)
def test_SR6_a_signature_by_hand_without_a_line_is_none(book):
    table = over(book)

    assert table.refused(signature(table.sheet, A, words="")).code == "unreadable-request"

    assert table.enter(signature(table.sheet, A)).signed_by == (A,)


@pytest.mark.found("SR-6")
@pytest.mark.parametrize("book", FIVE)
def test_SR6_one_scorekeeper_sees_one_signature_on_paper_and_never_both(book):
    table = over(book)
    table.enter(signature(table.sheet, B, "paper"))
    second = signature(table.sheet, A, "paper")

    assert table.refused(second, role=Role.SCOREKEEPER).code == "one-hand"

    assert table.enter(second, role=Role.DIRECTOR).is_final
    by_hand = over(book)
    by_hand.enter(signature(by_hand.sheet, B, "paper"))
    assert by_hand.enter(signature(by_hand.sheet, A)).is_final
