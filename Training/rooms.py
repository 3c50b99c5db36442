"""What lies between a source and the file: rooms, equalisers, microphones, telephones, codecs, clipping.

All of it is made from random numbers. A room is a direct impulse at sample 0, some early reflections, and noise that decays by
60 dB within its reverberation time: the direct sound has no delay, so labels of the dry voice hold for the wet one.
"""
import numpy as np
from scipy.signal import butter, firwin2, oaconvolve, sosfilt

RATE = 16_000
CODEC_LIMITS = [3400, 4000, 5500, 7000]


def room(rng: np.random.Generator, far: float = 0.3) -> tuple[np.ndarray, float]:
    """An impulse response and its reverberation time; `far` is how likely the talker stands far from the microphone."""
    time = float(np.exp(rng.uniform(np.log(0.12), np.log(1.0))))
    count = int(RATE * min(time, 0.8))
    decay = 10 ** (-3 * np.arange(count) / (RATE * time))
    tail = rng.standard_normal(count) * decay
    tail[:int(rng.uniform(0.004, 0.03) * RATE)] = 0
    tail = sosfilt(butter(1, rng.uniform(1500, 7000), fs=RATE, output="sos"), tail)  # air and walls take the highs
    early = np.zeros(count)
    for _ in range(rng.integers(3, 10)):
        early[rng.integers(16, 640)] += rng.uniform(-0.5, 0.5)
    energy = np.sqrt((tail ** 2).sum())
    ratio = rng.uniform(-6, 3) if rng.random() < far else rng.uniform(3, 20)  # direct to reverberant, dB
    response = (tail / energy + 0.5 * early / max(1.0, np.sqrt((early ** 2).sum()))) * 10 ** (-ratio / 20)
    response[0] += 1
    return response / np.sqrt((response ** 2).sum()), time


def equaliser(rng: np.random.Generator, depth: float = 8) -> np.ndarray:
    """A random smooth filter of minimal delay: some points between 60 Hz and 8 kHz, each up to `depth` dB up or down."""
    edges = np.array([0, 60, 150, 350, 800, 1700, 3500, 6000, 8000])
    level = rng.uniform(-depth, depth) * np.linspace(-1, 1, len(edges)) + rng.uniform(-depth, depth, len(edges)) / 2
    taps = firwin2(129, edges, 10 ** (level / 20), fs=RATE)
    # Minimal phase through the cepstrum, so that nothing is delayed against the labels.
    log = np.fft.ifft(np.log(np.abs(np.fft.fft(taps, 1024)) + 1e-4)).real
    log[1:512] *= 2
    log[513:] = 0
    return np.fft.ifft(np.exp(np.fft.fft(log))).real[:129]


def apply(sound: np.ndarray, *responses: np.ndarray) -> np.ndarray:
    """The sound through all the responses, as long as it was."""
    kernel = responses[0]
    for response in responses[1:]:
        kernel = np.convolve(kernel, response)
    return oaconvolve(sound, kernel)[:len(sound)]


def band(sound: np.ndarray, low: float | None, high: float | None, order: int = 4) -> np.ndarray:
    """A high-pass, a low-pass or both, as causal Butterworth filters (a delay of under a millisecond)."""
    if low:
        sound = sosfilt(butter(2, low, "high", fs=RATE, output="sos"), sound)
    if high and high < 7900:
        sound = sosfilt(butter(order, high, fs=RATE, output="sos"), sound)
    return sound


def telephone(sound: np.ndarray) -> np.ndarray:
    return band(sound, 300, 3400, 6)


def recorder(rng: np.random.Generator, sound: np.ndarray) -> np.ndarray:
    """What a recorder does to everything it hears: an equaliser, a high-pass, now and then a codec's or telephone's band."""
    if rng.random() < 0.5:
        sound = apply(sound, equaliser(rng, 6))
    if rng.random() < 0.4:
        sound = band(sound, rng.uniform(40, 180), None)
    draw = rng.random()
    if draw < 0.2:
        sound = band(sound, None, float(rng.choice(CODEC_LIMITS)), int(rng.integers(4, 11)))
    elif draw < 0.26:
        sound = telephone(sound)
    return sound


def to_file(rng: np.random.Generator, sound: np.ndarray, level: float, clipping: bool) -> tuple[np.ndarray, float]:
    """At `level` dBFS as mean power, unless it would clip and shall not; rounded to 16 bits. Also the level it got."""
    gain = 10 ** (level / 20) / max(1e-9, np.sqrt((sound ** 2).mean()))
    peak = np.abs(sound).max() * gain
    if clipping:
        gain *= 10 ** (rng.uniform(1, 9) / 20) / max(peak, 1e-9)
    elif peak > 0.97:
        gain *= 0.97 / peak
    samples = np.clip(np.round(sound * gain * 32767), -32768, 32767).astype(np.int16)
    return samples, float(10 * np.log10((samples.astype(np.float64) ** 2).mean() / 32768 ** 2 + 1e-12))
