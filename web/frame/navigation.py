"""The frame of every page: areas by role, tabs, the tournament's name, who is signed in.

Areas and tabs stand here and nowhere else; a page says in its declaration to which it belongs
(``Page.area``, ``Page.tab``). Bar, tabs, the bottom bar of phones, keys and tests are made of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import g, request, url_for

from ledger.accounts.sessions import Session
from ledger.hall import TournamentName
from ledger.messages import say
from ledger.vocabulary import FIRST_DIRECTOR, Role
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.permissions import ANYONE, DIRECTORS, JUDGES, OFFICIALS, role_words
from web.access.signing_in import at_the_tables, at_the_tablets_table
from web.access.visitors import accounts, chosen_player, is_own_page, the_session
from web.director.desk import Count, areas_waiting
from web.frame.addresses import row_of, usual_tournament
from web.frame.pages import PAGES, page_here
from web.site import the_site


class Tab(NamedTuple):
    """A tab of an area, the page it leads to, and a name and value behind its ``?``."""

    name: str
    endpoint: str
    query: tuple[str, str] | None = None


class Area(NamedTuple):
    """A part of the service, as it stands in the bar.

    Attributes:
      endpoint: the page it leads to; of one that is found out anew each time, any of its pages.
      who: the roles in whose bar it stands; nobody: its pages have tabs, and that is all.
      sign: stands over its words on a phone (``frame/signs.py``).
      key: pressed after ``g``, leads there; empty: none does.
      folded: the roles in whose bar it stands behind ``⋯``.
    """

    name: str
    endpoint: str
    sign: str
    who: frozenset[str] = frozenset()
    tabs: tuple[Tab, ...] = ()
    key: str = ""
    folded: frozenset[str] = frozenset()


MY_PAGE = "my-page"
"""The tab that stands first once a phone has chosen a name."""


def _desk(name: str, show: str) -> Tab:
    return Tab(name, "desk.page", ("show", show) if show else None)


def _cases(name: str, state: str) -> Tab:
    return Tab(name, "cases.register", ("state", state) if state else None)


AREAS = {
    area.name: area
    for area in (
        Area(
            "public", "tournaments.one", "people",
            who=DIRECTORS,
            tabs=(
                Tab("overview", "tournaments.one"),
                Tab("rounds", "tournaments.rounds"),
                Tab("standings", "standings.page"),
                Tab("wall-chart", "standings.wall_chart"),
                Tab("prizes", "standings.prize_list"),
                Tab(MY_PAGE, "cards.mine"),
            ),
        ),
        Area(
            "tables", "tournaments.one_round", "table",
            who=frozenset({Role.SCOREKEEPER}),
        ),
        Area(
            "desk", "desk.page", "desk",
            who=DIRECTORS,
            key="d",
            tabs=(
                _desk("everything", ""), _desk("calls", "calls"), _desk("rulings", "rulings"),
                _desk("scores-and-entries", "scores"), _desk("judging", "judging"),
                _desk("slips", "slips"), _desk("put-off", "put-off"),
            ),
        ),
        Area(
            "cases", "cases.register", "case",
            who=frozenset({Role.DIRECTOR}),
            key="c",
            tabs=(
                _cases("open", ""), _cases("ruled", "ruled"), _cases("closed", "closed"),
                Tab("conduct", "registers.conduct"), Tab("log-of-the-day", "registers.log"),
            ),
        ),
        Area(
            "results", "slip_results.page", "results",
            who=DIRECTORS | {Role.SCOREKEEPER},
            key="r",
        ),
        Area(
            "organise", "organising.overview", "settings",
            who=DIRECTORS,
            key="o",
            tabs=(
                Tab("overview", "organising.overview"),
                Tab("set-up", "setting_up.page"),
                Tab("players", "players.page"),
                Tab("rounds", "drawing_rounds.page"),
                Tab("papers-and-files", "round_papers.page"),
                Tab("prizes", "prizes.page"),
                Tab("finish", "ending.page"),
            ),
        ),
        Area(
            "judge", "judging.page", "verdict",
            who=JUDGES,
            folded=frozenset({Role.DIRECTOR}),
        ),
        Area(
            "runner", "runner.page", "table",
            who=JUDGES,
            folded=frozenset({Role.DIRECTOR}),
        ),
    )
}  # fmt: skip
"""Every area, in the order of the bar."""


class AreaShown(NamedTuple):
    """An area in the bar of somebody; ``folded``: behind ``⋯``."""

    name: str
    address: str
    sign: str
    key: str
    folded: bool

    @property
    def words(self) -> str:
        return say(f"frame.area.{self.name}")


class TabShown(NamedTuple):
    name: str
    address: str

    @property
    def words(self) -> str:
        return say(f"frame.tab.{self.name}")


class Around(NamedTuple):
    """What the addresses of areas and tabs depend on, beside the area.

    Attributes:
      root: before every address, where a proxy puts something there.
      latest: the round that was paired last; 0: none was.
      all_of_them: whether several tournaments are looked at, so that desk and judge keep to that.
    """

    root: str
    slug: str
    latest: int
    all_of_them: bool


@lru_cache(maxsize=500)
def areas_of(role: str, around: Around) -> tuple[AreaShown, ...]:
    """The areas that stand in the bar of a role."""
    found = ((area, _address(area.endpoint, around)) for area in AREAS.values() if role in area.who)
    return tuple(
        AreaShown(area.name, address, area.sign, area.key, role in area.folded)
        for area, address in found
        if address
    )


@lru_cache(maxsize=500)
def tabs_of(area: str, around: Around) -> tuple[TabShown, ...]:
    """The tabs of an area; none where it is of a tournament, and there is none."""
    found = ((tab, _address(tab.endpoint, around, tab.query)) for tab in AREAS[area].tabs)
    return tuple(TabShown(tab.name, address) for tab, address in found if address)


def _address(endpoint: str, around: Around, query: tuple[str, str] | None = None) -> str:
    """Where a page is; empty where it is of a tournament and there is none, or of a round."""
    page = PAGES[endpoint]
    where: dict[str, Any] = dict([query] if query else [])
    if "<slug>" in page.addresses[0]:
        where["slug"] = around.slug
        if not around.slug:
            return ""
    elif around.slug and not around.all_of_them:
        where["tournament"] = around.slug
    if "<int:round_number>" in page.addresses[0]:
        where["round_number"] = around.latest
        if not around.latest:
            return ""
    return url_for(endpoint, **where)


class Frame:
    """The frame of the page that is asked for, worked out as its parts are written.

    Attributes:
      names: all tournaments, those that are over last.
      slug: the tournament whose page it is, or whose areas the bar leads to; empty: none.
      all_of_them: whether several tournaments are looked at, and none was chosen.
      name: that tournament's.
      role: of who is signed in; empty: nobody is, or only to change a PIN, or to judge alone.
    """

    names: Sequence[TournamentName] = ()
    session: Session | None = None

    def __init__(self) -> None:
        self.page = page_here()
        self.area = AREAS.get(self.page.area) if self.page is not None else None
        self.role = ""
        if "bare" not in g:
            self._ask()
        self.named = {one.slug: one.name for one in self.names}
        self.slug, self.all_of_them = self._slug()
        self.name = self.named.get(self.slug, "")
        row = row_of(self.slug) if self.slug else None
        latest = row.rounds if row is not None and row.games else 0
        self.around = Around(request.script_root, self.slug, latest, self.all_of_them)

    def _ask(self) -> None:
        """Who is signed in, and which tournaments there are."""
        try:
            self.session = session = the_session()
            if session is not None and not session.must_change and not session.kiosk:
                self.role = str(session.role)
            self.names = the_site().hall.tournament_names()
        except RecordAway:
            pass  # the page says so; it is shown as to anyone

    def _slug(self) -> tuple[str, bool]:
        given = (request.view_args or {}).get("slug", "")
        if given:
            return (given, False) if given in self.named else ("", False)
        chosen = request.args.get("tournament", "")
        if chosen in self.named:
            return chosen, False
        if self.role not in OFFICIALS:
            return "", False
        of_several = self.area is not None and self.area.name in OF_SEVERAL
        going_on = sum(not one.over for one in self.names)
        return usual_tournament(self.names), of_several and going_on > 1

    def areas(self) -> Sequence[AreaShown]:
        """The areas of who is signed in, in the order of the bar."""
        found = areas_of(self.role, self.around) if self.role else ()
        if self.role == Role.SCOREKEEPER:
            own = at_the_tablets_table() or at_the_tables()
            return [
                one._replace(address=own) if own and one.name == "tables" else one for one in found
            ]
        return found

    def waiting(self) -> Mapping[str, Count]:
        """How much waits in each area of which that is counted, where anything does."""
        if not self.slug:
            return {}
        try:
            return areas_waiting("" if self.all_of_them else self.slug)
        except Refusal:
            return {}  # a page is no worse for what the bar can't count

    def tabs(self) -> Sequence[TabShown]:
        """The tabs of this page's area; none for who is not let in."""
        if self.area is None or self.page is None or (self.role or ANYONE) not in self.page.who:
            return ()
        tabs = tabs_of(self.area.name, self.around)
        if self.area.name == "public" and chosen_player():
            return sorted(tabs, key=lambda tab: tab.name != MY_PAGE)
        return tabs

    def tab(self) -> str:
        """The tab this page belongs to, by its name: as it says, else as its address asks."""
        if self.area is None or self.page is None or not self.area.tabs:
            return ""
        if is_own_page():
            return MY_PAGE
        if self.page.tab:
            return self.page.tab
        for tab in self.area.tabs:
            if tab.query and request.args.get(tab.query[0]) == tab.query[1]:
                return tab.name
        return self.area.tabs[0].name

    def lead(self, slug: str) -> str:
        """Where the switcher leads for another tournament: to the same tab or area of it."""
        area, around = self.area, self.around._replace(slug=slug, latest=0, all_of_them=False)
        if area is None:
            return url_for("tournaments.one", slug=slug)
        tab = next((one for one in area.tabs if one.name == self.tab()), None)
        there = _address(tab.endpoint, around, tab.query) if tab else ""
        return there or _address(area.endpoint, around) or url_for("tournaments.one", slug=slug)

    def account(self) -> str:
        """Who is signed in: ``Petra V. · Director``."""
        session = self.session
        if session is None:
            return ""
        role = role_words(session.role)
        if session.role == Role.PLAYER:
            return role
        name = accounts().desk.name_of(session.badge)
        return f"{short(name)} · {role}" if name and name != FIRST_DIRECTOR else role


OF_SEVERAL = frozenset({"desk", "judge", "runner"})
"""Areas whose pages are of all tournaments that are played, where none is chosen."""


def short(name: str) -> str:
    """A name as the bar has room for it.

    >>> short("Petra van Velden"), short("Petra"), short("")
    ('Petra V.', 'Petra', '')
    """
    first, *rest = name.split() or [""]
    return f"{first} {rest[-1][0]}." if rest else first


def the_frame() -> Frame:
    """The frame of this request's page."""
    if "frame" not in g:
        g.frame = Frame()
    frame: Frame = g.frame
    return frame


FOR_TEMPLATES = {"the_frame": the_frame, "chosen_player": chosen_player}
