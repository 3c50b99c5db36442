"""Backgrounds without speech: recorded (ESC-10) and generated.

Generated ones need to surround the recorded few: every colour, rain, wind, sea, fire, engines, hum, fans, traffic. Babble is
none of them, since a crowd is speech. Of the recordings, the first fold is never read: ESC's folds keep the clips of one
original recording together and the classes balanced, so a fifth stays out by recording. All at 16 kHz, mean power 1.
"""
from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import butter, lfilter, resample_poly, sosfilt

import rooms

RATE = 16_000
HELD_OUT = "1-"  # beginning of the names of the fold kept out of training
Random = np.random.Generator


def unit(sound: np.ndarray) -> np.ndarray:
    return sound / max(1e-9, np.sqrt((sound ** 2).mean()))


def coloured(rng: Random, count: int, slope: float | None = None) -> np.ndarray:
    """Noise whose power falls by `slope` dB per octave (0 white, 3 pink, 6 brown; random between −3 and 9 unless told)."""
    slope = rng.uniform(-3, 9) if slope is None else slope
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequency = np.maximum(np.arange(len(spectrum)) * RATE / count, 30)
    return unit(np.fft.irfft(spectrum * frequency ** (-slope / 6.02), count))


def slow(rng: Random, count: int, hertz: float, depth: float) -> np.ndarray:
    """A random gain that changes `hertz` times a second, by a standard deviation of `depth` dB."""
    points = rng.standard_normal(int(count / RATE * hertz * 2) + 3) * depth
    return 10 ** (np.interp(np.arange(count) / RATE * hertz * 2, np.arange(len(points)), points) / 20)


def drops(rng: Random, count: int, rate: float, low: float, high: float, decay: float) -> np.ndarray:
    """Impulses at random times and of random force, each ringing in a band for `decay` seconds."""
    impulses = np.zeros(count)
    number = rng.poisson(rate * count / RATE)
    impulses[rng.integers(0, count, number)] = rng.exponential(1, number) ** 2 * rng.choice([-1, 1], number)
    ring = coloured(rng, 4096, 0)[:int(8 * decay * RATE) + 8] * np.exp(-np.arange(int(8 * decay * RATE) + 8) / (decay * RATE))
    return rooms.band(rooms.apply(impulses, ring), low, high, 2)


def pulses(rng: Random, count: int, hertz: float, jitter: float, wander: float, harmonics_slope: float) -> np.ndarray:
    """A rough harmonic tone: what engines, blades, chains and motors share."""
    pitch = hertz * slow(rng, count, 0.7, wander) * slow(rng, count, 12, jitter)
    phase = np.cumsum(pitch) / RATE + rng.random()
    teeth = np.diff(np.floor(phase), prepend=np.floor(phase[0])) * rng.uniform(0.6, 1.4, count)
    return rooms.apply(teeth, coloured(rng, 256, harmonics_slope) * np.exp(-np.arange(256) / rng.uniform(10, 80)))


def rain(rng: Random, n: int) -> np.ndarray:
    return unit(coloured(rng, n, rng.uniform(-2, 3))) * slow(rng, n, 0.5, 1.5) * rng.uniform(0, 1) + unit(
        drops(rng, n, rng.uniform(5, 800), rng.uniform(300, 2000), rng.uniform(4000, 8000), rng.uniform(.0005, .006)))


def wind(rng: Random, n: int) -> np.ndarray:
    howl = rooms.band(coloured(rng, n, 0), rng.uniform(200, 500), rng.uniform(550, 1200)) * slow(rng, n, 0.7, 9)
    return unit(coloured(rng, n, rng.uniform(6, 12))) * slow(rng, n, rng.uniform(.3, 3), 8) + unit(howl) * rng.uniform(0, .5)


def sea(rng: Random, n: int) -> np.ndarray:
    wave = np.sin(2 * np.pi * (np.arange(n) / RATE / rng.uniform(3, 10) + rng.random()))
    return coloured(rng, n, rng.uniform(0, 5)) * 10 ** (wave * rng.uniform(2, 10) / 20) * slow(rng, n, 2, 2)


def fire(rng: Random, n: int) -> np.ndarray:
    crackle = drops(rng, n, rng.uniform(3, 60), rng.uniform(300, 1500), 7800, rng.uniform(.0004, .004))
    return unit(crackle) + rng.uniform(.05, .8) * coloured(rng, n, rng.uniform(3, 9)) * slow(rng, n, 3, 3)


def engine(rng: Random, n: int) -> np.ndarray:
    """Idling cars to chainsaws, with revving and, often, noise as loud as the tone."""
    tone = pulses(rng, n, float(np.exp(rng.uniform(np.log(18), np.log(220)))), rng.uniform(0, .6), rng.uniform(0, 2.5), rng.uniform(0, 6))
    return unit(tone) * slow(rng, n, rng.uniform(.3, 5), rng.uniform(0, 4)) + rng.uniform(0, 1) * coloured(rng, n)


def helicopter(rng: Random, n: int) -> np.ndarray:
    beat = rng.uniform(8, 30) * np.arange(n) / RATE
    blades = np.exp(-((beat % 1) * rng.uniform(3, 9)))
    return unit(coloured(rng, n, rng.uniform(2, 8)) * blades) + rng.uniform(0, .7) * unit(engine(rng, n))


def hum(rng: Random, n: int) -> np.ndarray:
    base, time = rng.choice([50, 60, 100, 120]) * rng.uniform(.99, 1.01), np.arange(n) / RATE
    sound = sum(rng.uniform(0, 1) / k ** rng.uniform(0, 1.5) * np.sin(2 * np.pi * (k * base * time + rng.random())) for k in range(1, 16))
    return unit(sound) + rng.uniform(.01, .4) * coloured(rng, n)


def fan(rng: Random, n: int) -> np.ndarray:
    pole, tone = rng.uniform(.9, .995), rng.uniform(80, 2500)  # one resonance in coloured noise
    ring = lfilter([1], [1, -2 * pole * np.cos(2 * np.pi * tone / RATE), pole * pole], rng.standard_normal(n))
    return unit(coloured(rng, n, rng.uniform(1, 8))) + rng.uniform(0, .6) * unit(ring)


def traffic(rng: Random, n: int) -> np.ndarray:
    sound, time = coloured(rng, n, rng.uniform(4, 9)), np.arange(n) / RATE
    for _ in range(rng.integers(1, 5)):
        near = 1 / (1 + ((time - rng.uniform(0, n / RATE)) / rng.uniform(.5, 2)) ** 2)
        sound = sound + rng.uniform(.5, 3) * near * unit(coloured(rng, n, rng.uniform(2, 7)) + rng.uniform(0, 1) * unit(engine(rng, n)))
    return sound


def plain(rng: Random, n: int) -> np.ndarray:
    return coloured(rng, n)


def narrow(rng: Random, n: int) -> np.ndarray:
    low = float(np.exp(rng.uniform(np.log(80), np.log(4000))))
    return rooms.band(coloured(rng, n, 0), low, low * rng.uniform(1.2, 3)) * slow(rng, n, rng.uniform(.2, 6), rng.uniform(0, 5))


BACKGROUNDS: list[Callable[[Random, int], np.ndarray]] = [
    plain, plain, rain, rain, wind, sea, fire, engine, engine, helicopter, hum, fan, traffic, narrow]


class Recorded:
    """The recordings that may train. Each use is another gain, speed, colour and place, and often two are mixed."""

    def __init__(self, folder: Path | None) -> None:
        files = sorted(folder.glob("*.flac")) if folder else []
        self.sounds = [soundfile.read(f, dtype="float32")[0] for f in files if not f.name.startswith(HELD_OUT)]

    def one(self, rng: Random) -> np.ndarray:
        """A recording at its own length, at another speed (±20 %) and colour."""
        percent = int(rng.integers(80, 121))
        return unit(rooms.apply(resample_poly(self.sounds[rng.integers(len(self.sounds))], 100, percent), rooms.equaliser(rng)))

    def background(self, rng: Random, count: int) -> np.ndarray:
        """Repeated in turned order until long enough, so that the seam is no jump; two of them in a third of the cases."""
        sound = self.one(rng)
        loop = np.concatenate([sound, sound[::-1]])
        total = np.resize(np.roll(loop, rng.integers(len(loop))), count)
        return total if rng.random() < 0.67 else total + self.background(rng, count) * 10 ** (rng.uniform(-15, 0) / 20)


def background(rng: Random, count: int, recorded: Recorded) -> np.ndarray:
    """Any background of `count` samples, mean power 1: half of them recorded if there are recordings."""
    if recorded.sounds and rng.random() < 0.55:
        sound = recorded.background(rng, count)
        if rng.random() < 0.25:
            sound = sound + unit(BACKGROUNDS[rng.integers(len(BACKGROUNDS))](rng, count)) * 10 ** (rng.uniform(-12, 3) / 20)
    else:
        sound = BACKGROUNDS[rng.integers(len(BACKGROUNDS))](rng, count)
        if rng.random() < 0.5:
            sound = rooms.apply(sound, rooms.equaliser(rng))
    return unit(sound)
