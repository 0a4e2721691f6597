"""Every setting there is, and the kinds of values it can have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ledger.record.opening import POSTGRES, SQLITE, STORE

# Kinds of values a setting can have: read from a file or the environment, or refused in words.


class Kind(NamedTuple):
    """What a value must be.

    Attributes:
      words: how people are told, after "must be".
      read: the value of what was written; raises ``ValueError`` for what is none.
      written: the value as it stands in the environment.
    """

    words: str
    read: Callable[[object], object]
    written: Callable[[object], str] = str


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError(given)
    return given.strip()


def _as_number(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise ValueError(given)
    return int(given)


def _as_on_or_off(given: object) -> bool:
    if isinstance(given, bool):
        return given
    said = _text(given).lower()
    if said in {"on", "true", "yes", "1"}:
        return True
    if said in {"off", "false", "no", "0", ""}:
        return False
    raise ValueError(given)


def _as_words(given: object, between: str = r"\s+") -> tuple[str, ...]:
    if isinstance(given, list):
        if not all(isinstance(each, str) and each.split() == [each] for each in given):
            raise ValueError(given)
        return tuple(given)
    return tuple(each for each in re.split(between, _text(given)) if each)


def _as_listed(given: object) -> tuple[str, ...]:
    """Words of which none can have a comma in it, so that one between them is meant as one."""
    words = _as_words(given, r"[\s,]+")
    if any("," in word for word in words):
        raise ValueError(given)
    return words


_HOST = re.compile(r"[a-z0-9._-]+", re.IGNORECASE)


def _as_hosts(given: object) -> tuple[str, ...]:
    names = _as_listed(given)
    if not all(_HOST.fullmatch(name) for name in names):
        raise ValueError(given)
    return names


def _as_networks(given: object) -> tuple[str, ...]:
    from ipaddress import ip_network

    names = _as_listed(given)
    for name in names:
        ip_network(name)
    return names


def _as_zone(given: object) -> str:
    from zoneinfo import ZoneInfo

    name = _text(given)
    if name:
        try:
            ZoneInfo(name)
        except (KeyError, OSError) as trouble:
            raise ValueError(name) from trouble
    return name


def _spaced(value: object) -> str:
    assert isinstance(value, tuple)
    return " ".join(value)


def whole_number(least: int, most: int) -> Kind:
    """Whole numbers within bounds.

    >>> whole_number(1, 65535).read("8421")
    8421
    """

    def read(given: object) -> int:
        number = _as_number(given)
        if not least <= number <= most:
            raise ValueError(given)
        return number

    return Kind(f"a whole number from {least} to {most}", read)


def one_of(*words: str, **instead: tuple[str, ...]) -> Kind:
    """One of some words; ``instead`` of one, what the environment may hold, ours first."""
    held = {word: instead.get(word, (word,)) for word in words}

    def read(given: object) -> str:
        said = _text(given)
        for word, others in held.items():
            if said in (word, *others):
                return word
        raise ValueError(given)

    return Kind(f"one of {', '.join(words)}", read, lambda value: held[str(value)][0])


def _as_minutes(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise ValueError(given)
    minutes = float(given)
    if not 0.01 <= minutes <= 24 * 60:
        raise ValueError(given)
    return minutes


LONGEST_ADDRESS = 100
"""Signs of what square codes begin with: the code and what the sheet is of need room behind it
(``printing.engine.pen``), and a sheet whose code has none is printed without."""

_AT = re.compile(r"(?i:https?)://(?:[\w.-]+|\[[\w:.%-]+\])(?::(?P<port>[0-9]{1,5}))?")


def _as_address(given: object) -> str:
    """Where people find us, as ``serve`` tells it: scheme, host, port, and nothing else."""
    address = _text(given).rstrip("/")
    if not address:
        return ""
    found = _AT.fullmatch(address)
    if found is None or len(address) > LONGEST_ADDRESS:
        raise ValueError(address)
    if not 1 <= int(found["port"] or 1) <= 65535:
        raise ValueError(address)
    return address


def _as_sent_to(address: str) -> str:
    """An address that something can be sent to: its port is one, and it holds no password."""
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError(address)
    if parts.port == 0 or not address.isascii():  # a port that is no number raises by itself
        raise ValueError(address)
    return address


def _as_site(given: str) -> str:
    """A site as browsers name it, without a path; or one of the two words for others."""
    from urllib.parse import urlsplit

    if given in ("*", "null"):
        return given
    given = given.lower()
    parts = urlsplit(given)
    is_one = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not is_one or given != f"{parts.scheme}://{parts.netloc}":
        raise ValueError(given)
    _ = parts.port  # one that is no number raises
    return given


def _as_sites(given: object) -> tuple[str, ...]:
    return tuple(_as_site(each) for each in _as_listed(given))


def _as_addresses(given: object) -> tuple[str, ...]:
    return tuple(_as_sent_to(each) for each in _as_words(given))


MOST_WITNESSES = 5
"""Of one hall: each is asked at every checkpoint, and its line stands on every sheet of a round."""


def _as_witnesses(given: object) -> tuple[str, ...]:
    from ledger.proof.witnesses import Witness

    if isinstance(given, list) and not all(isinstance(each, str) for each in given):
        raise ValueError(given)
    words = (" ".join(given) if isinstance(given, list) else _text(given)).split()
    if len(words) % 2:
        raise ValueError(given)
    found = []
    for key, address in zip(words[::2], words[1::2], strict=True):
        if "?" in address or "#" in address:  # what is asked stands behind it
            raise ValueError(given)
        witness = Witness.read(key, _as_sent_to(address))
        found.append(f"{witness.key} {witness.address}")
    if len({each.split("+")[0] for each in found}) < len(found):  # two of one name
        raise ValueError(given)
    if len(found) > MOST_WITNESSES:
        raise ValueError(given)
    return tuple(found)


ADDRESS = Kind('an address without a path, as "https://hall.example"', _as_address)
ADDRESSES = Kind('a list of addresses, as "https://club.example/notes"', _as_addresses, _spaced)
WITNESSES_NAMED = Kind(
    "a list of a witness's key, a space, and its address, five at most, "
    'as "witness.example+4f1c229a+BGk… https://witness.example"',
    _as_witnesses,
    _spaced,
)
MINUTES = Kind("minutes, from 0.01 to 1440", _as_minutes)
TEXT = Kind("text", _text)
ON_OR_OFF = Kind("true or false", _as_on_or_off, lambda value: "on" if value else "off")
NAMES = Kind("a list of names, or names with a space or comma between", _as_listed, _spaced)
HOST_NAMES = Kind(
    'a list of names, as "scores.club.example", without http:// and without a port',
    _as_hosts,
    _spaced,
)
SITES = Kind(
    'a list of sites, as "https://club.example" without a path, null, or *', _as_sites, _spaced
)
NETWORKS = Kind('a list of addresses or networks, as "10.0.0.0/8"', _as_networks, _spaced)
ZONE = Kind('the name of a time zone, as "Europe/Lisbon"', _as_zone)


def is_here_alone(base: str) -> bool:
    """Whether an address opens on this computer alone."""
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    host = urlsplit(base).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Setting(NamedTuple):
    """One thing a service can be told.

    Attributes:
      key: its name in the file, with its table before a dot.
      variable: its name in the environment, which goes before the file.
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
QUORUM = Setting(
    "proof.quorum", "TILESCRIBE_QUORUM", whole_number(0, MOST_WITNESSES), 0,
    "How many of the witnesses must sign a checkpoint; 0: all that are named.",
)  # fmt: skip
QUORUM_WITHIN = Setting(
    "proof.quorum_minutes", "TILESCRIBE_QUORUM_MINUTES", MINUTES, 60.0,
    "Minutes within which so many must have signed; later ones are told as late.",
)  # fmt: skip
SUBSCRIBERS = Setting(
    "proof.subscribers", "TILESCRIBE_SUBSCRIBERS", ADDRESSES, (),
    "Addresses that every checkpoint is sent to, as a POST of the signed note.", secret=True,
)  # fmt: skip
KEY_HOLDER = Setting(
    "proof.key_holder", "TILESCRIBE_KEY_HOLDER", TEXT, "",
    "Who holds the hall's key and its copies, in words for everybody; shown on the page Trust.",
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
    WITNESSES, QUORUM, QUORUM_WITHIN, SUBSCRIBERS, KEY_HOLDER,
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


# Examples to begin with: a file of settings, and what stands around a service.
#
# The files lie in ``web/manual/operating`` and travel with the package, so that whoever installed
# it has them too; the file of settings is made from the table.


OPERATING = Path(__file__).parents[1] / "manual" / "operating"

FILES = {
    "systemd": "tilescribe.service",
    "witness": "tilescribe-witness.service",
    "container": "Containerfile",
    "nginx": "nginx.conf",
    "caddy": "Caddyfile",
}
EXAMPLES = ("toml", *FILES)
"""What there are examples of."""


def example(of: str) -> str:
    if of == "toml":
        return "\n".join(_file()) + "\n"
    return (OPERATING / FILES[of]).read_text("utf-8")


def _file() -> Iterator[str]:
    """A file of settings in which each stands as it is by default, and none is in force."""
    yield "# Settings of Tilescribe. Take the # away before a setting to change it. What is"
    yield "# in force, `tilescribe config` shows; the environment goes before this file."
    table = ""
    for setting in SETTINGS:
        before, _, name = setting.key.rpartition(".")
        if before != table:
            table = before
            yield f"\n[{table}]"
        yield f"\n# {setting.what}"
        yield f"# {setting.variable} in the environment: {setting.kind.words}."
        yield f"#{name} = {in_toml(setting.default)}"


def in_toml(value: object) -> str:
    """A default as a file would have it.

    >>> [in_toml(value) for value in (False, 8421, "lines", ("a.example", "b"))]
    ['false', '8421', '"lines"', '["a.example", "b"]']
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(in_toml(each) for each in value)}]"
    return str(value) if isinstance(value, int | float) else f'"{value}"'


def settings_table(settings: tuple[Setting, ...] = SETTINGS) -> str:
    rows = [
        "| in the file | in the environment | default | what it does |",
        "| --- | --- | --- | --- |",
    ]
    rows += [
        f"| `{each.key}` | `{each.variable}` | {_default(each)} | {each.what} |"
        for each in settings
    ]
    return "\n".join(rows)


def _default(setting: Setting) -> str:
    return "" if setting.default in ("", ()) else f"`{in_toml(setting.default)}`"
