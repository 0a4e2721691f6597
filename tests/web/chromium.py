"""Debian's Chromium, started without what a test never looks at.

Where it is installed, it is the one without windows (`chromium-headless-shell`): the same picture
to the pixel, for two thirds to three quarters of the processor time.

In the other one a page of a test has a window with an address bar, and Chromium draws the list that
drops out of that bar as a web page of its own, in a process of its own; it keeps one more process
ready for the next page. Together they took two thirds of the processor time of a new context with a
page.
"""

from __future__ import annotations

from pathlib import Path

WITHOUT_WINDOWS = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = WITHOUT_WINDOWS if WITHOUT_WINDOWS.exists() else Path("/usr/bin/chromium")

ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
KEPT_READY = ("SpareRendererForSitePerProcess",)

BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch", "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion",
)  # fmt: skip
"""What Playwright switches off itself: of two lists Chromium heeds the last, so ours has both.
`test_chromium.py` says when Playwright's grows."""


def launched(kind, *arguments, without=(), program=CHROMIUM):
    """Start it. Its contexts know no service workers unless they say so: what a worker answers, no
    test can hold up or change on its way.

    Args:
      kind: Playwright's ``chromium``, or the ``browser_type`` of a browser of that kind.
      arguments: more of Chromium's own.
      without: more of its features to switch off.
      program: what starts it, as inside a network of its own.
    """
    off = ",".join((*BY_PLAYWRIGHT, *ADDRESS_BAR, *KEPT_READY, *without))
    always = ("--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={off}")
    browser = kind.launch(executable_path=str(program), args=[*always, *arguments])
    plain = browser.new_context

    def new_context(**how):
        context = plain(**{"service_workers": "block"} | how)
        if "service_workers" not in how:  # else Playwright says on the console that it blocks them
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        return context

    browser.new_context = new_context
    return browser
