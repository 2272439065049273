"""Metrics of requests for Prometheus."""

from api.http.metrics import Metrics


def test_each_bucket_counts_the_requests_within_its_bound() -> None:
    metrics = Metrics()
    for seconds in (0.0, 0.005, 0.006, 0.1, 99.0):
        metrics.add("GET", "/v1/games", 200, seconds)
    lines = metrics.text().decode().splitlines()
    counts = dict(line.split() for line in lines if line.startswith("cgn_request_seconds"))
    buckets = {name.split('"')[1]: float(n) for name, n in counts.items() if "_bucket" in name}
    assert (buckets["0.005"], buckets["0.1"], buckets["+Inf"]) == (2, 4, 5)
    assert list(buckets.values()) == sorted(buckets.values())
    assert counts["cgn_request_seconds_count"] == "5.0"
    assert counts["cgn_request_seconds_sum"] == "99.111"
