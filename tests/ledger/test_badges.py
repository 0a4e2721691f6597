"""The badge office: PINs, sessions and devices, on the record's own database."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock
from uuid import UUID

import msgspec
import pytest

from ledger.accounts import sessions as guesses
from ledger.accounts.badges import Badges
from ledger.accounts.devices import sessions_seen
from ledger.accounts.facts import BadgeLocked, DeviceEnrolled, PinSet
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost, Gate
from ledger.record.events import badge_id, device_id
from ledger.record.log import Taken
from ledger.record.opening import LEDGER_FILE
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, JUDGE, ORGANISER, SCOREKEEPER, a_desk
from tests.officials import Organiser

CHEAP = Cost(2, 1, 1)
START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.at = START

    def __call__(self):
        return self.at

    def later(self, **by):
        self.at += timedelta(**by)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def office(tmp_path, clock):
    with a_desk(tmp_path, now=clock) as desk:
        local_store = open_local_store(tmp_path, {})
        yield Badges(desk, local_store, CHEAP)
        local_store.close()


def code_of(function, *what, **how):
    with pytest.raises(Refusal) as refusal:
        function(*what, **how)
    return refusal.value.code


def test_the_first_start_makes_a_directors_badge_once_and_its_pin_must_be_changed(office):
    welcome = office.first_start()
    signed_in = office.sign_in(welcome.badge, welcome.pin)

    assert office.first_start() is None
    assert signed_in.session.role is Role.DIRECTOR
    assert signed_in.session.must_change

    changed = office.change_pin(signed_in.session, welcome.pin, "a new one", "here")
    assert not changed.session.must_change
    assert office.sessions.find(signed_in.token) is None, "the old session is dead"
    assert code_of(office.sign_in, welcome.badge, welcome.pin) == "wrong-pin"


def test_a_director_issues_badges_and_nobody_else_does(office):
    welcome = office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR)

    assert office.sign_in("K7", welcome.pin).session.role is Role.SCOREKEEPER
    assert code_of(office.issue, "K8", "Kai", Role.SCOREKEEPER, by="K7") == "not-allowed"
    assert code_of(office.issue, "K7", "Kai", Role.SCOREKEEPER, by=DIRECTOR) == "badge-taken"
    assert code_of(office.issue, " ", "Kai", Role.SCOREKEEPER, by=DIRECTOR) == "unreadable-request"
    assert [badge.name for badge in office.all_badges()] == ["Kim"]


def test_S2_every_session_has_a_new_id_of_256_bits(office):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin

    tokens = {office.sign_in(SCOREKEEPER, pin).token for _ in range(20)}

    assert len(tokens) == 20
    assert all(len(token) == 43 for token in tokens)


def test_S2_no_secret_lies_in_the_log_or_readable_in_the_file(office, tmp_path):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    token = office.sign_in(SCOREKEEPER, pin).token
    code = office.tablets.invite("spring-open/T14", by=DIRECTOR)
    key = office.tablets.enrol(code).key

    kept = b"".join(path.read_bytes() for path in tmp_path.glob("ledger.db*"))

    for secret in (pin, token, code, key):
        assert secret.encode() not in kept


def test_S2_ten_wrong_pins_lock_the_badge_where_they_were_tried_and_nowhere_else(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    for _ in range(10):
        assert code_of(office.sign_in, SCOREKEEPER, "guess", origin="tablet 3") == "wrong-pin"

    assert code_of(office.sign_in, SCOREKEEPER, pin, origin="tablet 3") == "locked-out"
    assert office.sign_in(SCOREKEEPER, pin, origin="tablet 4").token, "the hall is not locked out"

    clock.later(minutes=4, seconds=59)
    assert code_of(office.sign_in, SCOREKEEPER, pin, origin="tablet 3") == "locked-out"
    clock.later(seconds=2)
    assert office.sign_in(SCOREKEEPER, pin, origin="tablet 3").token


def test_S2_whoever_tries_every_badge_at_one_tablet_locks_nobody_out_of_the_hall(office):
    badges = {f"K{n}": Role.SCOREKEEPER for n in range(2, 9)} | {"D7": Role.DIRECTOR}
    pins = {
        badge: office.issue(badge, "Somebody", role, by=DIRECTOR).pin
        for badge, role in badges.items()
    }
    for badge in badges:
        for _ in range(30):
            code_of(office.sign_in, badge, "guess", origin="tablet 3")
    pins["K9"] = office.issue("K9", "Comes later", Role.SCOREKEEPER, by=DIRECTOR).pin

    for badge, pin in pins.items():
        assert office.sign_in(badge, pin, device="tablet 4").token, "at another tablet"
        assert office.sign_in(badge, pin, origin="address 10.0.0.9").token, "or at none"
    assert office.sign_in("K9", pins["K9"], origin="tablet 3").token, "a badge nobody tried"
    assert code_of(office.sign_in, "D7", pins["D7"], origin="tablet 3") == "locked-out"


def test_S2_a_hundred_guesses_at_once_are_no_more_than_ten(office):
    office.new_pin(SCOREKEEPER, by=DIRECTOR)
    start, told = threading.Barrier(20), []

    def guess():
        start.wait()
        for _ in range(5):
            told.append(code_of(office.sign_in, SCOREKEEPER, "guess", origin="here"))  # noqa: PERF401

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(told) == ["locked-out"] * 90 + ["wrong-pin"] * 10


def at_once(how_many, what):
    start, told = threading.Barrier(how_many), []

    def one(number):
        start.wait()
        try:
            told.append(what(number))
        except Refusal as refusal:
            told.append(refusal.code)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(how_many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


@pytest.mark.found("SE12")
def test_twenty_right_sign_ins_of_one_badge_at_once_lock_nobody_out(office):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin

    told = at_once(20, lambda _: office.sign_in(SCOREKEEPER, pin, origin="here").session.badge)

    assert told == [SCOREKEEPER] * 20


@pytest.mark.found("SE12")
def test_one_badge_tried_from_everywhere_is_shut_to_strange_addresses_and_to_nobody_else(
    office, clock
):
    pin = office.new_pin(DIRECTOR, by=DIRECTOR).pin
    office.sign_in(DIRECTOR, pin, origin="address 10.0.0.1")
    for n in range(2, 30):
        guess(office, 10, DIRECTOR, origin=f"address 10.0.0.{n}")

    assert code_of(office.sign_in, DIRECTOR, pin, origin="address 10.0.0.99") == "locked-out"
    assert office.sign_in(DIRECTOR, pin, origin="address 10.0.0.1").token, "signed in there before"
    assert office.sign_in(DIRECTOR, pin, device="tablet 4").token, "an enrolled tablet"
    clock.later(hours=1, seconds=1)
    assert office.sign_in(DIRECTOR, pin, origin="address 10.0.0.99").token


@pytest.mark.found("SE12")
def test_a_clock_that_is_set_back_makes_no_lock_longer(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    guess(office, 10, origin="here")
    clock.later(days=-1)

    with pytest.raises(Refusal, match="Try again in 5 min"):
        office.sign_in(SCOREKEEPER, pin, origin="here")
    clock.later(minutes=5, seconds=1)
    assert office.sign_in(SCOREKEEPER, pin, origin="here").token


@pytest.mark.found("SE10")
@pytest.mark.parametrize("badge", ["K" * 60_000, "K" * 41, "K\x001", "K\n1", ""])
def test_what_can_be_no_badge_is_neither_kept_nor_looked_up(office, badge):
    assert code_of(office.sign_in, badge, "774418", origin="here") == "wrong-pin"

    assert office.local_store.rows("SELECT * FROM wrong_pins") == []


@pytest.mark.found("SE10", "SE3")
def test_made_up_badges_cost_a_place_no_more_than_a_hundred_tries(office, clock):
    codes = [
        code_of(office.sign_in, f"nobody {n}", "774418", origin="address 10.0.0.3")
        for n in range(120)
    ]

    assert codes == ["wrong-pin"] * 100 + ["locked-out"] * 20
    clock.later(minutes=5, seconds=1)
    assert code_of(office.sign_in, "nobody", "774418", origin="address 10.0.0.3") == "wrong-pin"


@pytest.mark.found("SE10")
def test_wrong_tries_are_kept_up_to_a_number_and_the_oldest_go_first(office, clock, monkeypatch):
    monkeypatch.setattr(guesses, "ROWS_AT_MOST", 20)
    for n in range(60):
        clock.later(seconds=1)
        guess(office, 1, f"nobody {n}", origin=f"address 10.0.0.{n}")

    kept = office.local_store.rows("SELECT origin FROM wrong_pins ORDER BY since DESC")
    assert len(kept) <= 20
    assert kept[0] == ("address 10.0.0.59",)


@pytest.mark.found("SE3")
def test_two_pins_are_worked_out_at_a_time_and_who_finds_no_room_to_wait_is_told():
    gate, turned_away, go_on = Gate(at_once=2, waiting=3), threading.Semaphore(0), threading.Event()
    working, at_work, most = threading.Semaphore(0), [], []

    def check(_number):
        try:
            with gate.passed():
                at_work.append(None)
                most.append(len(at_work))
                working.release()
                assert go_on.wait(60)
                at_work.pop()
        except Refusal:
            turned_away.release()
            raise
        return "in"

    told = []
    signing_in = threading.Thread(target=lambda: told.extend(at_once(9, check)))
    signing_in.start()
    for _ in range(4):
        assert turned_away.acquire(timeout=60)
    for _ in range(2):
        assert working.acquire(timeout=60)
    go_on.set()
    signing_in.join()

    assert max(most) == 2
    assert sorted(told) == ["in"] * 5 + ["too-many-signing-in"] * 4


@pytest.mark.found("SE3")
def test_a_pin_kept_at_an_older_cost_is_renewed_when_its_bearer_signs_in(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    dearer = Badges(office.desk, office.local_store, Cost(4, 1, 1))

    assert dearer.sign_in(SCOREKEEPER, pin).session.must_change
    request = "SELECT cost FROM pins WHERE badge = 'K1'"
    assert office.local_store.rows(request) == [("scrypt 4 1 1",)]
    assert dearer.sign_in(SCOREKEEPER, pin).session.must_change


def test_S2_after_a_lock_there_are_ten_more_tries_and_not_one(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    for _ in range(2):
        for _ in range(10):
            assert code_of(office.sign_in, SCOREKEEPER, "guess", origin="here") == "wrong-pin"
        assert code_of(office.sign_in, SCOREKEEPER, pin, origin="here") == "locked-out"
        clock.later(minutes=5)
    assert office.sign_in(SCOREKEEPER, pin, origin="here").token


def test_S2_guesses_at_badges_that_were_made_up_do_not_fill_the_disk(office, clock):
    for n in range(50):
        code_of(office.sign_in, f"nobody {n}", "guess", origin="here")
    clock.later(hours=1, seconds=1)
    code_of(office.sign_in, "nobody", "guess", origin="here")

    assert office.local_store.rows("SELECT count(*) FROM wrong_pins") == [(1,)]


@pytest.mark.parametrize(
    "end",
    [
        lambda office, token, tablet: office.sessions.end(token),
        lambda office, token, tablet: office.revoke(SCOREKEEPER, "lost", by=DIRECTOR),
        lambda office, token, tablet: office.tablets.revoke(tablet, "lost", by=DIRECTOR),
        lambda office, token, tablet: office.new_pin(SCOREKEEPER, by=DIRECTOR),
    ],
    ids=["signed out", "badge taken back", "tablet taken out", "a new PIN"],
)
def test_S2_a_session_and_whoever_it_let_sign_are_dead_at_once(office, end):
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    token = office.sign_in(SCOREKEEPER, pin, device=tablet).token
    player = office.sessions.begin(SCOREKEEPER, tablet, f"signing {UUID(int=14)} {Seat.FIRST}")

    end(office, token, tablet)

    assert office.sessions.find(token) is None
    if end.__code__.co_names != ("sessions", "end"):
        assert office.sessions.find(player) is None


def test_S2_a_right_pin_forgets_the_wrong_ones_before_it(office):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    for _ in range(3):
        for _ in range(9):
            code_of(office.sign_in, SCOREKEEPER, "guess", origin="here")
        assert office.sign_in(SCOREKEEPER, pin, origin="here").token


def test_a_badge_nobody_issued_is_told_apart_by_nothing(office):
    assert code_of(office.sign_in, "X99", "whatever") == code_of(office.sign_in, JUDGE, "whatever")


def test_S2_a_badge_taken_back_is_dead_at_the_next_request(office):
    welcome = office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR)
    token = office.sign_in("K7", welcome.pin).token

    office.revoke("K7", "lost", by=DIRECTOR)

    assert office.sessions.find(token) is None
    assert code_of(office.sign_in, "K7", welcome.pin) == "wrong-pin"


def test_the_last_badge_that_can_issue_others_is_not_taken_back(office):
    office.new_pin(DIRECTOR, by=DIRECTOR)

    assert code_of(office.revoke, DIRECTOR, "gone home", by=DIRECTOR) == "last-one"

    office.issue("D2", "Dora", Role.DIRECTOR, by=DIRECTOR)
    office.revoke(DIRECTOR, "gone home", by="D2")
    assert office.desk.role_of(DIRECTOR) is None


def test_S2_signing_out_ends_one_session_and_a_day_ends_all(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    one, other = (office.sign_in(SCOREKEEPER, pin).token for _ in range(2))

    office.sessions.end(one)
    assert office.sessions.find(one) is None
    assert office.sessions.find(other) is not None

    clock.later(hours=16, seconds=1)
    assert office.sessions.find(other) is None


@pytest.mark.found("SE6", "SE13")
def test_looking_a_session_up_waits_for_no_disk_and_writes_nothing(office, clock, tmp_path):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    token = office.sign_in(SCOREKEEPER, pin).token
    with closing(sqlite3.connect(tmp_path / LEDGER_FILE, isolation_level=None)) as somebody_else:
        somebody_else.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            clock.later(seconds=59)
            assert office.sessions.find(token).badge == SCOREKEEPER
        clock.later(hours=16)
        assert office.sessions.find(token) is None, "it is too old, and nobody need delete it"


@pytest.mark.found("SE6")
def test_when_a_tablet_was_last_heard_from_is_known_at_once_and_written_at_leisure(
    office, clock, monkeypatch
):
    monkeypatch.setattr("ledger.accounts.sessions.Thread", Mock())  # leisure has not come yet
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    token = office.sign_in(SCOREKEEPER, pin, device=tablet).token
    clock.later(minutes=3)
    office.sessions.find(token)

    noted = office.sessions.last_seen.known()
    assert sessions_seen(office.local_store, noted)[tablet] == (clock.at, (SCOREKEEPER,))
    assert sessions_seen(office.local_store, {})[tablet] == (START, (SCOREKEEPER,))

    office.sessions.last_seen.write()
    assert sessions_seen(office.local_store, {})[tablet] == (clock.at, (SCOREKEEPER,))


@pytest.mark.found("SE13")
def test_of_a_badge_only_what_is_new_is_read_and_another_nodes_revocation_counts_at_once(
    office, tmp_path, monkeypatch
):
    office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR)
    assert office.desk.role_of("K7") is Role.SCOREKEEPER
    read, read_rows = [], office.desk.log.store.rows_of
    monkeypatch.setattr(
        office.desk.log.store, "rows_of", lambda *which: read.append(which) or read_rows(*which)
    )

    with a_desk(tmp_path) as elsewhere:
        assert office.desk.role_of("K7") is Role.SCOREKEEPER
        Organiser(elsewhere).revoke_badge("K7", "lost", by=DIRECTOR)
        assert office.desk.role_of("K7") is None

    assert read == [(badge_id("K7"), 2), (badge_id("K7"), 2)]


def test_a_player_at_signing_gets_one_result_for_half_an_hour(office, clock):
    game = UUID(int=14)
    token = office.sessions.begin(SCOREKEEPER, "t14-abcde", f"signing {game} {Seat.SECOND}")

    session = office.sessions.find(token)

    assert (session.role, session.game, session.seat) == (Role.PLAYER, game, Seat.SECOND)
    clock.later(minutes=31)
    assert office.sessions.find(token) is None


def test_a_tablet_is_enrolled_once_with_a_code_and_known_by_its_key(office):
    code = office.tablets.invite("spring-open/T14", by=DIRECTOR)

    tablet = office.tablets.enrol(f" {code[:4].lower()}-{code[4:]} ", "Table 14")

    assert office.devices.known_by(tablet.key) == tablet.device
    assert tablet.device.startswith("t14-")
    assert code_of(office.tablets.enrol, code) == "no-such-invitation"
    [enrolled] = [event.fact for event in office.desk.log.events_of(device_id(tablet.device))]
    assert enrolled == DeviceEnrolled(
        device=tablet.device, name="Table 14", table="spring-open/T14", invited_by=DIRECTOR
    )
    assert office.tablets.enrolled() == (enrolled,)


def test_an_invitation_is_good_for_a_quarter_of_an_hour_and_for_one_tablet(office, clock):
    late = office.tablets.invite("", by=DIRECTOR)
    clock.later(minutes=15, seconds=1)
    assert code_of(office.tablets.enrol, late) == "no-such-invitation"
    assert code_of(office.tablets.invite, "", by=SCOREKEEPER) == "not-allowed"

    code, taken = office.tablets.invite("", by=DIRECTOR), []
    start = threading.Barrier(4)

    def enrol():
        start.wait()
        with suppress(Refusal):
            taken.append(office.tablets.enrol(code).device)

    threads = [threading.Thread(target=enrol) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 1


def test_a_device_taken_out_is_dead_at_the_next_request_with_everybody_on_it(office):
    tablet = office.tablets.enrol(office.tablets.invite("spring-open/T14", by=DIRECTOR))
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    token = office.sign_in(SCOREKEEPER, pin, device=tablet.device).token

    office.tablets.revoke(tablet.device, "left on the tram", by=DIRECTOR)

    assert office.devices.known_by(tablet.key) == ""
    assert office.sessions.find(token) is None
    assert office.tablets.enrolled() == ()
    assert code_of(office.tablets.revoke, "t9-zzzzz", "?", by=DIRECTOR) == "no-such-device"


@pytest.mark.parametrize("weak", ["", "12345", "111111", "123456", "abcdef", "x" * 201])
def test_a_pin_that_is_guessed_at_once_is_refused(office, weak):
    assert code_of(office.pins.set, SCOREKEEPER, weak) == "weak-pin"


def test_every_badge_and_device_event_is_in_the_log(office):
    office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR)
    office.revoke("K7", "lost", by=DIRECTOR)

    topics = [type(event.fact).topic() for event in office.desk.log.events_of(badge_id("K7"))]

    assert topics == ["badge-issued", "pin-set", "badge-revoked"]


def after_it_was_issued(office, badge):
    return office.desk.log.events_of(badge_id(badge))[1:]


def locks_of(office, badge):
    events = office.desk.log.events_of(badge_id(badge))
    return [event.fact for event in events if isinstance(event.fact, BadgeLocked)]


def guess(office, times, badge=SCOREKEEPER, **where):
    for _ in range(times):
        code_of(office.sign_in, badge, "guess", **where)


def test_a_pin_is_in_the_log_whoever_set_it_and_says_whether_it_was_made_up(office):
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    pin = office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR).pin
    session = office.sign_in("K7", pin, device=tablet).session
    assert code_of(office.change_pin, session, pin, "123", "") == "weak-pin"
    office.change_pin(session, pin, "her own pin", "")
    office.new_pin("K7", by=ORGANISER)

    written = [
        (event.fact, event.envelope.written_by, event.envelope.device)
        for event in after_it_was_issued(office, "K7")
    ]

    assert written == [
        (PinSet(badge="K7", made_up=True), DIRECTOR, "desk"),
        (PinSet(badge="K7"), "K7", tablet),
        (PinSet(badge="K7", made_up=True), ORGANISER, "desk"),
    ]


def test_the_pin_of_the_first_start_is_in_the_log_once(office):
    badge = office.first_start().badge
    office.first_start()

    assert [event.fact for event in after_it_was_issued(office, badge)] == [
        PinSet(badge=badge, made_up=True)
    ]


def test_a_pin_that_was_set_is_in_the_log_whoever_wrote_in_between(office, monkeypatch):
    append, others = office.desk.log.append, [Taken("x"), Taken("x")]

    def beaten(events, **how):
        if others and isinstance(events[0].fact, PinSet):
            raise others.pop()
        return append(events, **how)

    monkeypatch.setattr(office.desk.log, "append", beaten)
    office.new_pin(SCOREKEEPER, by=DIRECTOR)

    [event] = after_it_was_issued(office, SCOREKEEPER)
    assert event.fact == PinSet(badge=SCOREKEEPER, made_up=True)
    assert others == []


def test_S2_a_lock_out_is_in_the_log_once_however_often_one_tries_on(office, clock):
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    office.new_pin(SCOREKEEPER, by=DIRECTOR)
    guess(office, 9, device=tablet)
    assert locks_of(office, SCOREKEEPER) == []

    guess(office, 31, device=tablet)

    lock = BadgeLocked(badge=SCOREKEEPER, seconds=300, device=tablet)
    assert locks_of(office, SCOREKEEPER) == [lock]
    envelope = office.desk.log.events_of(badge_id(SCOREKEEPER))[-1].envelope
    assert (envelope.written_by, envelope.device) == ("", tablet), "nobody was signed in"

    clock.later(minutes=5)
    guess(office, 30, device=tablet)
    assert locks_of(office, SCOREKEEPER) == [lock, lock], "the next lock is another event"


def test_S2_a_lock_out_is_in_the_log_wherever_a_pin_is_asked_for(office):
    office.new_pin(DIRECTOR, by=DIRECTOR)
    for _ in range(12):
        code_of(office.pins.check, DIRECTOR, "guess", "address 10.0.0.3")

    assert locks_of(office, DIRECTOR) == [BadgeLocked(badge=DIRECTOR, seconds=300)]


def test_S2_a_hundred_guesses_at_once_are_one_lock_out_in_the_log(office):
    office.new_pin(SCOREKEEPER, by=DIRECTOR)
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    start = threading.Barrier(20)

    def try_on():
        start.wait()
        guess(office, 5, device=tablet)

    threads = [threading.Thread(target=try_on) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(locks_of(office, SCOREKEEPER)) == 1


def test_S2_whoever_has_many_addresses_does_not_flood_the_log(office, clock):
    pin = office.new_pin(SCOREKEEPER, by=DIRECTOR).pin
    for n in range(40):
        guess(office, 12, origin=f"address 10.0.0.{n}")

    assert locks_of(office, SCOREKEEPER) == [BadgeLocked(badge=SCOREKEEPER, seconds=300)]
    assert office.sign_in(SCOREKEEPER, pin, device="tablet 4").token, "the hall is not locked"

    clock.later(hours=1, seconds=1)
    guess(office, 10, origin="address 10.0.9.9")
    assert len(locks_of(office, SCOREKEEPER)) == 2


def test_S2_a_lock_out_on_a_tablet_is_in_the_log_beside_one_at_an_address(office):
    tablet = office.tablets.enrol(office.tablets.invite("", by=DIRECTOR)).device
    for where in ({"origin": "address 10.0.0.3"}, {"device": tablet}):
        guess(office, 10, **where)

    assert [lock.device for lock in locks_of(office, SCOREKEEPER)] == ["", tablet]


def test_S2_guesses_at_badges_that_were_made_up_write_nothing(office):
    before = office.desk.log.last_position()
    for badge in ("X99", "", DIRECTOR.lower()):
        guess(office, 12, badge, origin="here")

    assert office.desk.log.last_position() == before


def test_S2_no_pin_no_hash_and_no_address_is_in_what_is_written_of_pins_and_locks(office):
    pin = office.issue("K7", "Kim", Role.SCOREKEEPER, by=DIRECTOR).pin
    session = office.sign_in("K7", pin).session
    office.change_pin(session, pin, "her own pin", "")
    guess(office, 12, "K7", origin="address 10.0.0.3")
    [(salt, kept)] = office.local_store.rows("SELECT salt, hash FROM pins WHERE badge = 'K7'")

    written = [msgspec.json.encode(e.fact) for e in after_it_was_issued(office, "K7")]

    assert written == [
        b'{"topic":"pin-set","badge":"K7","made_up":true}',
        b'{"topic":"pin-set","badge":"K7"}',
        b'{"topic":"badge-locked","badge":"K7","seconds":300}',
    ]
    whole = b"".join(
        msgspec.json.encode(e.envelope) for e in office.desk.log.events_of(badge_id("K7"))
    )
    for secret in (
        pin.encode(),
        b"her own pin",
        b"10.0.0.3",
        salt.hex().encode(),
        kept.hex().encode(),
    ):
        assert secret not in whole


def test_the_first_badge_is_never_one_that_was_taken_back_or_is_somebody_elses(tmp_path, clock):
    with a_desk(tmp_path, now=clock) as desk:
        local_store = open_local_store(tmp_path, {})
        office = Badges(desk, local_store, CHEAP)
        Organiser(desk).revoke_badge(DIRECTOR, "lost", by=ORGANISER)
        Organiser(desk).issue_badge("D2", "Kim", Role.SCOREKEEPER, by=ORGANISER)

        assert office.first_start().badge == "D3"
        assert desk.role_of(DIRECTOR) is None
        local_store.close()
