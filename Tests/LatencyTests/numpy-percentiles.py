"""Prints the figures of PercentileTests.swift: percentiles of five shapes by numpy, in seconds.

Usage: python3 numpy-percentiles.py

Both sides draw from SplitMix64, so they have the same samples to the last bits. `inverted_cdf` is what a histogram answers:
the smallest sample that so many are not longer than. `linear`, numpy's default, lies between that sample and its neighbour.
"""

import math

import numpy

SAMPLES = 10_000
SHARES = [0.5, 0.9, 0.95, 0.99, 0.999, 1]


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return mixed ^ (mixed >> 31)

    def unit(self):
        """Evenly spread in 0..<1, as (SeededGenerator.nextSample() + 1) / 2."""
        value = self.next()
        signed = value - (1 << 64) if value >> 63 else value
        return ((signed >> 11) / (1 << 52) + 1) / 2


SHAPES = {
    "uniform": lambda a, b: 0.001 + 0.199 * a,
    "exponential": lambda a, b: -0.02 * math.log(1 - a),
    "lognormal": lambda a, b: math.exp(-4 + 0.8 * math.sqrt(-2 * math.log(1 - a)) * math.cos(2 * math.pi * b)),
    "bimodal": lambda a, b: 0.01 + 0.002 * b if a < 0.7 else 0.5 + 0.1 * b,
    "outliers": lambda a, b: 0.005 if a < 0.995 else 2 + 10 * b,
}

for seed, (name, shape) in enumerate(SHAPES.items(), 1):
    generator = SplitMix64(seed)
    values = [shape(generator.unit(), generator.unit()) for _ in range(SAMPLES)]
    for method in ("inverted_cdf", "linear"):
        figures = numpy.quantile(values, SHARES, method=method)
        print(name, method, ", ".join(f"{figure:.9f}" for figure in figures))
