"""Single sounds and music without speech: what an energy detector, or a harmonic one, takes for a voice.

The hard ones are animals and infants: harmonic glides with formants. They differ from speech by pitch (200–1500 Hz), by calls
that are long or single, and by the lack of a syllabic rhythm; so their generators vary just that. Whole music has its own list.
"""
from collections.abc import Callable

import numpy as np
from scipy.signal import lfilter

import rooms
from noises import RATE, coloured, drops, slow, unit

Random = np.random.Generator


def seconds(rng: Random, low: float, high: float) -> int:
    return int(RATE * np.exp(rng.uniform(np.log(low), np.log(high))))


def fade(sound: np.ndarray, attack: float, release: float) -> np.ndarray:
    n, a, r = len(sound), max(1, int(attack * RATE)), max(1, int(release * RATE))
    return sound * np.minimum(1, np.minimum(np.arange(n) / a, np.arange(n)[::-1] / r))


def glide(rng: Random, n: int, pitches: np.ndarray, rough: float, formants: int = 3) -> np.ndarray:
    """A harmonic voice along a course of pitches, shaped by random formants: the frame of every call."""
    pitch = np.interp(np.linspace(0, len(pitches) - 1, n), np.arange(len(pitches)), pitches)
    pitch = pitch * slow(rng, n, 15, rough) * (1 + rng.uniform(0, .03) * np.sin(2 * np.pi * rng.uniform(4, 30) * np.arange(n) / RATE))
    phase, sound, slope = 2 * np.pi * np.cumsum(pitch) / RATE, np.zeros(n), rng.uniform(.3, 1.5)
    for k in range(1, min(20, int(7600 / pitch.mean())) + 1):
        sound += np.sin(k * phase) / k ** slope * (pitch * k < 7800)
    for _ in range(rng.integers(0, formants + 1)):
        pole, tone = rng.uniform(.9, .99), rng.uniform(400, 4500)
        sound = sound + unit(lfilter([1], [1, -2 * pole * np.cos(2 * np.pi * tone / RATE), pole * pole], sound)) * rng.uniform(.3, 2)
    return unit(sound) + rng.uniform(0, .3) * coloured(rng, n, 0)


def bark(rng: Random) -> np.ndarray:
    """One to five short barks of the same dog."""
    top, calls = rng.uniform(250, 1100), []
    for _ in range(rng.integers(1, 6)):
        n = seconds(rng, .08, .3)
        one = fade(glide(rng, n, top * np.array([.6, 1, .9, .5]) * rng.uniform(.9, 1.1), 1.5), .01, .06)
        calls += [one, np.zeros(seconds(rng, .1, 1.2))]
    return np.concatenate(calls)


def call(rng: Random) -> np.ndarray:
    """A rooster's, cat's or gull's call: long, gliding, alone."""
    n = seconds(rng, .4, 2.5)
    course = rng.uniform(250, 1300) * 2 ** rng.uniform(-.6, .6, rng.integers(2, 6))
    return fade(glide(rng, n, course, rng.uniform(0, 1)), rng.uniform(.02, .2), rng.uniform(.05, .4))


def infant(rng: Random) -> np.ndarray:
    """Cries of about a second at 300–700 Hz with breaths between."""
    pitch, parts = rng.uniform(280, 750), []
    for _ in range(rng.integers(1, 6)):
        n = seconds(rng, .4, 1.6)
        parts += [fade(glide(rng, n, pitch * np.array([.8, 1.1, 1.05, 1, .75]) * rng.uniform(.9, 1.1), rng.uniform(.1, 1.2), 4), .05, .15)]
        breath = seconds(rng, .15, .7)
        parts += [rng.uniform(0, .15) * np.hanning(breath) * coloured(rng, breath, 0)]
    return np.concatenate(parts)


def bird(rng: Random) -> np.ndarray:
    parts, base = [], rng.uniform(1500, 5500)
    for _ in range(rng.integers(2, 14)):
        n = seconds(rng, .03, .3)
        sweep = np.linspace(rng.uniform(.7, 1.3), rng.uniform(.7, 1.3), n) * base
        parts += [np.sin(2 * np.pi * np.cumsum(np.minimum(sweep, 7500)) / RATE) * np.hanning(n), np.zeros(seconds(rng, .02, .3))]
    return np.concatenate(parts)


def burst(rng: Random) -> np.ndarray:
    """A sneeze, cough, slam or thump: noise that starts at once and falls."""
    parts = []
    for _ in range(rng.integers(1, 4)):
        n = seconds(rng, .08, .6)
        sound = rooms.apply(coloured(rng, n, rng.uniform(-1, 9)), rooms.equaliser(rng, 12))
        parts += [fade(sound, rng.uniform(.001, .08), .01) * np.exp(-np.arange(n) / n * rng.uniform(2, 7)), np.zeros(seconds(rng, .05, .9))]
    return np.concatenate(parts)


def clicks(rng: Random) -> np.ndarray:
    """A clock (regular), keys (irregular), a lock."""
    n, sound = seconds(rng, 1, 6), 0
    step = rng.uniform(.12, 1.0)
    times = np.arange(.05, n / RATE - .05, step) + (rng.uniform(-.4, .4, len(np.arange(.05, n / RATE - .05, step))) * step if rng.random() < .5 else 0)
    impulses = np.zeros(n)
    impulses[np.clip((times * RATE).astype(int), 0, n - 1)] = rng.uniform(.6, 1, len(times))
    ring = coloured(rng, 2048, rng.uniform(-3, 3)) * np.exp(-np.arange(2048) / (RATE * rng.uniform(.0005, .02)))
    return rooms.apply(impulses, ring) + sound


def bell(rng: Random) -> np.ndarray:
    n, base = seconds(rng, .5, 4), rng.uniform(250, 2500)
    time = np.arange(n) / RATE
    return sum(rng.uniform(.2, 1) * np.sin(2 * np.pi * base * r * time) * np.exp(-time * rng.uniform(1, 8))
               for r in rng.uniform(.5, 5, 7) if base * r < 7500) + 0 * time


def siren(rng: Random) -> np.ndarray:
    """A siren, an alarm, a sweep; a telephone's pair of tones, on and off."""
    n, low, ratio = seconds(rng, .6, 6), rng.uniform(200, 2000), rng.uniform(1.0, 2.5)
    turn = np.arange(n) / RATE * rng.uniform(.2, 6)
    wave = [np.abs(2 * (turn % 1) - 1), (turn % 1 > .5) * 1., turn % 1][rng.integers(3)]
    phase = 2 * np.pi * np.cumsum(np.minimum(low * ratio ** wave, 7000)) / RATE
    tone = np.sin(phase) + rng.uniform(0, .6) * np.sin(phase * rng.choice([1.1, 1.25, 2, 3]))
    return fade(tone * ((turn * rng.choice([1, 2, 4]) % 1 < rng.uniform(.4, 1)) if rng.random() < .4 else 1), .01, .02)


def crash(rng: Random) -> np.ndarray:
    return drops(rng, seconds(rng, .2, 2), rng.uniform(20, 400), rng.uniform(100, 2000), rng.uniform(4000, 7800), rng.uniform(.001, .01))


EVENTS: list[Callable[[Random], np.ndarray]] = [bark, bark, call, call, infant, infant, bird, burst, burst, clicks, bell, siren, crash]


def event(rng: Random) -> np.ndarray:
    return unit(EVENTS[rng.integers(len(EVENTS))](rng))


def pluck(rng: Random, n: int, pitch: float) -> np.ndarray:
    """A plucked string after Karplus and Strong."""
    period = max(2, int(RATE / pitch))
    feedback = np.zeros(period + 2)
    feedback[0], feedback[period], feedback[period + 1] = 1, -.498, -.498
    return lfilter([1], feedback, np.concatenate([rng.standard_normal(period), np.zeros(max(0, n - period))])[:n])


def note(rng: Random, n: int, pitch: float, timbre: int) -> np.ndarray:
    """Plucked, struck, blown or bowed (vibrato), or an organ's."""
    time = np.arange(n) / RATE
    if timbre == 0:
        return unit(pluck(rng, n, pitch))
    vibrato = (1 + .006 * np.sin(2 * np.pi * 5.5 * time)) if timbre == 2 else 1
    phase = 2 * np.pi * np.cumsum(pitch * vibrato * np.ones(n)) / RATE
    slope = [0, 1.2, .9, 1.5][timbre]
    sound = sum(np.sin(k * phase) / k ** slope for k in range(1, min(12, int(7500 / pitch)) + 1))
    return fade(sound * (np.exp(-time * 4) if timbre == 1 else 1), .005 if timbre == 1 else .04, .04)


def music(rng: Random, count: int) -> np.ndarray:
    """Drums, bass, chords or arpeggio, a melody: any of them, on one beat and in one scale; mean power 1."""
    sound, beat, root = np.zeros(count), int(RATE * rng.uniform(.25, .8)), 55 * 2 ** rng.uniform(0, 1)
    scale = np.array([0, 2, 4, 5, 7, 9, 11] if rng.random() < .5 else [0, 2, 3, 5, 7, 8, 10])
    degree = lambda d: root * 2 ** ((scale[d % 7] + 12 * (d // 7)) / 12)
    parts = [p for p in ("drums", "bass", "chords", "melody") if rng.random() < .55] or ["melody"]
    timbres = {p: int(rng.integers(4)) for p in parts}
    hit = {k: unit(fade(coloured(rng, 4000, s), .001, .02) * np.exp(-np.arange(4000) / w)) for k, s, w in ((0, 9, 1500), (1, 1, 700), (2, -4, 250))}
    for index, start in enumerate(range(0, count, beat)):
        add = lambda s, offset, gain: sound.__setitem__(slice(start + offset, start + offset + len(s)),
            sound[start + offset:start + offset + len(s)] + gain * s[:max(0, count - start - offset)])
        if "drums" in parts:
            add(hit[0 if index % 2 == 0 else 1], 0, 1.2)
            add(hit[2], beat // 2, .5)
        if "bass" in parts:
            add(note(rng, beat, degree(int(rng.choice([0, 3, 4]))), timbres["bass"]), 0, .8)
        if "chords" in parts and index % 2 == 0:
            first, spread = int(rng.integers(0, 7)) + 7, beat // 3 if rng.random() < .3 else 0
            for i in range(3):
                add(note(rng, 2 * beat - i * spread, degree(first + 2 * i), timbres["chords"]), i * spread, .5)
        if "melody" in parts and rng.random() < .85:
            add(note(rng, int(beat * rng.choice([.5, 1, 1, 2])), degree(int(rng.integers(14, 26))), timbres["melody"]), 0, .7)
    return unit(sound * slow(rng, count, .3, 2))
