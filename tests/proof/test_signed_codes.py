"""Signed codes on paper: from the record to the square code, through a copier, and back to it."""

from __future__ import annotations

import random
import shutil
from io import BytesIO

import msgspec
import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner
from msgspec.structs import replace

from ledger.desk.opened import game_named
from ledger.game.results.facts import ResultAmended
from ledger.game.sheet.folding import sheet_as_known
from ledger.proof.keys import KEY_FILE, keep, key_in, make_key
from ledger.proof.paper_codes import in_halves
from ledger.proof.paper_verdicts import Found, Signed
from ledger.proof.signed_paper import (
    Player,
    Signer,
    fingerprint_lines,
    in_capitals,
    paper_in,
    read_signed,
    signed_address,
    signed_by,
)
from ledger.visibility import Viewer
from printing.checking.evidence import Came, CrossExamination
from printing.checking.files import check_pdf
from printing.checking.signed import check_signed
from printing.filling.case_papers import case_paper, case_to_print
from printing.filling.desk_papers import desk_named, desk_paper
from printing.filling.table_papers import filled, source_of
from printing.forms import of_a_game
from tests.printing.test_photocopies import copied, page_at_200
from tests.proof.rewritten import rewritten, signed_anew
from tests.web.made_once import the_demonstration
from web.command_line import commands
from web.command_line.opened import looked_at, opened

HALL = "https://hall.example"
SLUG = "harbour-open"
GAME = f"{SLUG}/R1/T1"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return the_demonstration(tmp_path_factory.mktemp("signed") / "data")


@pytest.fixture(scope="module")
def here(data):
    with looked_at(data) as here:
        yield here


def slip_of(here, subject=GAME):
    return filled(here, "result-slip", subject, None)


def notices_of(here, subject=f"{SLUG}/C-3"):
    return case_paper(here, "ruling-notice", case_to_print(subject, None))


def sheet_of(here, subject=f"{SLUG}/R1"):
    return desk_paper(here, "round-close", desk_named("round-close", subject))


ALL = {"slip": slip_of, "notice": notices_of, "round": sheet_of}


def read_from(pdf, *, through_a_copier=True):
    """What the codes of a file say, as they are read from a tired copy of it."""
    found = []
    for nth, page in enumerate(pypdfium2.PdfDocument(BytesIO(pdf))):
        picture = page_at_200(page)
        copy = copied(picture, nth) if through_a_copier else picture
        found += [code.text for code in zxingcpp.read_barcodes(copy)]
    return found


def address_on(papers):
    """The signed address of the first of some papers."""
    return papers._with_codes(HALL)[0].heading.signed.address


# What is on paper.


@pytest.mark.one_in(2, "which", "paper")
@pytest.mark.parametrize("paper", ["a4", "letter", "receipt"])
@pytest.mark.parametrize("which", ALL)
def test_a_copy_of_the_paper_proves_itself_to_who_has_the_fingerprint(here, data, which, paper):
    if paper == "receipt" and which != "slip":
        return
    papers = ALL[which](here)
    codes = read_from(papers.pdf(paper, HALL))
    public = Signer(key_in(data)).public

    assert len(codes) == len(papers.filled)
    for code, form in zip(
        sorted(codes),
        sorted(f.heading.signed.address for f in papers._with_codes(HALL)),
        strict=True,
    ):
        assert code == form
        assert code.startswith("HTTPS://HALL.EXAMPLE/S/")
        assert signed_by(read_signed(code), [public]) == public
        assert check_signed(here, code).found is Signed.AGREES


def test_it_says_what_the_slip_says(here):
    [form] = slip_of(here)._with_codes(HALL)
    says = paper_in(read_signed(form.heading.signed.address))
    row = game_named(here.hall, GAME)

    assert (says.tournament, says.round_number, says.table, says.replay) == (SLUG, 1, 1, 1)
    assert [player.score for player in says.players] == [side.score for side in form.sides]
    assert [player.number for player in says.players] == [side.number for side in form.sides]
    assert [player.signed for player in says.players] == [s.signature.how for s in form.sides]
    assert (says.version, says.edition) == (row.version, 1)
    assert in_halves(says.code) == form.heading.check
    assert here.checkpoints.tree.size_at(row.position) == says.size


@pytest.mark.one_in(3, "which")
@pytest.mark.parametrize("which", ALL)
def test_a_code_has_half_a_millimetre_for_each_module_and_its_quiet_zone(here, which):
    dots = 600 / 25.4
    for paper in ("a4", "letter"):
        page = pypdfium2.PdfDocument(BytesIO(ALL[which](here).pdf(paper, HALL)))[0]
        picture = page.render(scale=600 / 72).to_pil().convert("L")
        code = zxingcpp.read_barcodes(picture)[0]
        modules = 17 + 4 * int(code.extra["Version"])
        at = code.position
        wide = at.top_right.x - at.top_left.x
        module = wide / modules
        quiet = round(3.5 * module)
        left, top, right, low = (
            at.top_left.x, at.top_left.y, at.top_right.x, at.bottom_left.y,
        )  # fmt: skip
        around = picture.crop((left - quiet, top - quiet, right + quiet, low + quiet))
        inside = around.copy()
        inside.paste(
            255, (quiet - 2, quiet - 2, inside.width - quiet + 2, inside.height - quiet + 2)
        )

        assert module / dots >= 0.495, which
        assert inside.getextrema()[0] > 200, (which, paper)


@pytest.mark.parametrize("which", ALL)
def test_printed_twice_it_is_the_same_bytes(here, which):
    assert ALL[which](here).pdf("a4", HALL) == ALL[which](here).pdf("a4", HALL)


def test_a_slip_is_the_same_bytes_whatever_was_written_since(data, tmp_path):
    later = tmp_path / "later"
    shutil.copytree(data, later)
    with opened(later) as here:
        before = slip_of(here).pdf("a4", HALL)
        here.checkpoints.make("asked", now=here.desk.now())
    with looked_at(later) as here:
        assert slip_of(here).pdf("a4", HALL) == before


def test_the_round_sheet_names_the_key_for_director_and_witness_to_sign(here, data):
    papers = sheet_of(here)
    lines = papers.drawing.lines(papers._with_codes(HALL)[0])
    large, rest = fingerprint_lines(Signer(key_in(data)).public)

    assert f"Fingerprint, SHA-256 {large}" in lines
    assert f"Goes on {rest}" in lines
    assert {"Director", "Witness"} <= set(lines)


@pytest.mark.one_in(3, "which")
@pytest.mark.parametrize("which", ALL)
def test_a_file_is_drawn_again_with_the_signature_it_has(here, which):
    pdf = ALL[which](here).pdf("letter", HALL)
    verdict = check_pdf(here, pdf)

    assert verdict.as_printed, verdict.wording
    signed = ALL[which](here)._with_codes(HALL)[0].heading.signed.address.encode()
    changed = pdf.replace(
        signed, signed[:-9] + (b"A" if signed[-9:-8] != b"A" else b"B") + signed[-8:]
    )
    assert changed != pdf
    assert check_pdf(here, changed).as_printed is False


@pytest.mark.one_in(3, "which")
@pytest.mark.parametrize("which", ALL)
def test_it_is_as_printed_still_once_the_key_is_another(data, tmp_path, which):
    later = tmp_path / "later"
    shutil.copytree(data, later)
    with opened(later) as here:
        pdf = ALL[which](here).pdf("a4", HALL)
        [address, *_] = read_from(pdf, through_a_copier=False)
        here.checkpoints.new_key(now=here.desk.now(), by="O1")
    with looked_at(later) as here:
        assert check_signed(here, address).found in (Signed.AGREES, Signed.LATER)
        assert which == "notice" or check_pdf(here, pdf).as_printed
        assert ALL[which](here).pdf("a4", HALL) != pdf


# Where there is no key of this record.


def without_key(data, into):
    shutil.copytree(data, into)
    (into / KEY_FILE).unlink()


def of_another(data, into):
    without_key(data, into)
    make_key(into)


@pytest.mark.one_in(2, "which", "made")
@pytest.mark.parametrize("made", [without_key, of_another])
@pytest.mark.parametrize("which", ALL)
def test_without_a_key_that_the_record_names_paper_is_as_it_was(data, tmp_path, which, made):
    made(data, tmp_path / "copy")
    with looked_at(tmp_path / "copy") as here:
        papers = ALL[which](here)
        pdf = papers.pdf("a4", HALL)
        headings = [form.heading for form in papers._with_codes(HALL)]

        assert [one.signed for one in headings] == [None] * len(headings)
        assert set(read_from(pdf)) == {one.address for one in headings}
        assert all("/v/" in one.address for one in headings)
        assert "signed " not in papers.drawing.lines(papers._with_codes(HALL)[0])[-1]
        assert check_pdf(here, pdf).as_printed


def test_a_record_that_is_only_looked_at_signs_nothing(here):
    assert here.paper_key is not None
    assert replace(here, as_it_is=True).paper_key is None


def test_the_ten_signs_are_the_same_with_a_key_and_without(here, data, tmp_path):
    without_key(data, tmp_path / "copy")
    with looked_at(tmp_path / "copy") as copy:
        for paper in ALL.values():
            ours, theirs = paper(here).forms, paper(copy).forms
            assert [x.heading.check for x in ours] == [x.heading.check for x in theirs]


def test_a_key_that_cannot_be_read_stops_no_paper(data, tmp_path):
    shutil.copytree(data, tmp_path / "copy")
    (tmp_path / "copy" / KEY_FILE).write_bytes(b"nothing")
    with looked_at(tmp_path / "copy") as here:
        assert slip_of(here)._with_codes(HALL)[0].heading.signed is None


def test_a_game_that_is_not_over_is_not_signed(here):
    now = here.shelf.sheet(game_named(here.hall, GAME).id)
    for version in range(1, now.version + 1):
        then = sheet_as_known(now, at=version)
        [form] = of_a_game("result-slip", then, source_of(here, then))._with_codes(HALL)
        over = bool(then.ended or then.ending.voided or then.result.amended is not None)
        assert (form.heading.signed is not None) is over, version


@pytest.mark.parametrize(
    "base",
    [
        "https://hall.example/below",
        f"https://{'x' * 90}.example",
        "http://[::1]:8421",
        "tilescribe:",
    ],
)
def test_an_address_that_no_code_in_capitals_holds_is_left_out(here, base):
    [form] = slip_of(here)._with_codes(base)

    assert form.heading.signed.address.startswith("TILESCRIBE:")
    assert check_signed(here, form.heading.signed.address).found is Signed.AGREES


# What is found of one.


def test_a_rewritten_result_is_found_by_its_slip_and_by_any_round_sheet(here, data, tmp_path):
    """The insider rewrote one game, chained everything anew, and signed all checkpoints again."""
    slip, sheet = (address_on(ALL[which](here)) for which in ("slip", "round"))
    other = address_on(slip_of(here, f"{SLUG}/R2/T1"))
    forged = rewritten(data, tmp_path / "forged")
    signed_anew(forged)
    with looked_at(forged) as there:
        found = check_signed(there, slip)
        assert found.found is Signed.CHANGED, found
        assert "the result is different" in found.why
        assert check_signed(there, sheet).found is Signed.CHANGED
        # Of another game it says the same, and its ten signs can't be made any more.
        assert check_signed(there, other).found is Signed.WORDS


def test_a_record_that_ends_before_it_is_found(here, data, tmp_path):
    from tests.proof.rewritten import cut_off

    addresses = [address_on(paper(here)) for paper in ALL.values()]
    cut_off(data, tmp_path / "short", 150)
    with looked_at(tmp_path / "short") as there:
        found = {check_signed(there, one).found for one in addresses}
    assert found <= {Signed.CHANGED, Signed.STRANGER}


def test_an_amended_result_is_genuine_and_has_a_later_version(here):
    row, then = next(found for found in _amended(here))
    [form] = of_a_game("result-slip", then, source_of(here, then))._with_codes(HALL)
    found = check_signed(here, form.heading.signed.address)

    assert found.found is Signed.LATER, found
    assert found.changed
    assert check_signed(here, form.heading.signed.address, Viewer.VISITOR).genuine
    [now] = slip_of(here, _name(row))._with_codes(HALL)
    assert paper_in(read_signed(now.heading.signed.address)).edition >= 2


def _name(row):
    return f"{row.tournament}/R{row.round_number}/T{row.table}"


def _amended(here):
    for row in here.hall.games(SLUG):
        now = here.shelf.sheet(row.id)
        for event in now.events:
            if isinstance(event.fact, ResultAmended):
                then = sheet_as_known(now, at=event.originator_version - 1)
                if then.ended and then.result.signatures:
                    yield row, then


def test_no_altered_code_is_accepted(here):
    address = address_on(slip_of(here))
    head, _, letters = address.rpartition("/")
    chosen = random.Random(33)
    for _ in range(300):
        place = chosen.randrange(len(letters))
        other = chosen.choice(
            [x for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if x != letters[place]]
        )
        found = check_signed(here, f"{head}/{letters[:place]}{other}{letters[place + 1 :]}")
        assert found.found in (Signed.STRANGER, Signed.UNREADABLE), place


def test_what_another_signed_is_not_ours_and_nothing_of_the_record_is_told(here, tmp_path):
    said = paper_in(read_signed(address_on(slip_of(here))))
    better = msgspec.structs.replace(
        said, players=(Player(number=1, score=600, signed="stroke"), said.players[1])
    )
    tmp_path.joinpath("other").mkdir()
    forged = signed_address(Signer(make_key(tmp_path / "other")).signed(better), HALL)
    found = check_signed(here, forged)

    assert (found.found, found.sheet, found.key) == (Signed.STRANGER, None, "")
    assert ("Player No. 1", "600, by hand on the screen") in found.says


def test_what_the_key_signed_and_the_record_never_said_is_a_change(here, data):
    """Whoever has the key can sign anything: then the record disowns it, or was changed."""
    said = paper_in(read_signed(address_on(slip_of(here))))
    better = msgspec.structs.replace(
        said, players=(Player(number=1, score=600, signed="stroke"), said.players[1])
    )
    forged = in_capitals(Signer(key_in(data)).signed(better))

    assert check_signed(here, forged).found is Signed.CHANGED


def test_a_visitor_reads_what_is_on_the_paper_and_no_more_of_the_record_than_by_its_ten_signs(here):
    for paper in ALL.values():
        address = address_on(paper(here))
        director, visitor = (
            check_signed(here, address, who) for who in (Viewer.DIRECTOR, Viewer.VISITOR)
        )
        assert visitor.says == director.says
        assert visitor.genuine
        assert visitor.sheet.for_officials or visitor.sheet.said
    assert (
        check_signed(here, address_on(notices_of(here)), Viewer.VISITOR).sheet.found
        is Found.GENUINE
    )


def test_a_key_put_back_from_its_copy_signs_the_same(data, tmp_path):
    shutil.copytree(data, tmp_path / "copy")
    copy = tmp_path / "copy"
    key = key_in(copy)
    with looked_at(copy) as here:
        before = slip_of(here).pdf("a4", HALL)
    (copy / KEY_FILE).unlink()
    keep(key, copy / KEY_FILE)
    with looked_at(copy) as here:
        assert slip_of(here).pdf("a4", HALL) == before


def test_a_revoked_key_signs_nothing_and_what_it_signed_since_is_not_trusted(data, tmp_path):
    shutil.copytree(data, tmp_path / "copy")
    with opened(tmp_path / "copy") as here:
        slip, sheet = (address_on(ALL[which](here)) for which in ("slip", "round"))
        since = paper_in(read_signed(sheet)).at
        public = Signer(key_in(here.folder)).public
        [old] = [str(key) for key in here.checkpoints.keys if key.public == public]
        here.checkpoints.revoke(old, since, "copied", now=here.desk.now(), by="O1")
        new = slip_of(here)._with_codes(HALL)[0].heading.signed
        assert new.key != public
        assert check_signed(here, sheet).found is Signed.REVOKED
        assert check_signed(here, slip).found is Signed.AGREES  # it was signed before


def test_whatever_people_hold_is_examined_a_scan_and_a_list_of_addresses(here, data, tmp_path):
    addresses = [address_on(paper(here)) for paper in ALL.values()]
    (tmp_path / "codes.txt").write_text("\n".join(addresses).lower(), "utf-8")
    page = pypdfium2.PdfDocument(BytesIO(slip_of(here).pdf("a4", HALL)))[0]
    copied(page_at_200(page), 3).save(tmp_path / "slip.png")
    forged = rewritten(data, tmp_path / "forged")
    signed_anew(forged)
    held = tmp_path / "slip.png", tmp_path / "codes.txt"

    def came(there):
        examined = CrossExamination(there, no_copy)
        return [(x.kind, x.about, x.came) for path in held for x in examined.of(path)]

    what = [
        ("result slip", GAME), ("result slip", GAME), ("ruling notice", f"{SLUG}/C-3"),
        ("round sheet", f"{SLUG}/round-close/R1"),
    ]  # fmt: skip
    assert came(here) == [(*one, Came.AGREES) for one in what]
    with looked_at(forged) as there:
        found = came(there)
    changed = {one[:2] for one in found if one[2] is Came.CHANGED}
    assert changed == {("result slip", GAME), ("round sheet", f"{SLUG}/round-close/R1")}


def no_copy(path):
    raise AssertionError(f"{path} is no backup")


def test_the_command_looks_a_signed_code_up_and_ends_as_for_any_paper(here, data, tmp_path):
    address = address_on(slip_of(here))

    def looked_up(what, folder=data):
        done = CliRunner().invoke(commands, ["paper", "check", what, "--data", str(folder)])
        return done.exit_code, done.output

    code, said = looked_up(address.lower())
    assert (code, "Player No. 1: 431" in said) == (0, True)
    assert said.startswith("Signed by this hall, and the record agrees")
    assert looked_up(address.rpartition("/")[2])[0] == 0
    assert looked_up(f"{address[:-9]}AAAAAAAAA")[0] == 1
    assert looked_up(address, signed_anew_at(data, tmp_path))[0] == 1
    assert '"found":"agrees"' in CliRunner().invoke(
        commands, ["paper", "check", address, "--json", "--data", str(data)]
    ).output.replace(" ", "")


def signed_anew_at(data, tmp_path):
    forged = rewritten(data, tmp_path / "forged")
    signed_anew(forged)
    return forged
