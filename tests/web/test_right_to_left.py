"""Names that run from right to left in sentences that run the other way: pages and scripts."""

from __future__ import annotations

import re

import pytest

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from tests.desks import A, Table
from tests.web.entry_hall import SLUG, a_hall
from web.frame.headers import ISOLATE, POP, isolated, page_as_read

YUSUF = "يوسف بن إبراهيم القحطاني"
RAHEL = "רחל בן־דוד (1)"
SENTENCES = [
    f"{YUSUF}: 8D WINDY, forming WINDY, +32. 32 to 0.",
    f"{RAHEL} holds the play · {YUSUF} accepts it",
    f"{YUSUF} – {RAHEL}, 2",
    "Ann Lee: 8D WINDY",
    "Żółć, Çelik, Ω",
    "",
]


def kept(name):
    return f"{ISOLATE}{name}{POP}"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("names"), tables=2, names=(YUSUF, RAHEL)) as hall:
        table = Table(hall.desk, hall.games[0])
        table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
        table.enter(StartGame())
        table.play(A, "8D", "WINDY", announced=32)
        yield hall


@pytest.mark.found("TB-9")
def test_a_name_keeps_to_itself_whatever_stands_beside_it():
    assert [isolated(one) for one in SENTENCES[:4]] == [
        f"{kept(YUSUF)}: 8D WINDY, forming WINDY, +32. 32 to 0.",
        f"{kept('רחל בן־דוד')} (1) holds the play · {kept(YUSUF)} accepts it",
        f"{kept(YUSUF)} – {kept('רחל בן־דוד')} (1), 2",
        SENTENCES[3],
    ]
    for one in SENTENCES:
        assert isolated(isolated(one)) == isolated(one)


@pytest.mark.found("TB-9")
def test_what_is_read_of_a_page_is_kept_together_and_nothing_else_is_touched():
    page = (
        f'<title>{RAHEL}</title><script>const a = "{YUSUF}";</script><style>/* {YUSUF} */</style>'
        f'<p title="{YUSUF}">{YUSUF}: <b>8D</b></p><input value="{YUSUF}">'
        f"<option>{YUSUF}</option><textarea>{YUSUF}</textarea><!-- {YUSUF} -->"
    )

    assert page_as_read(page) == page.replace(f">{YUSUF}: <b>", f">{kept(YUSUF)}: <b>").replace(
        f"<title>{RAHEL}", f"<title>{kept('רחל בן־דוד')} (1)"
    )


@pytest.mark.found("TB-9")
@pytest.mark.parametrize("path", ["r1/t1/", "r1/", ""])
def test_names_keep_together_on_public_pages(hall, path):
    page = hall.app.test_client().get(f"/t/{SLUG}/{path}").text
    read = re.sub(r"<(script|style|option).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)

    assert kept(YUSUF) in read
    assert YUSUF not in read.replace(kept(YUSUF), "")


@pytest.mark.found("TB-9")
def test_the_badge_of_a_name_has_its_letters_and_its_cell_runs_as_it_does(hall):
    page = hall.app.test_client().get(f"/t/{SLUG}/r1/t1/").text

    assert re.search(rf'class="seat second"[^>]*>{ISOLATE}רב{POP}<', page)
    assert re.search(rf'class="name one-line" dir="auto">{ISOLATE}{YUSUF}', page)


@pytest.mark.found("TB-8")
def test_of_a_game_that_has_not_begun_nobody_is_said_to_play_first_or_to_be_on_move(hall):
    begun, scheduled = (
        hall.app.test_client().get(f"/t/{SLUG}/r1/t{table}/?ply=0").text for table in (1, 2)
    )

    assert "The board is empty. The game has not begun." in scheduled
    assert "plays first" not in scheduled
    assert not re.search(r'class="player card [^"]*on-move', scheduled)
    assert f"The board is empty. {kept(YUSUF)} plays first." in begun
    assert re.search(r'class="player card first on-move', begun)


@pytest.mark.found("TB-8", "TB-9")
@pytest.mark.browser
def test_scripts_say_the_same_and_a_square_is_in_one_piece(hall, browser):
    page = browser.new_page()
    page.goto(f"{hall.address}/t/{SLUG}/r1/t2/")
    page.wait_for_load_state("load")
    assert page.locator("#this-play").inner_text() == (
        "The board is empty. The game has not begun."
    )
    assert page.locator(".player.on-move").count() == 0

    page.goto(f"{hall.address}/t/{SLUG}/r1/t1/")
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#this-play >> text=plays first")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#this-play >> text=WINDY")
    pieces, sign, at = page.evaluate(
        """() => {
          const text = document.querySelector("#this-play .sentence").firstChild;
          const from = text.data.indexOf("8D WINDY");
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, from + 8);
          const colon = document.createRange();
          colon.setStart(text, from - 2);
          colon.setEnd(text, from - 1);
          return [range.getClientRects().length, colon.getBoundingClientRect().right,
                  range.getBoundingClientRect().left];
        }"""
    )
    assert pieces == 1
    assert sign <= at + 1
    page.close()
