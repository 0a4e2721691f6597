"""What a GCG line means, once it is read."""

from __future__ import annotations

import unicodedata

import pytest

from ledger.gcg import Kind, Player, follow, read_gcg, write_gcg

HEAD = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"


def first_event(line, head=HEAD):
    [event] = read_gcg((head + line + "\n").encode()).events
    return event


def what_it_says(line):
    event = first_event(line)
    return (event.kind.value, event.rack, event.square, event.letters, event.score, event.total)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (">ann: AEINRST 8D RETAINS +66 66", ("play", "AEINRST", "8D", "RETAINS", 66, 66)),
        (">ann:\tAEINRST   8D\tRETAINS +66  66", ("play", "AEINRST", "8D", "RETAINS", 66, 66)),
        (">ann:AEINRST 8D RETAINS +66 66", ("play", "AEINRST", "8D", "RETAINS", 66, 66)),
        ("> ann: AEINRST 8D RETAINS +66 66", ("play", "AEINRST", "8D", "RETAINS", 66, 66)),
        (">ann: 8D RETAINS +66 66", ("play", "", "8D", "RETAINS", 66, 66)),
        (">ann: GHLNOW? 10I GHoW +35 44", ("play", "GHLNOW?", "10I", "GHoW", 35, 44)),
        (">ann: IIIOUUV -IIUUV +0 66", ("exchange", "IIIOUUV", "", "IIUUV", 0, 66)),
        (">ann: IIIOUU? -I? +0 66", ("exchange", "IIIOUU?", "", "I?", 0, 66)),
        (">ann: DEGHOOW -3 +0 9", ("exchange", "DEGHOOW", "", "", 0, 9)),
        (">ann: DEGHOOW -L", ("exchange", "DEGHOOW", "", "L", None, None)),
        (">ann: GHLNOW? - +0 9", ("pass", "GHLNOW?", "", "", 0, 9)),
        (">ann:  - +0 367", ("pass", "", "", "", 0, 367)),
        (">ann: GHLNOW? -0 +0 9", ("pass", "GHLNOW?", "", "", 0, 9)),
        (">ann: GHLNOW? -- -35 9", ("withdrawn", "GHLNOW?", "", "", -35, 9)),
        (">ann: GHLNOW? --  -35 9", ("withdrawn", "GHLNOW?", "", "", -35, 9)),
        (">ann: ADELNQR (challenge) +5 75", ("challenge", "ADELNQR", "", "", 5, 75)),
        (">ann: (CHALLENGE) +10 75", ("challenge", "", "", "", 10, 75)),
        (">ann:  (EGN) +8 401", ("left", "", "", "EGN", 8, 401)),
        (">ann: EGN (EGN) -4 322", ("left", "EGN", "", "EGN", -4, 322)),
        (">ann: EGN (time) -10 312", ("time", "EGN", "", "", -10, 312)),
        (">ann: EGN (time) +-10 312", ("time", "EGN", "", "", -10, 312)),
        (">ann: EGN (EGN) -4 -4", ("left", "EGN", "", "EGN", -4, -4)),
    ],
)
def test_an_event_says_what_was_done(line, says):
    assert what_it_says(line) == says


def test_an_exchange_tells_how_many_tiles_even_where_it_does_not_tell_which():
    assert [first_event(f">ann: IIIOUUV -{x} +0 0").count for x in ("3", "IIU")] == [3, 3]


def test_what_follows_the_total_is_a_comment():
    event = first_event(">ann: AEINRST 8D RETAINS +66 66 BE, ET, DO")

    assert event.comment == "BE, ET, DO"


def test_words_after_a_lone_dash_are_a_note_for_a_dash_and_letters_would_be_an_exchange():
    [event] = read_gcg((HEAD + ">ann: ABC (pass) HELD +0\n#note later\n").encode()).events

    assert (event.kind, event.comment, event.notes) == (Kind.PASS, "", ("HELD +0", "later"))


def test_an_event_that_makes_no_sense_is_kept_as_a_note_so_that_nothing_is_lost():
    record = read_gcg((HEAD + ">ann: AEINRST - +0 0\n>bob ran away\n#note he did\n").encode())

    assert record.events[0].notes == (">bob ran away", "he did")
    assert b"#note >bob ran away\n#note he did\n" in write_gcg(record)


def test_lines_of_notes_are_kept_one_by_one_with_the_event_they_follow():
    text = HEAD + "#note before\n>ann: A - +0 0\n#note one\n two\n#note three\n#- four\n"
    record = read_gcg(text.encode())

    assert record.notes == ("before",)
    assert record.events[0].notes == ("one", "two", "three", "four")


def test_pragmas_are_kept_known_or_not_and_joined_to_what_continues_them():
    record = read_gcg((HEAD + "#title Open\n#- round 3\n#Wombat  yes  no\n#rack2 AB\n").encode())

    assert [(kept.keyword, kept.text) for kept in record.pragmas] == [
        ("title", "Open round 3"),
        ("wombat", "yes  no"),
    ]
    assert record.pragma("title") == "Open round 3"
    assert record.pragma("lexicon") == ""
    assert [(held.player, held.tiles) for held in record.held] == [(1, "AB")]


def test_a_second_player_1_is_the_second_player_when_there_is_no_other():
    record = read_gcg(b"#player1 ann Ann Example\n#player1 bob Bob Sample\n>bob: A - +0 0\n")

    assert record.players == (Player("ann", "Ann Example"), Player("bob", "Bob Sample"))
    assert record.events[0].player == 1


@pytest.mark.parametrize("second", ["#player1 ann Ann Again\n", "#player1 cyd Cyd Third\n"])
def test_a_second_player_1_is_left_out_where_both_places_are_taken(second):
    record = read_gcg((HEAD + second).encode())

    assert [player.nick for player in record.players] == ["ann", "bob"]


def test_players_nobody_declared_are_taken_from_the_events():
    record = read_gcg(b"#player2 ann Ann Example\n>bob: A - +0 0\n>ann: B - +0 0\n>cyd: C - +0 0\n")

    assert [player.nick for player in record.players] == ["bob", "ann"]
    assert [event.player for event in record.events] == [0, 1]
    assert record.readable


@pytest.mark.parametrize("nick", ["a:b", "7!", "%&", "c\u00e9sar", "ann:"])
def test_a_nickname_may_hold_nearly_anything(nick):
    text = f"#character-encoding UTF-8\n#player1 {nick} Full Name\n#player2 b B B\n"
    record = read_gcg(f"{text}>{nick}: AB - +0 0\n".encode())

    assert record.players[0].nick == nick
    assert record.events[0].player == 0
    assert read_gcg(write_gcg(record)).bare() == record.bare()


def test_a_nickname_is_the_same_in_both_unicode_forms():
    text = "#player1 ce\u0301sar C C\n#player2 b B B\n>c\u00e9sar: AB - +0 0\n"

    assert read_gcg(text.encode()).events[0].player == 0


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (HEAD.encode(), "UTF-8"),
        (HEAD.replace("Ann", "\u00c4nn").encode(), "UTF-8"),
        (HEAD.replace("Ann", "\u00c4nn").encode("latin-1"), "ISO-8859-1"),
        (b"#character-encoding ISO-8859-1\n" + HEAD.replace("Ann", "\u00c4nn").encode("latin-1"),
         "ISO-8859-1"),
        (b"#character-encoding utf-8\n" + HEAD.replace("Ann", "\u00c4nn").encode(), "UTF-8"),
        (b"#character-encoding UTF-8\n" + HEAD.replace("Ann", "\u00c4nn").encode("latin-1"),
         "ISO-8859-1"),
        (HEAD.replace("Ann", "\u00c4nn").encode("utf-16"), "UTF-16"),
    ],
)  # fmt: skip
def test_the_encoding_is_obeyed_or_found_and_told(data, encoding):
    record = read_gcg(data)

    assert record.encoding == encoding
    assert record.players[0].name in ("\u00c4nn Example", "Ann Example")


def test_tiles_that_the_file_declares_are_cut_as_tiles():
    head = HEAD + "#tile CH ch\n#tile L\u00b7L l\u00b7l\n"
    event = first_event(">ann: CHAOL\u00b7LE? 8D CHAL\u00b7LO +9 9", head)

    assert event.rack == "[CH]AO[L\u00b7L]E?"
    assert event.letters == "[CH]A[L\u00b7L]O"
    assert first_event(">ann: CHAO -CHA +0 0", head).count == 2


def test_three_players_are_read_though_the_game_cannot_be_kept():
    text = HEAD + "#player3 cyd Cyd Third\n>ann: AEINRST 8D RETAINS +66 66\n>bob: A - +0 0\n"
    record = read_gcg((text + ">cyd: DEGHOOW J6 DO.E +9 9\n").encode())

    assert [event.player for event in record.events] == [0, 1, 2]
    assert not record.readable
    assert follow(record).scores == (66, 0, 9)


def test_a_line_may_belong_to_any_kind():
    assert {kind.value for kind in Kind} == {
        "play", "exchange", "pass", "withdrawn", "challenge", "left", "time",
    }  # fmt: skip


@pytest.mark.found("PB-5")
def test_letters_written_apart_from_their_marks_are_tiles_all_the_same():
    game = HEAD + "#title Märchen\n>ann: ÄÜRZELN 8D ÄRZTELN +0 0\n>bob: ÜBEN 9D ÜBEN +18 18\n"
    composed, apart = (
        follow(read_gcg(unicodedata.normalize(form, game).encode())) for form in ("NFC", "NFD")
    )

    assert (apart.tile_set, apart.scores) == (composed.tile_set, composed.scores)
    assert apart.tile_set == "german"
    assert [one.play.placed for one in apart.events] == [one.play.placed for one in composed.events]
    assert "letters-apart" in {
        one.code for one in read_gcg(unicodedata.normalize("NFD", game).encode()).oddities
    }


@pytest.mark.found("PB-9")
def test_squares_of_a_board_with_lettered_rows_are_turned_round():
    turned = read_gcg(
        (HEAD + "#orientation lettered-rows\n>ann: A H4 RETAINS +66 66\n>bob: D 10J DO.E +9 9\n")
        .encode()
    )  # fmt: skip

    assert [event.square for event in turned.events] == ["8D", "J10"]
    assert turned.pragmas == ()
    assert b"#orientation" not in write_gcg(turned)
    assert b" 8D RETAINS" in write_gcg(turned)


@pytest.mark.found("PB-10")
@pytest.mark.parametrize("name", ["ISO-8859-2", "windows-1250", "cp852", "Latin2", "mac_latin2"])
def test_a_declared_encoding_is_obeyed_whichever_it_is(name):
    game = f"#character-encoding {name}\n{HEAD}#title Łódź\n>ann: ŻÓŁĘ 8F ŻÓŁ +26 26\n"
    record = read_gcg(game.encode(name))

    assert (record.pragma("title"), record.events[0].letters) == ("Łódź", "ŻÓŁ")
    assert record.encoding == name.upper()
    assert not {"encoding-unknown", "encoding-guessed"} & {one.code for one in record.oddities}


@pytest.mark.found("PB-10")
@pytest.mark.parametrize("name", ["hex", "utf-7", "unicode_escape", "cp037", "undefined", "rot13"])
def test_an_encoding_that_no_text_is_in_is_not_obeyed(name):
    record = read_gcg(f"#character-encoding {name}\n{HEAD}#title a\\nb\n".encode())

    assert record.pragma("title") == r"a\nb"
    assert "encoding-unknown" in {one.code for one in record.oddities}


@pytest.mark.found("PB-10")
def test_bytes_that_are_not_in_the_declared_encoding_are_said():
    record = read_gcg(f"#character-encoding shift_jis\n{HEAD}#title é\xff\n".encode("cp1252"))

    assert record.pragma("title") == "éÿ"
    assert [one.line for one in record.oddities if one.code == "encoding-wrong"] == [4]
