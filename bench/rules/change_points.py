"""Change points of many series at once: reads a JSON array of series, writes a JSON array of lists of points.

Apache Otava (PyPI apache-otava) with its defaults: E-divisive with a t test, window 50, p < 0.001, any magnitude.
"""

import json
import sys

from otava.analysis import compute_change_points

answer = []
for series in json.load(sys.stdin):
    points, _ = compute_change_points(series, window_len=50, max_pvalue=0.001, min_magnitude=0.0)
    answer.append(
        [
            {"index": int(p.index), "change": float(p.stats.forward_rel_change()), "p": float(p.stats.pvalue)}
            for p in points
        ]
    )
json.dump(answer, sys.stdout)
