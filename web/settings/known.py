"""Every setting there is: the one table that the file, the environment and the manual share."""

from __future__ import annotations

from typing import NamedTuple

from ledger.record.settings import POSTGRES, SQLITE, STORE
from web.settings.kinds import (
    ADDRESS,
    ADDRESSES,
    HOST_NAMES,
    MINUTES,
    NAMES,
    NETWORKS,
    ON_OR_OFF,
    SITES,
    TEXT,
    WITNESSES_NAMED,
    ZONE,
    Kind,
    one_of,
    whole_number,
)


class Setting(NamedTuple):
    """One thing a service can be told.

    Attributes:
      key: its name in the file, with its table before a dot.
      variable: its name in the environment, which goes before the file.
      kind: what its value must be.
      default: its value where nobody names one.
      what: what it does, one sentence.
      secret: whether it is never shown.
    """

    key: str
    variable: str
    kind: Kind
    default: object
    what: str
    secret: bool = False


DATA = Setting(
    "data", "TILESCRIBE_DATA", TEXT, "tilescribe-data",
    "The data folder; a file that lies in the data folder can't name it.",
)  # fmt: skip
HOST = Setting(
    "host", "TILESCRIBE_HOST", TEXT, "127.0.0.1",
    "Address to listen on; with `serve --hall` the default is all of this computer's.",
)  # fmt: skip
PORT = Setting(
    "port", "TILESCRIBE_PORT", whole_number(1, 65535), 8421, "Port to listen on."
)  # fmt: skip
HOSTS = Setting(
    "hosts", "TILESCRIBE_HOSTS", HOST_NAMES, (),
    "Further names under which the service may be asked, as that of a proxy.",
)  # fmt: skip
PROXIES = Setting(
    "proxies", "TILESCRIBE_PROXIES", NETWORKS, (),
    "Proxies in front whose word is taken for who asks and over what (X-Forwarded-For, -Proto).",
)  # fmt: skip
ZONE_OF_HALL = Setting(
    "zone", "TILESCRIBE_ZONE", ZONE, "",
    "Time zone of tournaments that name none; empty: UTC.",
)  # fmt: skip
PAPER_ADDRESS = Setting(
    "paper_address", "TILESCRIBE_PAPER_ADDRESS", ADDRESS, "",
    "What square codes on paper begin with, https://hall.example; empty: as the page was asked, "
    "and for commands where the folder is served, or was last.",
)  # fmt: skip
FONTS = Setting(
    "fonts", "TILESCRIBE_FONTS", TEXT, "",
    "Folder of further fonts for names on paper, such as those of East Asia; empty: ours alone.",
)  # fmt: skip
RULEBOOKS = Setting(
    "rulebooks", "TILESCRIBE_RULEBOOKS", TEXT, "",
    "Folder of rulebooks of your own; empty: `rulebooks` in the data folder.",
)  # fmt: skip
EMBED = Setting(
    "embed_origins", "TILESCRIBE_EMBED_ORIGINS", NAMES, ("'self'",),
    "Sites that may show a replay in a frame of theirs (?embed=1).",
)  # fmt: skip
CORS = Setting(
    "cors", "TILESCRIBE_CORS", SITES, (),
    "Sites whose pages may read /api/v1; `null`: pages opened from a file; `*`: all.",
)  # fmt: skip
ROOM = Setting(
    "disk_room", "TILESCRIBE_DISK_ROOM", whole_number(0, 1_000_000), 500,
    "Megabytes free on the data folder's disk below which /readyz warns.",
)  # fmt: skip
BACKUP = Setting(
    "backup.folder", "TILESCRIBE_BACKUP", TEXT, "",
    "Folder of a ring of backups, made while the service runs; empty: none.",
)  # fmt: skip
BACKUP_EVERY = Setting(
    "backup.every", "TILESCRIBE_BACKUP_EVERY", MINUTES, 5.0, "Minutes between two backups."
)
BACKUP_COUNTS = Setting(
    "backup.counts", "TILESCRIBE_BACKUP_COUNTS", ON_OR_OFF, False,
    "Whether backups outlive the record though they lie on its disk, as where others copy them.",
)  # fmt: skip
WITNESSES = Setting(
    "proof.witnesses", "TILESCRIBE_WITNESSES", WITNESSES_NAMED, (),
    "Witnesses that are asked to sign checkpoints: the key of each, a space, and its address.",
)  # fmt: skip
SUBSCRIBERS = Setting(
    "proof.subscribers", "TILESCRIBE_SUBSCRIBERS", ADDRESSES, (),
    "Addresses that every checkpoint is sent to, as a POST of the signed note.", secret=True,
)  # fmt: skip
LOG_FORMAT = Setting(
    "log.format", "TILESCRIBE_LOG_FORMAT", one_of("lines", "json"), "lines",
    "How each line of the log is written.",
)  # fmt: skip
LOG_LEVEL = Setting(
    "log.level", "TILESCRIBE_LOG_LEVEL",
    one_of("info", "warning", "error"), "info",
    "The least important lines that are written.",
)  # fmt: skip
LOG_ACCESS = Setting(
    "log.access", "TILESCRIBE_LOG_ACCESS", ON_OR_OFF, False,
    "Whether each request leaves a line, not only those that write or are refused.",
)  # fmt: skip
METRICS_TOKEN = Setting(
    "metrics.token", "TILESCRIBE_METRICS_TOKEN", TEXT, "",
    "Who shows it as a bearer token may read /metrics from anywhere; 16 letters at least.",
    secret=True,
)  # fmt: skip
METRICS_FROM = Setting(
    "metrics.from", "TILESCRIBE_METRICS_FROM", NETWORKS, (),
    "From where /metrics may be read without a token, besides this computer itself.",
)  # fmt: skip
RECORD_IN = Setting(
    "store", STORE,
    one_of("sqlite", "postgres", sqlite=("", SQLITE), postgres=(POSTGRES,)), "sqlite",
    "Where the record lies: in the data folder, or in PostgreSQL.",
)  # fmt: skip
DATABASE = Setting("postgres.dbname", "POSTGRES_DBNAME", TEXT, "", "The database.")

SETTINGS = (
    DATA, HOST, PORT, HOSTS, PROXIES, ZONE_OF_HALL, PAPER_ADDRESS, FONTS, RULEBOOKS,
    EMBED, CORS, ROOM,
    RECORD_IN,
    BACKUP, BACKUP_EVERY, BACKUP_COUNTS,
    WITNESSES, SUBSCRIBERS,
    LOG_FORMAT, LOG_LEVEL, LOG_ACCESS, METRICS_TOKEN, METRICS_FROM,
    DATABASE,
    Setting("postgres.host", "POSTGRES_HOST", TEXT, "", "Its server, or the folder of its socket."),
    Setting("postgres.port", "POSTGRES_PORT", whole_number(1, 65535), 5432, "The server's port."),
    Setting("postgres.user", "POSTGRES_USER", TEXT, "", "Who we are there."),
    Setting("postgres.password", "POSTGRES_PASSWORD", TEXT, "", "Our password.", secret=True),
    Setting("postgres.schema", "POSTGRES_SCHEMA", TEXT, "", "Schema of the tables; empty: public."),
    Setting(
        "postgres.connect_timeout", "POSTGRES_CONNECT_TIMEOUT", whole_number(1, 60), 2,
        "Seconds anybody waits for a connection.",
    ),
    Setting(
        "postgres.lock_timeout", "POSTGRES_LOCK_TIMEOUT", whole_number(1, 60), 1,
        "Seconds to wait for a lock that somebody holds on the tables.",
    ),
    Setting(
        "postgres.pool_size", "POSTGRES_POOL_SIZE", whole_number(1, 200), 5,
        "Connections that are kept open.",
    ),
    Setting(
        "postgres.max_overflow", "POSTGRES_MAX_OVERFLOW", whole_number(0, 200), 10,
        "Connections more, while many ask at once.",
    ),
)  # fmt: skip
"""In the order in which people are shown them."""

BY_KEY = {setting.key: setting for setting in SETTINGS}

CONFIG = "TILESCRIBE_CONFIG"
"""Names the file."""

FILE = "tilescribe.toml"
"""How the file is called in a data folder."""

OF_OUR_TESTS = ("TILESCRIBE_SEED", "TILESCRIBE_SLOW", "TILESCRIBE_NEW_", "TILESCRIBE_TEST_")
"""How variables begin that only the suite reads."""

WOULD_LOSE = {
    "synchronous": "Each entry is on the disk before anybody is told it is written",
    "journal_mode": "The record keeps a write-ahead file, or a crash could spoil it",
    "cache": "Nobody is answered from memory what others may have written over",
    "snapshots": "Sheets are folded from the events, never from something kept beside them",
    "enable_db_functions": "PostgreSQL's functions drop the lock that keeps events in order",
}
"""What stands in no file because it would lose events: its name, and how it is instead."""
