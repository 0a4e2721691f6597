"""What paper says in signed bytes: one spelling for one meaning, and no byte that may be changed.

The vectors lie in ``signed_papers.json``, which the checker that needs no server reads as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from ledger.proof.note import Unreadable
from ledger.proof.paper_codes import code_of
from ledger.proof.signed_paper import (
    BEGAN,
    LARGEST,
    LONGEST_OF_A_ROUND,
    LONGEST_PAYLOAD,
    SIGNED,
    WAYS,
    Player,
    ResultPaper,
    RoundPaper,
    RulingPaper,
    Signer,
    decoded,
    encoded,
    fingerprint_lines,
    fingerprint_of_key,
    in_capitals,
    is_fingerprint_of,
    is_signed_address,
    paper_in,
    read_signed,
    signed_address,
    signed_by,
)

VECTORS = Path(__file__).with_name("signed_papers.json")

SEED = bytes(range(32))
KEY = Ed25519PrivateKey.from_private_bytes(SEED)
SIGNER = Signer(KEY)
OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))

AT = datetime(2026, 11, 25, 14, 32, 7, tzinfo=UTC)
CODE = code_of(["Ann Lee 431", "Ben Ode 398"], "Result slip, form 4", bytes(32))

SLIP = ResultPaper(
    size=1283, at=AT, code=CODE, tournament="spring-open", division="A", round_number=1, table=1,
    version=57, edition=1,
    players=(
        Player(number=1, score=431, signed="stroke"),
        Player(number=2, score=398, signed="witness", under_protest=True),
    ),
)  # fmt: skip
AMENDED = replace(
    SLIP, size=1290, at=AT + timedelta(minutes=4), version=60, edition=2, replay=2, division="",
    players=(Player(number=1, score=-12, signed="ruling"), Player(number=2, score=0)),
    provisional=True,
)  # fmt: skip
FORFEITED = replace(
    SLIP, code="", forfeited=True, by_margin=True, edition=0,
    players=(Player(number=17, score=-75), Player(number=204, score=75)),
)  # fmt: skip
VOID = replace(
    SLIP, void=True, unknown=True, edition=0, players=(Player(), Player()), tournament="Öppna Ä"
)
RULING = RulingPaper(
    size=1300, at=AT, code=CODE, tournament="spring-open", entry=1300, case=4, ruling=1,
    division="A", round_number=2, table=14, ruled="upheld", citations="5.2.a; 5.4",
)  # fmt: skip
ROUND = RoundPaper(
    size=1276, at=AT, code=CODE, tournament="spring-open", entry=1277, division="A",
    round_number=1, closed_by="D1", root=bytes(range(100, 132)),
)  # fmt: skip

GOOD = {
    "slip, signed": SLIP,
    "slip, amended, played again, no division": AMENDED,
    "slip, forfeited by a margin": FORFEITED,
    "slip, void, letters beyond ASCII": VOID,
    "ruling notice": RULING,
    "ruling notice about no table": replace(RULING, division="", round_number=0, table=0),
    "round sheet": ROUND,
    "round sheet without divisions": replace(ROUND, division="", closed_by=""),
}


def signed_payload(payload):
    return payload + KEY.sign(SIGNED + payload)


def wrong():
    """Bytes with a good signature that say nothing, each with what is wrong with it."""
    payload = encoded(SIGNER.named(SLIP))
    # format, kind, hint, then size 1283 in two bytes, time in four, and the code.
    code_at = 6 + 2 + 4
    yield "of another format", b"\2" + payload[1:]
    yield "of no kind", payload[:1] + b"\4" + payload[2:]
    yield "kind 0", payload[:1] + b"\0" + payload[2:]
    yield "a byte follows", payload + b"\0"
    yield "ends early", payload[:-1]
    yield "a number longer than it is", payload[:6] + b"\x83\x8a\x00" + payload[8:]
    yield "a number too large", payload[:6] + b"\xff\xff\xff\xff\xff\x7f" + payload[8:]
    yield "no such way to sign", payload[:-2] + b"\x06" + payload[-1:]
    before, code, after = payload[:code_at], payload[code_at : code_at + 7], payload[code_at + 7 :]
    yield "signs that can't be right", before + code[:-1] + bytes([code[-1] ^ 1]) + after
    yield "more than fifty bits of signs", before + bytes([code[0] | 4]) + code[1:] + after
    yield "a text that is none", payload.replace(b"spring", b"s\xffring")
    yield "too long", payload.replace(b"\x0bspring-open", b"\x60" + b"a" * 96)
    yield "scores, and none known", payload[:-1] + bytes([payload[-1] | 16])
    sheet = encoded(SIGNER.named(ROUND))
    yield "a round sheet with another key's hint", sheet[:2] + bytes(4) + sheet[6:]


def of_a_vector(name, paper):
    signer = SIGNER
    data = signer.signed(paper)
    return {
        "name": name,
        "kind": type(paper).__name__,
        "says": json.loads(json.dumps(_plain(signer.named(paper)), default=bytes.hex)),
        "payload": data[:-64].hex(),
        "signature": data[-64:].hex(),
        "address": signed_address(data, "https://hall.example"),
        "without_host": signed_address(data),
    }  # fmt: skip


def _plain(paper):
    return to_builtins(paper, builtin_types=(bytes,))


def all_vectors():
    return {
        "seed": SEED.hex(),
        "public": SIGNER.public.hex(),
        "fingerprint": fingerprint_of_key(SIGNER.public),
        "shown": list(fingerprint_lines(SIGNER.public)),
        "signed_over": SIGNED.decode(),
        "good": [of_a_vector(name, paper) for name, paper in GOOD.items()],
        "well_signed_and_refused": [
            {"why": why, "letters": in_capitals(signed_payload(payload))}
            for why, payload in wrong()
        ],
    }


def test_the_vectors_are_as_they_were():
    made = json.dumps(all_vectors(), indent=1, ensure_ascii=True) + "\n"
    if os.environ.get("TILESCRIBE_NEW_GOLDEN"):
        VECTORS.write_text(made, "utf-8")

    assert made == VECTORS.read_text("utf-8")


@pytest.mark.parametrize("name", GOOD)
def test_a_vector_is_read_checked_and_says_what_was_signed(name):
    one = next(x for x in json.loads(VECTORS.read_text("utf-8"))["good"] if x["name"] == name)
    for address in (one["address"], one["address"].lower(), one["without_host"]):
        data = read_signed(address)

        assert is_signed_address(address)
        assert data.hex() == one["payload"] + one["signature"]
        assert paper_in(data) == SIGNER.named(GOOD[name])
        assert signed_by(data, [OTHER.public, SIGNER.public]) == SIGNER.public
        assert signed_by(data, [OTHER.public]) is None


@pytest.mark.parametrize("why", [why for why, _ in wrong()])
def test_well_signed_bytes_that_say_nothing_are_refused(why):
    payload = dict(wrong())[why]

    with pytest.raises(Unreadable):
        paper_in(signed_payload(payload))


def test_the_key_in_a_round_sheet_checks_it_and_is_told_by_its_fingerprint():
    data = SIGNER.signed(ROUND)
    sheet = paper_in(data)

    assert signed_by(data, [sheet.key]) == SIGNER.public
    large, rest = fingerprint_lines(sheet.key)
    assert is_fingerprint_of(large, SIGNER.public)
    assert is_fingerprint_of(f"{large.upper()}\n{rest}", SIGNER.public)
    assert not is_fingerprint_of(large[:-1], SIGNER.public)
    assert not is_fingerprint_of(rest, SIGNER.public)


NUMBERS = st.one_of(st.integers(0, 300), st.integers(0, LARGEST - 1))
SCORES = st.integers(-(LARGEST // 2) + 1, LARGEST // 2 - 1)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
CODES = st.one_of(st.just(""), st.text(max_size=4).map(lambda t: code_of([t], "form", bytes(32))))
TIMES = st.integers(0, LARGEST - 1).map(lambda seconds: BEGAN + timedelta(seconds=seconds))
HEADS = {"size": NUMBERS, "at": TIMES, "code": CODES, "tournament": WORDS}
MARKS = st.booleans()


@st.composite
def slips(draw):
    unknown = draw(MARKS)
    players = tuple(
        Player(
            number=draw(NUMBERS), score=0 if unknown else draw(SCORES),
            signed=draw(st.sampled_from(WAYS)), under_protest=draw(MARKS),
        )
        for _ in range(2)
    )  # fmt: skip
    return draw(
        st.builds(
            ResultPaper, **HEADS, division=WORDS, round_number=NUMBERS, table=NUMBERS,
            replay=NUMBERS, version=NUMBERS, edition=NUMBERS, players=st.just(players), void=MARKS,
            forfeited=MARKS, resigned=MARKS, by_margin=MARKS, unknown=st.just(unknown),
            provisional=MARKS,
        )
    )  # fmt: skip


PAPERS = st.one_of(
    slips(),
    st.builds(
        RulingPaper, **HEADS, entry=NUMBERS, case=NUMBERS, ruling=NUMBERS, division=WORDS,
        round_number=NUMBERS, table=NUMBERS, ruled=WORDS, citations=WORDS,
    ),
    st.builds(
        RoundPaper, **HEADS, entry=NUMBERS, division=st.text(max_size=3), round_number=NUMBERS,
        closed_by=st.text("DO0123456789", max_size=4), root=st.binary(min_size=32, max_size=32),
    ),
)  # fmt: skip


def signed_or_none(paper):
    try:
        return SIGNER.signed(paper)
    except Unreadable as trouble:
        assert "too long" in str(trouble)  # noqa: PT017 (any other would be a fault)
        return None


@settings(max_examples=120, deadline=None)
@given(paper=PAPERS)
def test_what_is_signed_reads_back_and_is_the_same_bytes_again(paper):
    data = signed_or_none(paper)
    if data is None:
        return

    assert paper_in(data) == SIGNER.named(paper)
    assert SIGNER.signed(paper) == data
    assert read_signed(signed_address(data)) == data
    most = LONGEST_OF_A_ROUND if isinstance(paper, RoundPaper) else LONGEST_PAYLOAD
    assert len(data) <= most + 64


@settings(max_examples=100, deadline=None)
@given(paper=PAPERS, at=st.integers(0, 10_000), flip=st.integers(1, 255))
def test_any_byte_that_is_changed_is_refused(paper, at, flip):
    data = signed_or_none(paper)
    if data is None:
        return
    changed = bytearray(data)
    changed[at % len(data)] ^= flip

    assert signed_by(bytes(changed), [SIGNER.public]) is None


@settings(max_examples=120, deadline=None)
@given(content=st.one_of(st.binary(max_size=130), slips().map(lambda slip: slip)), more=st.data())
def test_whatever_is_read_is_written_the_same(content, more):
    """Bytes that anybody made up: refused, or the one spelling of what they say."""
    if isinstance(content, ResultPaper):
        data = signed_or_none(content)
        if data is None:
            return
        payload = bytearray(data[:-64])
        place = more.draw(st.integers(0, len(payload) - 1))
        payload[place] = more.draw(st.integers(0, 255))
        content = bytes(payload)
    try:
        paper = decoded(content)
    except Unreadable:
        return

    assert encoded(paper) == content


@pytest.mark.parametrize(
    "letters", ["", "A", "AEB1", "AEBA=", "tilescribe:", "A" * 2000, "https://x/s/ÄÖ", "ABF"]
)
def test_letters_that_are_no_signed_bytes_are_refused(letters):
    with pytest.raises(Unreadable):
        paper_in(read_signed(letters))


def test_what_only_reads_and_writes_loads_no_ciphers():
    code = (
        "import sys; import ledger.proof.signed_paper as p; p.fingerprint_lines(bytes(32)); "
        "assert not any(name.startswith('cryptography') for name in sys.modules)"
    )

    subprocess.run([sys.executable, "-c", code], check=True)
