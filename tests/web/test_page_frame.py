"""The frame of every page: its bar, its tabs, where each role begins, what keys find."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ledger.desk.requests import from_the_desk
from ledger.incidents.requests import OpenCase
from ledger.vocabulary import Role
from tests.desks import A, Table
from tests.tiers import first_fast
from tests.web.conftest import FOR_PEOPLE
from tests.web.every_page import NOT_MET, as_it_is
from tests.web.whole_hall import FROM_HERE, PIN, SLUG, a_whole_hall
from web.access.permissions import ROLE_WORDS
from web.frame.navigation import AREAS, short
from web.frame.pages import HTML, PAGES

PUBLIC, DESK = f"/t/{SLUG}/", "/desk"
