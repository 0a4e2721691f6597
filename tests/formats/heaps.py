"""A megabyte of anything, as a game file that somebody might send."""

from __future__ import annotations

HEAD = b"#player1 a A\n#player2 b B\n"
HEAPS = {
    "noise": b"".join(
        bytes([n * n % 251, n % 256, 10 if n % 90 == 0 else 65]) for n in range(330000)
    ),
    "line ends": b"\n" * 1_000_000,
    "angles": b"\n>" * 500_000,
    "hashes": b"\n#" * 500_000,
    "one long line": b"x" * 1_000_000,
    "brackets": HEAD + b"#tile CH ch\n>a: AB 8D " + b"[" * 1_000_000,
    "nested": HEAD + b">a: AB 8D " + b"(" * 500_000 + b"A" + b")" * 500_000,
    "long rack": HEAD + b">a: " + b"A" * 1_000_000 + b" 8D A +5 5",
    "many ends": HEAD + b">a:  (ABC) +5 5\n" * 60_000,
    "continued": b"#title x\n" + b"#- abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq\n" * 20_000,
    "zeros": b"\0" * 1_000_000,
}
