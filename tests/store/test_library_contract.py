"""The eventsourcing library's own tests of application recorders, run against ours."""

from __future__ import annotations

import pytest
from eventsourcing.tests import persistence as library


class OnSQLite:
    @pytest.fixture(autouse=True)
    def _venue(self, sqlite_venue):
        self.venue = sqlite_venue

    def create_recorder(self):
        return self.venue.open().store


class OnPostgreSQL:
    @pytest.fixture(autouse=True)
    def _venue(self, postgres_venue):
        self.venue = postgres_venue

    def create_recorder(self):
        return self.venue.open().store


class TestRecorderOnSQLite(OnSQLite, library.ApplicationRecorderTestCase):
    pass


class TestRecorderOnPostgreSQL(OnPostgreSQL, library.ApplicationRecorderTestCase):
    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False

    def test_insert_subscribe(self):
        self.optional_test_insert_subscribe()


class TestPositionsOnSQLite(OnSQLite, library.NonInterleavingNotificationIDsBaseCase):
    pass


class TestPositionsOnPostgreSQL(OnPostgreSQL, library.NonInterleavingNotificationIDsBaseCase):
    pass
