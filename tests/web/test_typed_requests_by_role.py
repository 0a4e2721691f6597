"""Requests of every kind, typed right and filled at random, from every visitor a hall has.

Whatever stands in them, and whatever became of the game before, nothing is written that the table
``tests/ledger/who_may_ask.txt`` does not give to who sent it, at a table that is theirs, under
their own badge.
"""

from __future__ import annotations

import string
from collections import Counter
from random import Random
from uuid import UUID, uuid4

import msgspec
from msgspec import inspect

from ledger.desk.requests import Sent
from ledger.game.context import OF_GAMES
from ledger.proof.facts import CheckpointKeyMade, CheckpointMade
from ledger.record.events import badge_id, tournament_id
from ledger.vocabulary import Role
from tests.ledger.test_who_may_ask import declared, tag_of
from tests.long_runs import in_shares, seed_of
from tests.registered import EVERY
from tests.web.whole_hall import BADGES, FROM_HERE, SLUG, VISITORS, a_whole_hall

AT_ONCE = 20
"""Requests in one message of a tablet."""

WORDS = ("", "x", "WINDY", "8D", "H8", "A", "?", "K1", "D1", "T1", "3.9.5(a)", "draw", "é" * 40)
WAYS = {tag_of(kind) for kind in OF_GAMES.may}
AT_THE_DESK = "type-slip"
"""What a scorekeeper enters at the results desk, and there alone."""

FROM_A_PAGE = {**FROM_HERE, "Accept": "application/json"}
AT_THEIR_TABLE = {"keeper": 0, "other": 1, "player": 0, "judge": 0}
"""Which of the two games the device of a visitor was taken in for."""


def at_random(kind, dice):
    """A value of a type, of those it may have."""
    if isinstance(kind, inspect.StructType):
        tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
        return tag | {
            field.encode_name: at_random(field.type, dice)
            for field in kind.fields
            if field.required or dice.random() < 0.5
        }
    if isinstance(kind, inspect.UnionType):
        return at_random(dice.choice(kind.types), dice)
    if isinstance(kind, inspect.TupleType):
        return [at_random(each, dice) for each in kind.item_types]
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [at_random(kind.item_type, dice) for _ in range(dice.choice((0, 1, 1, 2)))]
    if isinstance(kind, inspect.EnumType):
        return dice.choice(list(kind.cls)).value
    if isinstance(kind, inspect.LiteralType):
        return dice.choice(kind.values)
    plain = {
        inspect.IntType: lambda: dice.choice((1, 1, 2, 0, 3, 7, 15, dice.randrange(500))),
        inspect.FloatType: lambda: dice.choice((0.0, 1.0, 1500.0, dice.uniform(0, 1500))),
        inspect.StrType: lambda: dice.choice((*WORDS, dice.choice(string.ascii_uppercase))),
        inspect.BoolType: lambda: dice.random() < 0.5,
        inspect.NoneType: lambda: None,
        inspect.DictType: dict,
        inspect.UUIDType: lambda: str(UUID(int=dice.getrandbits(128))),
        inspect.BytesType: lambda: "",
        inspect.DateTimeType: lambda: "2026-11-21T09:00:00Z",
        inspect.AnyType: lambda: "x",
    }
    return plain[type(kind)]()


def a_typed_request(kind, dice):
    """A request of a kind, as JSON; ``None`` where its own bounds refuse what was drawn."""
    request = {
        field.encode_name: at_random(field.type, dice)
        for field in inspect.type_info(kind).fields
        if field.required or dice.random() < 0.5
    } | {"ask": tag_of(kind)}
    try:
        msgspec.convert(request, kind, strict=False)
    except msgspec.ValidationError:
        return None
    return request


def requests_of(kinds, dice, count):
    """So many that their types take."""
    made = (a_typed_request(dice.choice(kinds), dice) for _ in range(100 * count))
    return [request for request, _ in zip(filter(None, made), range(count), strict=False)]


class Watched:
    """A hall in which everything that is written is held against who sent it."""

    def __init__(self, hall, dice):
        self.hall, self.dice, self.may = hall, dice, declared()
        self.written = Counter()

    def hand_in(self, who, count):
        """Requests of games as a tablet's queue, at both tables."""
        device, log = self.hall.devices.get(who, ""), self.hall.desk.log
        for request in batches(requests_of(sorted(OF_GAMES.may, key=tag_of), self.dice, count)):
            seq = log.last_seq(device) if device else 0
            entries = [
                {
                    "command_id": str(uuid4()), "asked": each,
                    "game": str(self.dice.choice(self.hall.games)),
                    **({"device_seq": seq + n} if device else {}),
                }
                for n, each in enumerate(request, start=1)
            ]  # fmt: skip
            before = log.last_position()
            answer = self.hall.ask(who, "/api/entries", "POST", json=entries, headers=FROM_A_PAGE)
            assert answer.status_code < 500, answer.text
            sent = {each["command_id"]: each for each in entries}
            self.hold(who, before, {number: each["asked"]["ask"] for number, each in sent.items()})

    def ask_the_desk(self, who, count):
        """Requests of tournaments, cases and badges, at the desk itself."""
        badge, _ = BADGES[who]
        streams = {
            "tournament": tournament_id(SLUG),
            "case": self.hall.case,
            "badge": badge_id("K2"),
        }
        kinds = sorted((kind for kind in EVERY if kind.about in streams), key=tag_of)
        for request in requests_of(kinds, self.dice, count):
            kind = next(kind for kind in kinds if tag_of(kind) == request["ask"])
            before, number = self.hall.desk.log.last_position(), uuid4()
            self.hall.desk.enter(
                streams[kind.about],
                msgspec.convert(request, kind, strict=False),
                Sent(by=badge, command_id=number),
            )
            self.hold(who, before, {str(number): request["ask"]})

    def hold(self, who, before, sent):
        """What was written since then, against who sent it, from which device."""
        for _, event in self.hall.desk.log.read(before, 10_000):
            envelope = event.envelope
            if isinstance(event.fact, CheckpointKeyMade | CheckpointMade):
                continue  # the record's own, at the end of a round
            request = sent[str(envelope.command_id)]
            badge, role = BADGES.get(who, ("", Role.PLAYER))
            assert who != "nobody", (who, request)
            assert role in self.may[request], (who, request)
            assert who == "player" or envelope.written_by == badge, (who, request)
            if request in WAYS:
                assert who != "bare", (request, "without a device")
                assert (who == "desk") <= (request == AT_THE_DESK), (who, request)
            if request == AT_THE_DESK:
                assert who in {"desk", "director", "organiser"}, (who, request)
            if who in AT_THEIR_TABLE and request in WAYS:
                assert event.originator_id == self.hall.games[AT_THEIR_TABLE[who]], (who, request)
            self.written[who] += 1


def batches(request):
    for at in range(0, len(request), AT_ONCE):
        yield request[at : at + AT_ONCE]


@in_shares(1, 10)
def test_S1_nothing_is_written_that_a_role_may_not_write(tmp_path, share, request):
    each = 1_000 if request.config.getoption("--full") else 200
    dice = Random(seed_of(share))
    with a_whole_hall(tmp_path / "data") as hall:
        watched = Watched(hall, dice)
        for _ in range(each // AT_ONCE):
            for who in VISITORS:
                watched.hand_in(who, AT_ONCE)
        for who in BADGES:
            watched.ask_the_desk(who, each // 3)

    print(dict(watched.written))
    assert watched.written["director"] > 0
    assert watched.written["keeper"] > 0
    assert not watched.written["nobody"]
    assert not watched.written["display"]
