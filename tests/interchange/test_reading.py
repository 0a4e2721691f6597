"""What files of other programs say, read as the reference describes them."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from ledger.interchange.exporting import zipped
from ledger.interchange.importing import Given, read_files
from ledger.interchange.parsed import CODES, Outing
from ledger.messages import speaking

TSH = """\
Fernweh, Ada            1650 2 3 0; 431 389 50; board 1 1 0; class A; p12 1 2 0
Quillon, Bo             1402 1 0 3; 398 50 377; board 1 0 1; p12 2 0 1; team Gulls
Marrow, Cy                 0 0 1 2; 50 412 377; board 0 1 1; off -50; p12 0 1 2
"""
TOU = """\
*M14.03.2026 Harbour Cup
*A
                                      0
Ada Fernweh          2431  +2  389   3 2050   1
Bo Quillon            398   1 2050   2 1377  +3
Cy Marrow            2050   3 2412  +1 1377   2
*** END OF FILE ***
"""
CONFIG = """\
# comment
division A a.t
classes A 3
config max_rounds = 7
config max_div_rounds{'B'} = 6
config gibson_spread = [250,200]
config event_name = "Harbour Cup"
autopair A 0 1 rr 1 a
perl system("reboot")
"""


def read(text, name="", of=None):
    data = text if isinstance(text, bytes) else text.encode()
    return read_files([Given(name, data)], of)


def only(text, name="", of=None):
    """The players of the one division of a file."""
    told = read(text, name, of).told
    assert len(told.divisions) == 1
    return told.divisions[0].entrants


def noted(found):
    """(line, weight, code) of everything that is no plain understanding."""
    told = (line for line in found.lines if line.weight != "understood")
    return [(line.number, line.weight, line.code) for line in told]


def rounds(entrant):
    return [(one.opponent, one.score, one.started) for one in entrant.outings]


def test_a_division_file_of_tsh_says_players_rounds_starts_tables_and_byes():
    ada, bo, cy = only(TSH, "a.t")
    assert (ada.name, ada.rating, ada.classes) == ("Fernweh, Ada", 1650, ("A",))
    assert rounds(ada) == [(2, 431, True), (3, 389, False), (0, 50, None)]
    assert ada.outings[2] == Outing(opponent=0, score=50, half_wins=2)
    assert [one.table for one in bo.outings] == [1, 0, 1]
    assert (bo.team, cy.off, cy.rating) == ("Gulls", -50, 0)
    assert not noted(read(TSH, "a.t"))


@pytest.mark.parametrize(
    ("line", "name", "rating", "opponents"),
    [
        ("Team 7   1500 2 3", "Team 7", 1500, [2, 3]),
        ("Team 7 1500 2 3; 400 300", "Team 7", 1500, [2, 3]),
        ("Ada Fernweh 1650 2 3", "Ada Fernweh", 1650, [2, 3]),
        ("Ada Fernweh  1650 2  3; 400 300", "Ada Fernweh", 1650, [2, 3]),
        ("Ada   0", "Ada", 0, []),
        ("Ada 1650.5 2; 400", "Ada", 1650, [2]),
        ("Ada 1650+200 2", "Ada", 1650, [2]),
        ("Fernweh, Ada, Jr:AA000123 1650 2 3 0; 431 389 50", "Fernweh, Ada, Jr", 1650, [2, 3, 0]),
        ("Ada 1650 00 2; 00 400", "Ada", 1650, [None, 2]),
        ("Ada   1650 2 3 1; 400", "Ada", 1650, [2, 3, 1]),
        ("Ada   1650 2; ; ; class A", "Ada", 1650, [2]),
        ("Ada   1650 2; 400; # 12", "Ada", 1650, [2]),
        ("\tAda   1650 2; 400", "Ada", 1650, [2]),
    ],
)
def test_a_line_of_tsh_is_cut_into_name_rating_and_opponents(line, name, rating, opponents):
    others = "Bo   1400 1 1; 1 1\nCy   1300 1 1; 2 2\n"
    ada = only(f"# a comment\n\n{line}\n{others}", "a.t")[0]
    assert (ada.name, ada.rating) == (name, rating)
    assert [one.opponent for one in ada.outings] == opponents


def test_keys_that_mean_nothing_here_are_kept_word_for_word_and_passwords_are_not():
    text = r"Ada   1650; ; excwins 1 2; password tops3cret; note a\;b\\c; class B; newr 1 2; newr 3"
    [ada] = only(text, "a.t")
    assert dict(ada.others) == {"excwins": "1 2", "note": r"a;b\c", "newr": "3"}
    assert "tops3cret" not in repr(read(text, "a.t"))
    codes = [code for _, _, code in noted(read(text, "a.t"))]
    assert codes == ["password-dropped", "key-twice"]


@pytest.mark.parametrize(
    ("score", "half_wins"), [("50", 2), ("-50", 0), ("0", None), ("100", 2), ("00", None)]
)
def test_without_an_opponent_the_sign_says_what_a_round_is_worth(score, half_wins):
    [ada] = only(f"Ada   1650 0; {score}", "a.t")
    assert ada.outings[0].half_wins == half_wins


def test_a_configuration_names_divisions_classes_and_rounds_and_its_code_is_never_run():
    found = read_files([Given("config.tsh", CONFIG.encode()), Given("a.t", TSH.encode())])
    [division] = found.told.divisions
    assert (found.told.name, division.planned, len(division.entrants)) == ("Harbour Cup", 7, 3)
    assert [each.classes for each in division.entrants] == [("A",), ("B",), ("C",)]
    assert (9, "left-out", "never-run") in noted(found)


@pytest.mark.parametrize(
    "written",
    [
        "config reserved{'A'}[2] = 7 # needs room for a wheelchair",
        "config reserved{A}{2} = 7",
        "config reserved{'A'} = [undef,undef,7]",
        "config reserved = {'A'=>{2=>7},'B'=>[undef,3]}",
    ],
)
def test_a_table_kept_for_a_player_who_needs_one_comes_with_the_configuration(written):
    config = f"{CONFIG}{written}\n".encode()
    found = read_files([Given("config.tsh", config), Given("a.t", TSH.encode())])
    [division] = found.told.divisions

    assert [each.table for each in division.entrants] == [0, 7, 0]
    assert not [line for line in noted(found) if line[2] == "setting-not-used" and line[0] == 11]


def test_a_table_kept_for_nobody_is_said():
    config = f"{CONFIG}config reserved{{'A'}}[30] = 7\n".encode()
    found = read_files([Given("config.tsh", config), Given("a.t", TSH.encode())])

    assert (0, "remark", "no-such-player") in noted(found)


def test_a_folder_in_a_zip_and_files_within_the_configuration_are_read_alike():
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("cup/config.tsh", CONFIG)
        archive.writestr("cup/a.t", TSH)
        archive.writestr("__MACOSX/cup/._a.t", b"\0\1")
    within = f"{CONFIG}#begin_file name=a.t\n{TSH}#end_file name=a.t\n"
    by_zip = read(packed.getvalue(), "cup.zip").told
    by_archive = read(within, "cup.tsh")
    names = [each.name for each in by_zip.divisions[0].entrants]
    assert names == [each.name for each in by_archive.told.divisions[0].entrants]
    assert by_archive.told.divisions[0].entrants[0].line == 11


def test_two_divisions_come_from_two_files_or_one_with_their_names_in_comments():
    two = [Given("a.t", TSH.encode()), Given("b.t", b"Zoe   1200\n")]
    assert [d.name for d in read_files(two).told.divisions] == ["A", "B"]
    announced = f"#division Open\n{TSH}#division Late\nZoe   1200\n"
    assert [d.name for d in read(announced, "x.t").told.divisions] == ["Open", "Late"]


def test_a_results_file_of_aupair_says_outcomes_starts_and_byes():
    ada, bo, cy = only(TOU)
    assert rounds(ada) == [(2, 431, True), (3, 389, None), (0, 50, None)]
    assert rounds(bo)[2] == (3, 377, True)
    assert cy.outings[0] == Outing(opponent=0, score=50, half_wins=2)
    told = read(TOU).told
    assert (told.name, told.day) == ("Harbour Cup", "2026-03-14")


@pytest.mark.parametrize(
    ("pairs", "score", "half_wins"),
    [
        ("2050   1", 50, 2),  # WESPA: a bye that was won
        ("1350   1", None, 1),  # half a bye: nothing is said of a spread
        ("  50   1", -50, 0),  # Woogles writes a bye like that; WESPA takes it for a lost one
        ("0000   1", 0, None),  # CoCo: a game that is missing
        ("2150   1", 150, 2),
    ],
)
def test_a_bye_of_aupair_is_a_game_against_oneself(pairs, score, half_wins):
    [ada] = only(
        f"*M01.02.2026 Cup\n*A\n{'':38}0\n{'Ada':20} {pairs}\n*** END OF FILE ***", "x.tou"
    )
    assert ada.outings == (Outing(opponent=0, score=score, half_wins=half_wins),)


@pytest.mark.parametrize(
    ("line", "score"),
    [
        (f"{'Ada Fernweh':20} 2 50   2", 50),  # Woogles pads with blanks
        (f"{'Ada Fernweh':20} 2050   2", 50),
        (f"{'Ada Fernweh':20}2431   2", 431),  # CoCo
        (f"{'Ada Fernweh':30}  2431   +2", 431),  # WESPA's own
        ("Ada Fernweh 2431 +2", 431),
        (f"{'Ada Fernweh':20} 1995   2", -5),
        (f"{'Ada Fernweh':20} 1355   2", 355),
        (f"{'Ada Fernweh':20}  398   2", 398),
    ],
)
def test_a_score_of_aupair_stands_in_any_columns(line, score):
    ada, _ = only(f"*A\n{line}\nBo Quillon            100   1\n", "x.tou")
    assert (ada.name, ada.outings[0].score, ada.outings[0].opponent) == ("Ada Fernweh", score, 2)


@pytest.mark.parametrize(
    "text",
    [
        "Name,Rating,Club,Class,Number\nFernweh,1650,Gulls,A,1\n",
        "name;rating;TEAM;class;no\nFernweh;1650;Gulls;A;1\n",
        "Class\tClub\tPlayer\tRating\nA\tGulls\tFernweh\t1650\n",
        "The players of the cup\n\nNr|Rating|Class|Club|Surname|Given\n1|1650.0|A|Gulls|Fernweh|\n",
        "\ufeffRating,Name,School,Class\r\n1650,Fernweh,Gulls,A\r\n",
        'Name,Rating,Club,Class\n"Fernweh",1650,Gulls,A\n',
    ],
)
def test_columns_of_a_table_are_found_by_their_headings(text):
    [one] = only(text)
    assert (one.name, one.rating, one.team, one.classes) == ("Fernweh", 1650, "Gulls", ("A",))


def test_commas_and_semicolons_within_names_do_not_part_columns():
    rows = '"Fernweh, Ada","A; B; C",1650\n"Quillon, Bo, Jr",Gulls,1400\nMarrow,Gulls,1300\n'
    found = only(f"Name,Club,Rating\n{rows}")
    assert [each.rating for each in found] == [1650, 1400, 1300]
    assert (found[0].name, found[0].team) == ("Fernweh, Ada", "A; B; C")


def test_a_table_of_tsh_has_rounds_in_lists_and_in_columns_of_their_own():
    lists = "name,rating,pairings,scores\nAda,1650,2 0,400 50\nBo,1500,1 0,300 -50\n"
    columns = "name,pairing1,score1,pairing2,score2\nAda,2,400,0,50\nBo,1,300,0,-50\n"
    assert rounds(only(lists)[0]) == rounds(only(columns)[0]) == [(2, 400, None), (0, 50, None)]
    assert only(lists)[1].outings[1].half_wins == 0


def test_results_of_the_british_association_name_who_started_first():
    one, two = only("A,1,Ada,431,Bo,398\nA,2,Bo,300,Ada,299\n")
    assert rounds(one) == [(2, 431, True), (2, 299, False)]
    assert two.name == "Bo"


def test_results_of_coco_name_the_winner_first_and_say_nothing_of_starts():
    header = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n"
    one, two = only(f"{header}2026-01-02,1,Ada,431,Bo,398\n")
    assert rounds(one) == [(2, 431, None)]
    assert rounds(two) == [(1, 398, None)]


def test_names_alone_are_a_table_too():
    assert [each.name for each in only("Ada Fernweh\nBo Quillon\n")] == [
        "Ada Fernweh",
        "Bo Quillon",
    ]
    assert only("Fernweh, Ada\nQuillon, Bo\n")[0].name == "Fernweh, Ada"


def test_a_spreadsheet_is_read_by_its_headings_wherever_they_stand():
    book = Workbook()
    book.active.append(["The cup"])
    sheet = book.create_sheet("Players")
    for row in (["Club", "Rating", "Surname", "Given"], ["Gulls", 1650, "Żółć", "Łucja"]):
        sheet.append(row)
    packed = BytesIO()
    book.save(packed)
    [one] = only(packed.getvalue(), "cup.xlsx")
    assert (one.name, one.rating, one.team) == ("Żółć, Łucja", 1650, "Gulls")


def test_a_spreadsheet_of_the_open_format_is_read_too():
    def cell(told):
        kind = f'"float" office:value="{told}"' if told.isdigit() else '"string"'
        return (
            f"<table:table-cell office:value-type={kind}><text:p>{told}</text:p></table:table-cell>"
        )

    rows = "".join(
        f"<table:table-row>{cell(name)}{cell(rating)}</table:table-row>"
        for name, rating in (("Player", "Rating"), ("Zed, Zoë", "1500"))
    )
    rooms = ("office", "table", "text")
    named = " ".join(f'xmlns:{one}="{OPEN_FORMAT}:{one}:1.0"' for one in rooms)
    contents = (
        f'<office:document-content {named} office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="P">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{OPEN_FORMAT}:manifest:1.0"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{kind.decode()}"/></manifest:manifest>'
    )
    packed = zipped(
        [
            ("mimetype", kind),
            ("content.xml", contents.encode()),
            ("META-INF/manifest.xml", manifest.encode()),
        ]
    )
    [one] = only(packed, "cup.ods")
    assert (one.name, one.rating) == ("Zed, Zoë", 1500)


OPEN_FORMAT = "urn:oasis:names:tc:opendocument:xmlns"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_encoding_and_any_line_ends(encoding, end):
    text = f"Vößmann, Jürgen   1500{end}Quillon, Bo   1400{end}"
    if encoding == "cp1252":
        text = text.replace("Quillon", "O’Quillon")
    names = [each.name for each in only(text.encode(encoding), "a.t")]
    assert names[0] == "Vößmann, Jürgen"
    assert len(names) == 2


def test_every_code_that_is_said_is_listed():
    import re
    from pathlib import Path

    rooms = Path(__file__).resolve().parents[2] / "ledger" / "interchange"
    said = re.compile(
        r"(?<!def )\b(?:unusable|left_out|remark)\(\s*[^\"]*?\"([a-z-]+)\"|code = \"([a-z-]+)\"",
        re.DOTALL,
    )
    codes = {
        code
        for path in rooms.glob("*.py")
        for pair in said.findall(path.read_text("utf-8"))
        for code in pair
        if code
    }
    assert codes
    assert codes <= CODES


def test_a_column_of_results_in_a_table_of_players_is_said_to_mean_nothing():
    given = Given("players.csv", b"name,table,round\nFernweh,3,1\n")

    said = [line.said for line in read_files([given]).lines if line.code == "column-not-used"]

    assert said == [
        (
            "The column “table” is not used here. "
            "A fixed table for a player has the heading Table kept."
        ),
        "The column “round” is not used here.",
    ]


@pytest.mark.found("PB-10")
@pytest.mark.parametrize("encoding", ["cp1250", "windows-1250", "ISO-8859-2", "KOI8-R", "latin2"])
def test_an_encoding_that_somebody_names_is_obeyed(encoding):
    name = "Иван Петров" if encoding == "KOI8-R" else "Łucja Żółć"
    table = f"name,rating\n{name},1500\n".encode(encoding)
    found = read_files([Given("p.csv", table, encoding)])

    assert [each.name for each in found.told.divisions[0].entrants] == [name]
    assert "as requested" in " ".join(line.said for line in found.lines)


@pytest.mark.found("PB-10")
def test_an_encoding_nobody_knows_is_said_and_a_guess_is_called_one():
    found = read_files([Given("p.csv", "name\nZoë\n".encode("cp1252"), "klingon")])
    said = " ".join(line.said for line in found.lines)

    assert "The encoding 'klingon' is not known here." in said
    assert "which is a guess" in said


def names_in(name, text):
    data = text if isinstance(text, bytes) else text.encode()
    read = read_files([Given(name, data)])
    return [
        (each.name, each.rating, division.name)
        for division in read.told.divisions
        for each in division.entrants
    ], read


@pytest.mark.found("OG-8")
@pytest.mark.parametrize("name", ["", "players.txt", "players.csv"])
@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee, 1700\nBo Quill, 1650\n",
        "1. Ann Lee (1700)\n2. Bo Quill (1650)\n",
        "1. Ann Lee 1700\n2. Bo Quill 1650\n",
        "Ann Lee\t1700\t\nBo Quill\t1650\t\n",
        "No;Player;Rating\n1;Ann Lee;1.700\n2;Bo Quill;1650?\nTotal;6;\n",
        "Vorname;Nachname;Wertung\nAnn;Lee;1700\nBo;Quill;1650\n",
    ],
)
def test_a_list_of_players_as_people_paste_it(name, text):
    found, _ = names_in(name, text)
    parted = "Nachname" in text
    assert [(who, points) for who, points, _ in found] == [
        ("Lee, Ann" if parted else "Ann Lee", 1700), ("Quill, Bo" if parted else "Bo Quill", 1650)
    ]  # fmt: skip


@pytest.mark.found("OG-8")
def test_three_columns_without_heads_are_told_by_what_is_in_them():
    text = "Ann Lee\t1700\tA\nBo Quill\t1650\tB\nCy Marrow\t1500\tB\n"
    found, read = names_in("", text)
    assert found == [("Ann Lee", 1700, "A"), ("Bo Quill", 1650, "B"), ("Cy Marrow", 1500, "B")]
    assert "No headings: read as name, rating, division." in [line.said for line in read.lines]


@pytest.mark.found("OG-8")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No;Player\n1;Ann Lee\nTotal;6\n", "“6” has no letter in it."),
        ("Player;Rating\nAnn Lee;1700\nTotal;1\n", "“Total” is likelier a sum"),
    ],
)
def test_what_is_no_name_is_asked_about_and_is_nobody(text, said):
    found, read = names_in("x.csv", text)
    assert [who for who, *_ in found] == ["Ann Lee"]
    assert [line.weight for line in read.lines if said in line.said] == ["left-out"]


@pytest.mark.found("OG-8")
def test_cyrillic_in_the_encoding_of_windows_is_read_as_such_and_that_is_said():
    found, read = names_in(
        "x.csv", "Name;Rating\nИванов Пётр;1700\nСидорова Анна;1650\n".encode("cp1251")
    )
    assert [who for who, *_ in found] == ["Иванов Пётр", "Сидорова Анна"]
    assert any("Windows-1251, which is a guess" in line.said for line in read.lines)
    latin, _ = names_in(
        "x.csv", "Name;Rating\nZoë Müller;1700\nJosé Ñúñez;1650\n".encode("latin-1")
    )
    assert [who for who, *_ in latin] == ["Zoë Müller", "José Ñúñez"]


SETTINGS = b"""division A a.t
division B b.t
config spread_cap = 200
config bye_spread = 1
config gibson_spread = [250, 200]
config html_top = 'x'
config session_breaks = [3]
prize rank 1 A 100
"""


def configured(config, *, given=("a.t",)):
    files = [Given("config.tsh", config)]
    files += [Given(name, b"Ann Lee  1700 2; 400\nBo Quill  1650 1; 300\n") for name in given]
    read = read_files(files)
    return read, {line.said: line.weight for line in read.lines}


@pytest.mark.found("OG-10")
def test_settings_that_change_results_are_taken_or_set_apart_from_all_others():
    read, said = configured(SETTINGS, given=("a.t", "b.t"))
    assert read.told.options == (("spread-cap", 200), ("bye-spread", 1))
    apart = [line.said for line in read.lines if line.code == "setting-changes-results"]
    assert [("gibson_spread" in apart[0]), ("prize rank" in apart[1])] == [True, True]
    assert "2 settings are only for the other program: html_top, session_breaks." in said

    by_round, _ = configured(
        SETTINGS.replace(b"200\n", b"[200, 700, 700]\n", 1), given=("a.t", "b.t")
    )
    assert by_round.told.options == (("bye-spread", 1),)
    assert any("Here a single value applies to all rounds." in line.said for line in by_round.lines)


@pytest.mark.found("OG-10")
def test_a_division_whose_file_is_not_there_is_left_out_and_the_others_may_be_taken():
    read, said = configured(SETTINGS)
    [division] = read.told.divisions
    assert (division.name, len(division.entrants)) == ("A", 2)
    assert said["Division B is in b.t, which is missing."] == "left-out"


def test_a_blank_at_which_no_line_breaks_is_shown_and_what_no_screen_shows_is_marked():
    # In French one stands before a colon: each line would have a sign of damage in it.
    with speaking("fr"):
        said = [line.said for line in read(TSH + "Da\u200b Vole 1500 2; 400\n", "a.t").lines]

    assert "Joueur 1\u00a0: Fernweh, Ada" in said[0]
    assert [line for line in said if "\ufffd" in line] == [one for one in said if "Vole" in one]
    assert "Da\ufffd Vole" in "".join(said)
