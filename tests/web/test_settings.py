"""What a service can be told: where each value comes from, and what is refused in words."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
import pytest
import tomli

from ledger.vocabulary.refusals import Refusal
from tests.desks import a_desk
from tests.web.test_command_line import every_command, tilescribe
from web.access.permissions import names_in
from web.command_line import commands
from web.settings.in_force import must_keep_what_is_written, put_in_force, settled, value_of
from web.settings.known import (
    CORS,
    DATA,
    HOSTS,
    LOG_FORMAT,
    PORT,
    PROXIES,
    RECORD_IN,
    SETTINGS,
    example,
    settings_table,
)

SECRET = "hunter2-but-longer"


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """An environment of one's own: what a file puts there is gone afterwards."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TILESCRIBE_", "POSTGRES_", "PERSISTENCE_"))
    }
    monkeypatch.setattr(os, "environ", clean)
    return clean


@pytest.fixture
def file(tmp_path):
    def written(text):
        path = tmp_path / "settings.toml"
        path.write_text(text)
        return path

    return written


def wrong(**environment):
    return [str(each) for each in settled(environment).wrong]


def test_an_option_goes_before_the_environment_that_before_the_file_and_that_before_the_default(
    file,
):
    path = file('data = "in-the-file"\nport = 9000\n[log]\nformat = "json"\n')
    now = settled({PORT.variable: "9001"}, path, Path("optional"))
    told = {each.setting.key: (each.value, each.source) for each in now.told}

    assert told["data"] == ("optional", "--data")
    assert told["port"] == (9001, PORT.variable)
    assert told["log.format"] == ("json", str(path))
    assert told["host"] == ("127.0.0.1", "default")
    assert settled({}, path).value(DATA) == "in-the-file"


@pytest.mark.parametrize("between", [" ", ",", ", ", " ,\t"])
def test_a_comma_between_names_networks_or_sites_is_as_good_as_a_space(environment, between):
    environment |= {
        HOSTS.variable: between.join(("localhost", "scores.club.example")),
        CORS.variable: between.join(("https://club.example", "https://b.example:8443")),
        PROXIES.variable: between.join(("10.0.0.0/8", "::1")),
    }
    now = put_in_force()

    assert now.value(HOSTS) == ("localhost", "scores.club.example")
    assert now.value(CORS) == ("https://club.example", "https://b.example:8443")
    assert now.value(PROXIES) == ("10.0.0.0/8", "::1")
    assert "scores.club.example" in names_in(environment)
    done = tilescribe("config")
    assert "localhost scores.club.example" in done.out, done.err


@pytest.mark.parametrize(
    "written", ["https://scores.club.example", "scores.club.example:8421", "*.club.example", "a;b"]
)
def test_what_can_be_no_name_of_the_service_is_refused_and_not_silently_never_met(written, file):
    listed = file(f'hosts = ["localhost", "{written}"]')

    assert [HOSTS.variable in each for each in wrong(**{HOSTS.variable: written})] == [True]
    assert len(settled({}, listed).wrong) == 1
    assert len(settled({}, file('hosts = ["localhost,scores.club.example"]')).wrong) == 1


def test_a_file_in_the_data_folder_speaks_for_every_command_that_is_pointed_there(tmp_path):
    (tmp_path / "tilescribe.toml").write_text('[log]\nformat = "json"\n')

    assert settled({}, None, tmp_path).value(LOG_FORMAT) == "json"
    assert settled({"TILESCRIBE_DATA": str(tmp_path)}).value(LOG_FORMAT) == "json"


def test_what_a_file_says_is_in_force_for_the_ledger_and_for_a_worker_that_is_replaced(
    file, environment
):
    put_in_force(file('store = "postgres"\n[postgres]\nport = 5433\n'))

    assert environment["PERSISTENCE_MODULE"] == "eventsourcing.postgres"
    assert environment["POSTGRES_PORT"] == "5433"
    assert value_of(RECORD_IN) == "postgres"


@pytest.mark.parametrize(
    ("named", "is_in"),
    [
        ("sqlite", "sqlite"), ("eventsourcing.sqlite", "sqlite"), ("", "sqlite"),
        ("postgres", "postgres"), ("eventsourcing.postgres", "postgres"),
    ],
)  # fmt: skip
def test_the_record_s_place_may_be_named_by_our_word_or_the_library_s(environment, named, is_in):
    environment["PERSISTENCE_MODULE"] = named

    put_in_force()

    assert value_of(RECORD_IN) == is_in


@pytest.mark.found("OP4")
@pytest.mark.parametrize(("name", "value", "meant"), [
    ("PERSISTENCE_MODULE", "eventsourcing.posgres", "postgres"),
    ("PERSISTANCE_MODULE", "eventsourcing.postgres", "PERSISTENCE_MODULE"),
    ("TILESCRIBE_PROT", "9000", "TILESCRIBE_PORT"),
    ("POSTGRES_PASSWORT", "x", "POSTGRES_PASSWORD"),
    ("STORED_PERSISTENCE_MODULE", "eventsourcing.popo", "Remove STORED_PERSISTENCE_MODULE"),
    ("POSTGRES_ENABLE_DB_FUNCTIONS", "y", "Remove POSTGRES_ENABLE_DB_FUNCTIONS"),
    ("AGGREGATE_CACHE_MAXSIZE", "100", "Remove AGGREGATE_CACHE_MAXSIZE"),
    ("TILESCRIBE_PORT", "many", "a whole number from 1 to 65535"),
    ("TILESCRIBE_ZONE", "Europe/Lisboa", "time zone"),
    ("TILESCRIBE_PROXIES", "10.0.0.1/8", "networks"),
    ("TILESCRIBE_METRICS_TOKEN", "short", "openssl rand"),
    ("POSTGRES_DBNAME", "tilescribe", "PERSISTENCE_MODULE=eventsourcing.postgres"),
])  # fmt: skip
def test_OP4_a_slip_in_the_environment_is_refused_and_begins_no_record(
    name, value, meant, environment, tmp_path
):
    environment[name] = value
    done = tilescribe("badge", "list", "--data", tmp_path / "data")
    served = tilescribe("serve", "--data", tmp_path / "data")

    assert (done.returncode, served.returncode) == (1, 1)
    assert name in done.err
    assert meant in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_names_of_others_are_left_alone():
    assert wrong(POSTGRES_DB="x", POSTGRES_INITDB_ARGS="x", POSTGRES_EXPORTER_URI="x", PERSONAL="x",
                 TILESCRIBE_SEED="7", POSTGRES_ENABLE_DB_FUNCTIONS="off") == []  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("prot = 1", "Did you mean port?"),
    ("[postgrs]\nhost = 'x'", "Did you mean postgres.host?"),
    ("access = true", "Did you mean log.access?"),
    ("colour = 'red'", "tilescribe config"),
    ("synchronous = 'off'", "would lose events"),
    ("[postgres]\nenable_db_functions = true", "would lose events"),
    ("[sheets]\ncache = 100", "would lose events"),
    ("port = true", "a whole number"),
    ("port = ?\n", "line 1"),
    ("log = 'json'", "log"),
    ("[postgres]\ndbname = 'x'", 'Write store = "postgres" above it'),
    ("[postgres]\nport = 5433", "nothing says that the record lies in PostgreSQL"),
    ("cors = ['javascript:alert(1)']", "a list of sites"),
    ("cors = ['https://club.example/page']", "a list of sites"),
    ("cors = ['https://u:p@club.example']", "a list of sites"),
    ("cors = ['club.example']", "a list of sites"),
])  # fmt: skip
def test_a_slip_in_the_file_is_refused_with_the_nearest_right_name(file, text, said):
    done = tilescribe("badge", "list", "--config", file(text))

    assert done.returncode == 1
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.found("OP4")
def test_OP4_a_database_without_its_store_begins_no_record(file, tmp_path):
    done = tilescribe(
        "serve", "--data", tmp_path / "data", "--config", file("[postgres]\ndbname = 'x'")
    )

    assert done.returncode == 1
    assert not (tmp_path / "data").exists()


def test_a_store_that_is_named_may_have_a_database_beside_it_that_is_not_used(file):
    named = file('store = "sqlite"\n[postgres]\ndbname = "x"\n')

    assert settled({}, named).wrong == ()
    assert wrong(PERSISTENCE_MODULE="sqlite", POSTGRES_DBNAME="x") == []


def test_sites_that_may_read_are_kept_as_browsers_name_them(file):
    sites = file('cors = ["https://Club.example", "http://hall.local:8421", "null", "*"]')

    assert settled({}, sites).value(CORS) == (
        "https://club.example", "http://hall.local:8421", "null", "*"
    )  # fmt: skip


@pytest.mark.found("PH-3")
def test_backups_on_a_disk_that_is_not_mounted_are_refused_and_made_nowhere(file, tmp_path):
    ring = tmp_path / "stick" / "ring"
    named = file(f'[backup]\nfolder = "{ring}"\n')
    with a_desk(tmp_path / "data"):
        pass

    for words in (("config", "--config", named), ("serve", "--config", named),
                  ("backup", "--ring", ring)):  # fmt: skip
        done = tilescribe(*words, "--data", tmp_path / "data")
        assert done.returncode == 1, words
        assert f"{ring.parent} is not there. Mount its disk" in done.out + done.err
    assert not ring.parent.exists()

    ring.parent.mkdir()
    refused = tilescribe("record", "backup", "--ring", ring, "--data", tmp_path / "data")
    assert f"Backups go to {ring}, and that folder is not there." in refused.err
    assert not ring.exists()
    ring.mkdir()
    assert (
        tilescribe("record", "backup", "--ring", ring, "--data", tmp_path / "data").returncode == 0
    )


def test_a_file_that_is_named_and_is_not_there_is_no_reason_to_go_on(tmp_path, environment):
    environment["TILESCRIBE_CONFIG"] = str(tmp_path / "nowhere.toml")

    assert "There are no settings at" in tilescribe("badge", "list").err


def test_a_file_in_the_data_folder_cannot_name_another(tmp_path):
    (tmp_path / "tilescribe.toml").write_text('data = "elsewhere"')

    assert "names one" in str(settled({}, None, tmp_path).wrong[0])


def test_config_shows_values_and_sources_and_no_secret(file, environment):
    environment["POSTGRES_PASSWORD"] = SECRET
    path = file(f'[metrics]\ntoken = "{SECRET}"\n')
    path.chmod(0o644)
    words = tilescribe("config", "--config", path)
    told = json.loads(tilescribe("config", "--json", "--config", path).out)

    assert SECRET not in words.out + words.err + json.dumps(told)
    assert f"metrics.token             (set, not shown)  {path}" in words.out
    assert "postgres.password         (set, not shown)  POSTGRES_PASSWORD" in words.out
    assert f"`chmod 600 {path}`" in words.out
    assert [each["key"] for each in told["settings"]] == [each.key for each in SETTINGS]
    assert told["wrong"] == []


def test_config_lists_all_that_is_wrong_and_ends_with_1(environment):
    environment["TILESCRIBE_PROT"] = environment["TILESCRIBE_PORT"] = "x"
    environment["POSTGRES_PASSWORD"] = ""
    done = tilescribe("config")

    assert done.returncode == 1
    assert done.out.count("Wrong: ") == 2


def test_a_secret_that_cannot_be_is_not_shown_in_what_is_refused():
    assert SECRET[:5] not in "".join(wrong(TILESCRIBE_METRICS_TOKEN=SECRET[:5]))


def test_the_example_is_a_file_that_changes_nothing_and_names_every_setting(file):
    text = example("toml")
    opened_up = "\n".join(
        line.removeprefix("#") for line in text.split("\n") if not line.startswith("# ")
    )

    assert settled({}, file(text)).told == settled({}).told
    assert settled({}, file(opened_up)).wrong == ()
    assert set(_keys(tomli.loads(opened_up))) == {setting.key for setting in SETTINGS}


def _keys(table, before=""):
    for name, value in table.items():
        yield from _keys(value, f"{before}{name}.") if isinstance(value, dict) else [before + name]


def test_the_manual_has_the_table_of_settings():
    manual = Path(__file__).parents[2] / "web" / "manual" / "settings.md"

    assert settings_table() in manual.read_text("utf-8"), "run python -m tests.settings"


def test_every_command_that_opens_a_record_takes_a_file_of_settings():
    without = {
        " ".join(path)
        for path in every_command(commands)
        for options in [options_of(path)]
        if "--data" in options and "--config" not in options
    }

    assert without == set()


def options_of(path):
    command, here = commands, click.Context(commands)
    for name in path:
        command = command.get_command(here, name)
    return {option for each in command.params for option in each.opts}


MOUNTS = """\
/dev/vda / ext4 rw 0 0
tmpfs /tmp tmpfs rw 0 0
/dev/vda /tmp/kept ext4 rw 0 0
nas:/export /srv/hall\\040one nfs4 rw 0 0
share /mnt/c 9p rw 0 0
"""


@pytest.mark.parametrize(("folder", "said"), [
    ("/srv/data", ""), ("/tmp/kept/data", ""), ("/tmp/data", "in memory"), ("/mnt/c/x", "lent by"),
])  # fmt: skip
def test_a_disk_that_may_not_keep_what_is_written_is_warned_of(folder, said):
    warning = must_keep_what_is_written(Path(folder), MOUNTS)

    assert (said in warning) is bool(warning or not said)
    assert bool(warning) is bool(said)


def test_another_computers_disk_is_refused_with_a_next_step():
    with pytest.raises(Refusal, match=r"nfs4.*Move the data folder.*PostgreSQL"):
        must_keep_what_is_written(Path("/srv/hall one/data"), MOUNTS)


@pytest.fixture
def backed_up_to(tmp_path, file):
    """A file of settings that names a data folder and a folder for its backups."""
    (tmp_path / "hall" / "ring").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "hall" / "ring", target_is_directory=True)
    (tmp_path / "hall-ring").mkdir()

    def written(backups):
        folder = tmp_path / "hall"
        path = file(f"data = '{folder}'\n[backup]\nfolder = '{tmp_path / backups}'\n")
        return "--config", path

    return written


@pytest.mark.parametrize(
    "backups", ["hall", "hall/ring", "hall/not-there/yet", "link", "link/deeper", "x/../hall/ring"]
)
def test_backups_in_the_data_folder_are_refused_also_by_a_link(backed_up_to, backups):
    words = backed_up_to(backups)
    for command in ("config", "serve"):
        done = tilescribe(command, *words)
        assert done.returncode == 1, command
        assert "lies in the data folder" in done.out + done.err


@pytest.mark.parametrize("backups", ["hall-ring", "elsewhere/ring", "."])
def test_backups_beside_the_data_folder_or_above_it_are_not(backed_up_to, backups):
    done = tilescribe("config", *backed_up_to(backups))
    assert "lies in the data folder" not in done.out
