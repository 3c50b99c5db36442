#!/usr/bin/env python3
"""Prints the figures of scipy that RankTestTests.swift holds, from values that need no random numbers.

pip install scipy; made with scipy 1.17.1.
"""
from scipy.stats import mannwhitneyu


def values(count, step, modulus, scale, shift):
    """Whole numbers that look shuffled; a small modulus makes ties."""
    return [(i * step) % modulus * scale + shift for i in range(1, count + 1)]


CASES = [
    ((8, 7, 31, 1, 0), (8, 11, 31, 1, 0)),
    ((8, 7, 31, 1, 0), (8, 11, 31, 1, 40)),
    ((12, 5, 4, 1, 0), (9, 7, 4, 1, 1)),
    ((50, 37, 101, 1, 0), (40, 41, 101, 1, 12)),
    ((200, 37, 211, 1, 0), (150, 53, 211, 1, 5)),
    ((30, 3, 3, 1, 0), (30, 3, 3, 1, 0)),
    ((100, 17, 5, 2, 0), (100, 13, 5, 2, 1)),
]
for before, after in CASES:
    x, y = values(*before), values(*after)
    result = mannwhitneyu(y, x, alternative="two-sided", method="asymptotic", use_continuity=True)
    print(f"        ({list(before)}, {list(after)}, {float(result.statistic)!r}, {float(result.pvalue)!r}),")
