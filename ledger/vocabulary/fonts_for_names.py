"""What to do about names in letters that our fonts lack: said alike wherever it comes up."""

from __future__ import annotations

ADD_A_FONT = (
    "Install a font that has them, such as Debian's fonts-noto-cjk, and name its folder as "
    "fonts in the settings. Or write them in other letters."
)
