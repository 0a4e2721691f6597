"""Front-end libraries are the files their makers published, and their licences lie beside them."""

from __future__ import annotations

import hashlib
import tomllib

from web.frame.modules import FOLDER

VENDOR = FOLDER / "js" / "vendor"
LOCK = tomllib.loads((VENDOR / "vendor.lock").read_text("utf-8"))


def test_every_library_is_as_it_came():
    for name, library in LOCK.items():
        digest = hashlib.sha256((VENDOR / library["file"]).read_bytes()).hexdigest()

        assert digest == library["sha256"], name
        assert library["version"]
        assert library["licence"] in {"ISC", "MIT", "BSD-3-Clause", "Apache-2.0"}


def test_no_library_lies_there_that_is_not_in_the_lock_and_each_has_its_licence():
    files = {path.name for path in VENDOR.iterdir()}

    assert files == {"vendor.lock"} | {library["file"] for library in LOCK.values()} | {
        f"{name}.LICENSE.txt" for name in LOCK
    }


def test_no_library_asks_for_anything_from_elsewhere():
    for library in LOCK.values():
        text = (VENDOR / library["file"]).read_text("utf-8")

        assert "import(" not in text
        assert "\nimport " not in text
        assert "sourceMappingURL" not in text
