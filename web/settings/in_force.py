"""The settings as they are in force: each value, where it comes from, on which disk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ledger.proof.witnesses import Witness
from ledger.record.opening import POSTGRES, STORE, UNSAFE, must_be_installed, must_be_safe
from ledger.vocabulary.refusals import Refusal
from web.settings.known import (
    BY_KEY,
    CONFIG,
    DATA,
    DATABASE,
    FILE,
    METRICS_TOKEN,
    OF_OUR_TESTS,
    QUORUM,
    QUORUM_WITHIN,
    RECORD_IN,
    SETTINGS,
    SUBSCRIBERS,
    WITNESSES,
    WOULD_LOSE,
    Setting,
)

if TYPE_CHECKING:
    from ledger.proof.checkpoints_made import Quorum

# The settings as they are in force: each value, and where it comes from; what is wrong, in words.
#
# An option of the command goes before the environment, the environment before the file, the file
# before the default. Nothing is written here.


SHORTEST_TOKEN = 16  # letters of a token that nobody guesses

OF_THE_LIBRARY = frozenset(
    {
        *UNSAFE, "CREATE_TABLE", "MAPPER_TOPIC", "APPLICATION_RECORDER_TOPIC",
        "POSTGRES_CONN_MAX_AGE", "POSTGRES_GET_PASSWORD_TOPIC", "POSTGRES_MAX_WAITING",
        "POSTGRES_PRE_PING", "POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT", "SQLITE_LOCK_TIMEOUT",
        "POSTGRES_DB", "POSTGRES_INITDB_ARGS", "POSTGRES_HOST_AUTH_METHOD",
    }
)  # fmt: skip
"""Names that are meant as they stand, though no setting of ours: the library's, and an image's."""


class SettingInForce(NamedTuple):
    """One setting in force.

    Attributes:
      source: ``default``, the variable, the option, or the path of the file.
    """

    setting: Setting
    value: object
    source: str

    @property
    def shown(self) -> str:
        """The value for people; of a secret only whether there is one."""
        if self.setting.secret:
            return "(set, not shown)" if self.value else ""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return " ".join(self.value) if isinstance(self.value, tuple) else str(self.value)


class Settled(NamedTuple):
    """All settings in force; ``wrong``: what is misspelt or can't be, each with what to do."""

    file: Path | None
    told: tuple[SettingInForce, ...]
    wrong: tuple[Refusal, ...]

    def value(self, setting: Setting) -> object:
        return next(each.value for each in self.told if each.setting.key == setting.key)


def settled(
    environment: Mapping[str, str], config: Path | None = None, data: Path | None = None
) -> Settled:
    file, beside = _the_file(environment, config, data)
    wrong: list[Refusal] = []
    in_file = dict(_flat(_read(file))) if file else {}
    wrong += _wrong_in_file(file, in_file, beside=beside)
    settings = []
    for setting in SETTINGS:
        try:
            settings.append(_view(setting, environment, file, in_file, data))
        except ValueError:
            where, given = _where(setting, environment, file, in_file)
            wrong.append(_cant_be(setting, where, given))
            settings.append(SettingInForce(setting, setting.default, "default"))
    wrong += _meant_for_postgres(environment, file, in_file, settings)
    wrong += _wrong_in(environment)
    token = next(each for each in settings if each.setting is METRICS_TOKEN)
    if 0 < len(str(token.value)) < SHORTEST_TOKEN:
        wrong.append(
            Refusal(
                "weak-token",
                f"The token in {token.source} is shorter than {SHORTEST_TOKEN} letters.",
                "Make one that nobody guesses: openssl rand -hex 16.",
            )
        )
    wrong += _quorum_of_too_few(settings)
    return Settled(file, tuple(settings), tuple(wrong))


def _quorum_of_too_few(settings: Sequence[SettingInForce]) -> Iterator[Refusal]:
    """A quorum that can't be reached, for fewer witnesses are named."""
    held = {each.setting.key: each for each in settings}
    quorum, witnesses = held[QUORUM.key], held[WITNESSES.key].value
    assert isinstance(witnesses, tuple)
    if isinstance(quorum.value, int) and quorum.value > len(witnesses):
        yield Refusal(
            "unreadable-setting",
            f"{QUORUM.key} in {quorum.source} is {quorum.value}, and {len(witnesses)} witnesses "
            "are named.",
            f"Name as many in {WITNESSES.key}, or take a smaller number.",
        )


def _the_file(
    environment: Mapping[str, str], config: Path | None, data: Path | None
) -> tuple[Path | None, bool]:
    """The file to read, and whether it lies in the data folder."""
    named = config or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    if named is not None:
        if not named.is_file():
            raise Refusal(
                "no-such-file",
                f"There are no settings at {named}.",
                f"Name another file with --config or {CONFIG}.",
            )
        return named, False
    folder = data or Path(environment.get(DATA.variable) or str(DATA.default))
    beside = folder / FILE
    return (beside, True) if beside.is_file() else (None, False)


def _read(file: Path) -> Mapping[str, object]:
    import tomli

    try:
        return tomli.loads(file.read_bytes().decode())
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as trouble:
        why = trouble.strerror if isinstance(trouble, OSError) else str(trouble)
        raise Refusal(
            "unreadable-file",
            f"The settings in {file} can't be read: {str(why).rstrip('.')}.",
            "Put the file right; `tilescribe config --example toml` shows how one looks.",
        ) from trouble


def _flat(table: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _view(
    setting: Setting,
    environment: Mapping[str, str],
    file: Path | None,
    in_file: Mapping[str, object],
    data: Path | None,
) -> SettingInForce:
    if setting is DATA and data is not None:
        return SettingInForce(setting, str(data), "--data")
    where, given = _where(setting, environment, file, in_file)
    return SettingInForce(
        setting, setting.default if where == "default" else setting.kind.read(given), where
    )


def _where(
    setting: Setting,
    environment: Mapping[str, str],
    file: Path | None,
    in_file: Mapping[str, object],
) -> tuple[str, object]:
    if given := environment.get(setting.variable, "").strip():
        return setting.variable, given
    if setting.key in in_file:
        return str(file), in_file[setting.key]
    return "default", setting.default


def _cant_be(setting: Setting, where: str, given: object) -> Refusal:
    name = setting.variable if where == setting.variable else f"{setting.key} in {where}"
    is_now = "is not that" if setting.secret else f"is {str(given)[:60]!r}"
    return Refusal(
        "unreadable-setting",
        f"{name} must be {setting.kind.words}, and {is_now}.",
        f"Put it right. {setting.what}",
    )


def _wrong_in_file(
    file: Path | None, in_file: Mapping[str, object], *, beside: bool
) -> Iterator[Refusal]:
    for key in in_file:
        last = key.rpartition(".")[2]
        if key in BY_KEY:
            if key == DATA.key and beside:
                yield Refusal(
                    "unreadable-setting",
                    f"{file} lies in the data folder, and names one.",
                    f"Take data out of it, or keep the file elsewhere and name it in {CONFIG}.",
                )
        elif last in WOULD_LOSE:
            yield Refusal(
                "unsafe-setting",
                f"{key} in {file} would lose events. {WOULD_LOSE[last]}.",
                f"Take {key} out.",
            )
        else:
            yield _unknown(f"{key} in {file}", key, list(BY_KEY))


def _meant_for_postgres(
    environment: Mapping[str, str],
    file: Path | None,
    in_file: Mapping[str, object],
    settings: Sequence[SettingInForce],
) -> Iterator[Refusal]:
    """A database that is named, where nothing says that the record lies there.

    In the environment the name of the database alone says so: its server, user and password are
    called so by others too.
    """
    named = next((key for key in in_file if key.startswith("postgres.") and key in BY_KEY), "")
    store = next(each for each in settings if each.setting is RECORD_IN)
    if store.source != "default":
        return
    if named:
        yield Refusal(
            "no-store-named",
            f"{named} stands in {file}, and nothing says that the record lies in PostgreSQL.",
            'Write store = "postgres" above it; or store = "sqlite" if it lies in the data folder.',
        )
    if environment.get(DATABASE.variable, "").strip():
        yield Refusal(
            "no-store-named",
            f"{DATABASE.variable} is set, and nothing says that the record lies in PostgreSQL.",
            f"Set {STORE}={POSTGRES} too; or {STORE}=sqlite if it lies in the data folder.",
        )


def _wrong_in(environment: Mapping[str, str]) -> Iterator[Refusal]:
    variables = [CONFIG, *(setting.variable for setting in SETTINGS)]
    for name in sorted(environment):
        if name in variables or name in OF_THE_LIBRARY or name.startswith(OF_OUR_TESTS):
            continue
        if name.startswith("TILESCRIBE_"):
            yield _unknown(name, name, variables)
        elif name.startswith("POSTGRES_") and (near := _nearest(name, variables, 0.9)):
            # Others may have a POSTGRES_ of their own; one that is nearly ours is a slip.
            yield _did_you_mean(name, near)
        elif name.startswith("PERS") and _nearest(name, [STORE]):
            yield _did_you_mean(name, STORE)
    try:
        must_be_safe(environment)
    except Refusal as unsafe:
        if unsafe.code == "unsafe-setting":  # an unknown store is said of its own setting
            yield unsafe


def _unknown(where: str, name: str, known: list[str]) -> Refusal:
    near = _nearest(name, known)
    if near:
        return _did_you_mean(where, near)
    return Refusal(
        "unknown-setting",
        f"There is no setting {where}.",
        "Take it out; `tilescribe config` lists all there are.",
    )


def _did_you_mean(where: str, near: str) -> Refusal:
    return Refusal("unknown-setting", f"There is no setting {where}.", f"Did you mean {near}?")


def _nearest(name: str, known: list[str], alike: float = 0.75) -> str:
    from difflib import get_close_matches

    by_letters = {each.lower(): each for each in known}
    if name.lower() in by_letters:
        return by_letters[name.lower()]
    found = get_close_matches(name.lower(), by_letters, 1, alike)
    if not found and "." not in name:  # a key written outside of its table
        found = [each for each in by_letters if each.rpartition(".")[2] == name.lower()][:1]
    return by_letters[found[0]] if found else ""


def put_in_force(config: Path | None = None, data: Path | None = None) -> Settled:
    """Read the settings, refuse what is wrong, and let the environment say the rest."""
    environment = os.environ
    now = settled(environment, config, data)
    if now.wrong:
        raise now.wrong[0]
    for setting in now.told:
        if setting.source in (str(now.file), setting.setting.variable):  # in the one way it is read
            environment[setting.setting.variable] = setting.setting.kind.written(setting.value)
    if now.value(RECORD_IN) == "postgres":
        must_be_installed()
    return now


def value_of(setting: Setting) -> object:
    """What a setting is, after ``put_in_force``; a value that can't be is the default."""
    given = os.environ.get(setting.variable, "").strip()
    if not given:
        return setting.default
    try:
        return setting.kind.read(given)
    except ValueError:
        return setting.default


def number(setting: Setting) -> int:
    value = value_of(setting)
    assert isinstance(value, int)
    return value


def names(setting: Setting) -> tuple[str, ...]:
    value = value_of(setting)
    assert isinstance(value, tuple)
    return value


# Who is sent checkpoints, as the settings say: witnesses that sign them, others that keep them.


def witnesses_named() -> tuple[Witness, ...]:
    return tuple(Witness.read(*each.split()) for each in names(WITNESSES))


def quorum_named() -> Quorum | None:
    """How many of the witnesses must sign; ``None`` where none are named."""
    witnesses, minutes = witnesses_named(), value_of(QUORUM_WITHIN)
    if not witnesses:
        return None
    from ledger.proof.checkpoints_made import Quorum

    assert isinstance(minutes, float)
    needed = number(QUORUM) or len(witnesses)
    keys = tuple(each.key for each in witnesses)
    return Quorum(keys, min(needed, len(witnesses)), timedelta(minutes=minutes))


def subscribers_named() -> tuple[str, ...]:
    return names(SUBSCRIBERS)


# Where a data folder lies, and its backups: some disks keep nothing, some can't be locked.


SHARED = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "glusterfs", "davfs", "fuse.sshfs",
        "fuse.glusterfs", "fuse.s3fs", "fuse.rclone", "fuse.davfs",
    }
)  # fmt: skip
"""File systems of another computer: SQLite's locks and its write-ahead file don't work there."""

IN_MEMORY = frozenset({"tmpfs", "ramfs"})
"""Gone when the computer is switched off."""

PASSED_THROUGH = frozenset({"9p", "virtiofs", "fuse.drvfs", "drvfs", "fuse.osxfs", "fuse.grpcfuse"})
"""Folders of another system on the same computer; whether a flush is one, nobody can say here."""

MOUNTS = Path("/proc/self/mounts")


def file_system_of(folder: Path, mounts: str | None = None) -> str:
    """The kind of file system ``folder`` lies on, or will; empty where nobody can say.

    >>> file_system_of(Path("/mnt/hall/data"), "nas:/x /mnt/hall nfs4 rw 0 0")
    'nfs4'
    """
    return _mounted(folder, mounts)[2]


def _mounted(folder: Path, mounts: str | None) -> tuple[str, str, str]:
    """Device, place and kind of the mount a folder lies on; empty where nobody can say."""
    if mounts is None:
        try:
            mounts = MOUNTS.read_text("utf-8", "replace")
        except OSError:
            return "", "", ""
    path = folder.resolve()
    depth, found = -1, ("", "", "")
    for line in mounts.splitlines():
        parts = [part.replace("\\040", " ") for part in line.split(" ")]
        if len(parts) < 3:
            continue
        place = Path(parts[1])
        if path.is_relative_to(place) and len(place.parts) >= depth:  # the later mount covers
            depth, found = len(place.parts), (parts[0], parts[1], parts[2])
    return found


def disk_of(folder: Path, mounts: str | None = None) -> str:
    """What people call the disk a folder lies on: its device, and where that is mounted.

    >>> disk_of(Path("/media/stick/ring"), "/dev/sdb1 /media/stick vfat rw 0 0")
    '/dev/sdb1 (mounted at /media/stick)'
    """
    device, place, _kind = _mounted(folder, mounts)
    return f"{device} (mounted at {place})" if device else "a disk without a name"


def must_keep_what_is_written(folder: Path, mounts: str | None = None) -> str:
    """Refuse a folder on another computer's disk (``network-folder``); else a warning or ``""``."""
    kind = file_system_of(folder, mounts)
    if kind in SHARED:
        raise Refusal(
            "network-folder",
            f"{folder} lies on another computer's disk ({kind}), where a record would be spoilt.",
            "Move the data folder to a disk of this computer, or keep the record in PostgreSQL.",
        )
    if kind in IN_MEMORY:
        return (
            f"{folder} lies in memory ({kind}): the record is gone when this computer is "
            "switched off. Choose another folder with --data."
        )
    if kind in PASSED_THROUGH:
        return (
            f"{folder} is lent by another system ({kind}), which may say that something is on the "
            "disk before it is. Choose a folder of this system with --data, if you can."
        )
    return ""


def must_lie_apart(backups: str, data: Path) -> None:
    """Refuse backups in the data folder (``backups-in-data``): they would be lost with it."""
    if not backups:
        return
    folder, record = Path(backups).resolve(), data.resolve()
    if any(_is_the_same(one, record) for one in (folder, *folder.parents)):
        raise Refusal(
            "backups-in-data",
            f"backup.folder {backups} lies in the data folder {data}: what takes the record takes "
            "them too.",
            "Choose a folder outside it, on another disk if you can.",
        )


def must_have_a_disk(backups: str) -> None:
    """Refuse backups in a folder that is not there, as of a disk not mounted: ``no-such-disk``.

    Whether ``backups`` itself is there is looked at before each backup: a service goes on
    without it.
    """
    if backups and not Path(backups).exists() and not Path(backups).absolute().parent.is_dir():
        raise Refusal(
            "no-such-disk",
            f"Backups go to {backups}, and {Path(backups).absolute().parent} is not there.",
            "Mount its disk, or make that folder if it is meant.",
        )


def _is_the_same(one: Path, other: Path) -> bool:
    """Whether two paths are one folder, also where it is mounted twice or case does not count."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False
