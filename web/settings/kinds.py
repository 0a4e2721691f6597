"""Kinds of values a setting can have: read from a file or the environment, or refused in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple


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
(``printing.code``), and a sheet whose code has none is printed without."""

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
    return tuple(found)


ADDRESS = Kind('an address without a path, as "https://hall.example"', _as_address)
ADDRESSES = Kind('a list of addresses, as "https://club.example/notes"', _as_addresses, _spaced)
WITNESSES_NAMED = Kind(
    "a list of a witness's key, a space, and its address, "
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
