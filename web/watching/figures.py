"""Figures of the service, as Prometheus reads them: counted as it happens, looked up when asked.

Labels have values from lists of ours (a route, a status, a kind of answer), so that nobody who
asks for made-up addresses makes the figures grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from ledger.record.measured import BOUNDS, Appends
from web.watching.checks import Check

LENGTHS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds at most of each class of requests."""

NOWHERE = "none"
"""The route of an address that leads nowhere."""

# When each counter began is as many lines again, and nobody asks for them.
disable_created_metrics()  # type: ignore[no-untyped-call]

STATES = ("ok", "warning", "trouble")

MEASURED = {
    "record": ("tilescribe_log_position", "Position of the newest event."),
    "hall": ("tilescribe_hall_lag_events", "Events that the lists lack of the record."),
    "disk": ("tilescribe_disk_free_megabytes", "Megabytes free for the data folder."),
    "backup": ("tilescribe_backup_age_seconds", "Age of the newest backup."),
    "clock": ("tilescribe_clock_apart_seconds", "Farthest that another clock is ahead of ours."),
}
"""By check, the figure that its value is told as."""


class Figures:
    """What one process counts, and what it looks up when it is asked."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self._requests = Counter(
            "tilescribe_requests", "Requests answered.", ("route", "status"), registry=registry
        )
        self._seconds = Histogram(
            "tilescribe_request_seconds", "From a request's arrival to its answer.", ("route",),
            buckets=LENGTHS, registry=registry,
        )  # fmt: skip
        self._entries = Counter(
            "tilescribe_entries", "Entries handed in, by what they were answered.", ("answer",),
            registry=registry,
        )  # fmt: skip
        self._turned_away = Counter(
            "tilescribe_turned_away", "Requests that got no thread.", ("code",), registry=registry
        )
        for answer in ("written", "refused", "stale", "gap", "again"):
            self._entries.labels(answer)
        self._of_route: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def request(self, route: str | None, status: int, seconds: float) -> None:
        """A request was answered."""
        key = (route or NOWHERE, status)
        found = self._of_route.get(key)
        if found is None:
            found = self._of_route[key] = (
                self._requests.labels(key[0], str(status)),
                self._seconds.labels(key[0]),
            )
        found[0].inc()
        found[1].observe(seconds)

    def entry(self, kind: str, *, again: bool) -> None:
        """An entry was answered."""
        self._entries.labels("again" if again else kind).inc()

    def turned_away(self, code: str) -> None:
        """A request was refused before it had a thread; ``code`` is one of the front's own."""
        self._turned_away.labels(code).inc()

    def look_up(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Ask for ``value`` whenever the figures are read."""
        self.registry.register(_Looked(lambda: [GaugeMetricFamily(name, what, value=value())]))

    def look_at(self, checks: Callable[[], Iterable[Check]]) -> None:
        """Tell what was checked whenever the figures are read."""
        self.registry.register(_Looked(lambda: _checked(checks())))

    def follow(self, appends: Appends) -> None:
        """Tell what is appended by this process."""
        self.registry.register(_Looked(lambda: _appended(appends)))


class _Looked(Collector):
    def __init__(self, look: Callable[[], Iterable[Metric]]) -> None:
        self._look = look

    def collect(self) -> Iterable[Metric]:
        return self._look()

    def describe(self) -> Iterable[Metric]:
        """Nothing: to be registered, nothing need be looked at."""
        return ()


def _checked(checks: Iterable[Check]) -> Iterable[Metric]:
    state = GaugeMetricFamily(
        "tilescribe_check", "0: well; 1: to be seen to; 2: in the way.", labels=("check",)
    )
    for check in checks:
        state.add_metric((check.name,), STATES.index(check.state))
        if check.name in MEASURED and check.value is not None:
            yield GaugeMetricFamily(*MEASURED[check.name], value=check.value)
    yield state


def _appended(appends: Appends) -> Iterable[Metric]:
    yield CounterMetricFamily(
        "tilescribe_events_appended", "Events written by this process.", value=appends.events
    )
    counted, so_far = 0, []
    for bound, number in zip((*map(str, BOUNDS), "+Inf"), appends.classes, strict=True):
        counted += number
        so_far.append((bound, float(counted)))
    yield HistogramMetricFamily(
        "tilescribe_append_seconds", "How long it took to append.", so_far, appends.seconds
    )
