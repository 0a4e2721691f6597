"""Where a data folder lies, and its backups: some disks keep nothing, some can't be locked."""

from __future__ import annotations

from pathlib import Path

from ledger.vocabulary.refusals import Refusal

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
