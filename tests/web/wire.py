"""What travels to a page, as the browser counts it on the wire: headers and packed bodies."""

from __future__ import annotations

from urllib.parse import urlsplit


class Wire:
    """Listens to a page from now on; ``far`` makes it a slow line."""

    def __init__(self, context, page):
        self.urls, self.sizes = {}, {}
        self._session = context.new_cdp_session(page)
        self._session.on("Network.responseReceived", self._came)
        self._session.on("Network.loadingFinished", self._whole)
        self._session.send("Network.enable")

    def far(self, *, bits, latency):
        """``bits`` a second each way, and ``latency`` milliseconds for each answer to begin."""
        way = {"downloadThroughput": bits / 8, "uploadThroughput": bits / 8}
        told = {"offline": False, "latency": latency, **way}
        self._session.send("Network.emulateNetworkConditions", told)

    def _came(self, told):
        self.urls[told["requestId"]] = told["response"]["url"]

    def _whole(self, told):
        self.sizes[told["requestId"]] = told["encodedDataLength"]

    def bytes(self, kind=""):
        """Altogether, or of the files whose names end so."""
        return sum(
            size
            for request, size in self.sizes.items()
            if urlsplit(self.urls[request]).path.endswith(kind)
        )
