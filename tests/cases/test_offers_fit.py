"""What is offered can be entered: each question is a field, and each step has its request."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from ledger.game.challenges.requests import IssueChallenge
from ledger.game.deciding import MAY_ASK, REQUESTS
from tests.tabletop import FIVE, A, B, Tabletop

FROM_THE_BOOK = {"determine-starter": {"method"}}
"""Fields a form fills from the rulebook itself."""


def before_the_start(book):
    return Tabletop(book, started=False)


def at_the_start(book):
    return Tabletop(book)


def after_a_play(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    return table


def under_challenge(book):
    table = after_a_play(book)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    return table


def after_an_exchange(book):
    table = Tabletop(book, bag=10)
    table.exchange(A, 3)
    return table


def played_out(book):
    table = Tabletop(book, bag=0)
    table.play(A, "1A", "EAIONRT", 10)
    return table


def over(book):
    table = Tabletop(book, bag=84, scores=(300, 290))
    table.passes(A, B, A, B, A, B)
    return table


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    "stage",
    [
        before_the_start,
        at_the_start,
        after_a_play,
        under_challenge,
        after_an_exchange,
        played_out,
        over,
    ],
)
def test_every_offer_asks_for_what_its_request_needs_and_nothing_else(book, stage):
    table = stage(book)

    for offer in table.offers():
        request = REQUESTS[offer.asks]
        known = {field.name for field in fields(request)}
        needed = {field.name for field in fields(request) if field.required}
        desk_request = {question.field for question in offer.questions}
        assert desk_request <= known, offer.name
        assert needed - FROM_THE_BOOK.get(offer.asks, set()) <= desk_request, offer.name
        assert MAY_ASK[request]
        for question in offer.questions:
            assert "?" in question.words, question.words
            assert (question.kind == "choice") is bool(question.choices), question.field

    for procedure in table.procedures():
        for step in procedure.steps:
            assert not step.asks or REQUESTS[step.asks] in MAY_ASK
            assert step.does.endswith((".", "?")) or "\n" in step.does
