"""Clean synthesised speech with known syllable nuclei, at 16 kHz.

A bank of some 3,600 short utterances from three synthesisers that tell the time of every phoneme: espeak-ng (30 languages,
70 variants of a voice), flite and festival (built from recordings, so nearer to real voices). A nucleus is the middle of a
vowel or of a syllabic consonant; a diphthong is one. Every speaker has a speed of its own within ±15 %, made by resampling,
which moves pitch and formants along, and a tempo of its own, mostly slower than synthesisers speak. Work is done in blocks with a process and a seed each, so that neither the number of
processes nor the state inside a synthesiser changes a sample.

    python voices.py --work DIR [--speakers 180] [--jobs 2]     writes DIR/voices.npz, and prints how well nuclei lie on energy
"""
import argparse
import ctypes
import re
import subprocess
import tempfile
from fractions import Fraction
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

RATE = 16_000
PER_SPEAKER = 20
WORDS = {line.split(":")[0]: line.split(":")[1].split()
         for line in (Path(__file__).parent / "words.txt").read_text().splitlines() if not line.startswith("#")}
DIGITS = "zero one two three four five six seven eight nine".split()
VARIANTS = """m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 klatt klatt2 klatt3 klatt4 klatt6 adam Alex Alicia Andrea Andy Annie anika
    antonio aunty belinda benjamin boris david Denis Diogo ed edward edward2 Gene grandma grandpa Henrique Hugo iven iven3
    Jacky john kaukovalta Lee linda marcelo Marco Mario max Michael miguel Mike norbert pablo paul pedro quincy rob robert
    sandro shelby steph steph3 travis victor zac whisper whisperf""".split()
FLITE = ["kal16", "awb", "rms", "slt"]
FESTIVAL = ["ked_diphone", "msu_ru_nsh_clunits", "czech_dita", "czech_machac", "lp_diphone", "pc_diphone",
            "suo_fi_lj_diphone", "hy_fi_mv_diphone", "upc_ca_ona_hts"]
EARLIER = 0.8  # espeak-ng is loudest at 0.4 of a vowel's time, 10–20 ms before its middle: so its vowels are taken as that much shorter
ARPABET_VOWELS = set("aa ae ah ao aw ax axr ay eh el em en er ey ih ix iy ow oy uh uw".split())
IPA_VOWEL = re.compile("[aeiouyɐɑɒæɛəɘɜɞɚɝɤɨɪɔøœɵʉʊʌɯʏäᵻ\u0329]")
Segments = list[tuple[float, float, bool]]  # start, end (s), is a nucleus


def pseudo_word(rng: np.random.Generator) -> str:
    """A word nobody says, readable in any language of Latin letters: phonetic variety without a lexicon."""
    consonants, vowels = "b d f g h j k l m n p r s t v z sh ch st br tr kl".split(), "a e i o u a e i o ai".split()
    return "".join(rng.choice(consonants) + rng.choice(vowels) for _ in range(rng.integers(1, 5)))


def text(rng: np.random.Generator, words: list[str], digits: list[str]) -> tuple[str, bool]:
    """One utterance: a word, a digit, a row of digits, a phrase, a list or a long sentence; and whether it is isolated."""
    kind = rng.choice(["word", "digit", "digits", "phrase", "list", "long"], p=[.15, .15, .08, .27, .1, .25])
    draw = lambda: pseudo_word(rng) if rng.random() < 0.2 else str(rng.choice(words))
    if kind == "word" or kind == "digit":
        return (draw() if kind == "word" else str(rng.choice(digits))), True
    if kind == "digits":
        return rng.choice([" ", ", "]).join(rng.choice(digits, rng.integers(2, 7))), False
    if kind == "list":
        return ", ".join(draw() for _ in range(rng.integers(2, 6))), False
    pieces = [draw() for _ in range(rng.integers(2, 7) if kind == "phrase" else rng.integers(8, 18))]
    return " ".join(w + ("," if rng.random() < 0.1 else "") for w in pieces) + rng.choice([".", "?", "."]), False


class Espeak:
    """espeak-ng through its C library: the command does not tell the times of phonemes."""

    class Event(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
                    ("milliseconds", ctypes.c_int), ("sample", ctypes.c_int), ("user", ctypes.c_void_p), ("name", ctypes.c_char * 8)]

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(2, 0, None, 3)  # synchronous; phoneme events, with IPA names
        self.sound: list[np.ndarray] = []
        self.events: list[tuple[int, str]] = []
        self.callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int,
                                         ctypes.POINTER(self.Event))(self.receive)
        self.library.espeak_SetSynthCallback(self.callback)

    def receive(self, samples, count: int, events) -> int:
        if samples and count:
            self.sound.append(np.ctypeslib.as_array(samples, (count,)).astype(np.float32) / 32768)
        index = 0
        while events[index].type:
            if events[index].type == 7:
                self.events.append((events[index].sample, events[index].name.decode("utf8", "replace")))
            index += 1
        return 0

    def say(self, words: str, voice: str, speed: int, pitch: int, spread: int) -> tuple[np.ndarray, int, Segments]:
        self.sound, self.events = [], []
        if self.library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise RuntimeError(f"espeak-ng has no voice {voice}")
        for parameter, value in ((1, speed), (3, pitch), (4, spread)):
            self.library.espeak_SetParameter(parameter, value, 0)
        data = words.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 1, 0, 1, None, None)
        ends = [s for s, _ in self.events[1:]] + [self.events[-1][0]] if self.events else []
        return (np.concatenate(self.sound or [np.zeros(1, np.float32)]), self.rate,
                [(s / self.rate, (s + EARLIER * (e - s)) / self.rate, bool(IPA_VOWEL.search(n))) for (s, n), e in zip(self.events, ends)])


def flite(words: str, voice: str, stretch: float) -> tuple[np.ndarray, int, Segments]:
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        out = subprocess.run(["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.3f}", "-psdur", "-t", words + " ",
                              "-o", file.name], capture_output=True, text=True, check=True).stdout
        sound, rate = soundfile.read(file.name, dtype="float32")
    names, ends = zip(*((n, float(e)) for n, e in re.findall(r"(\S+):([\d.]+)", out)))
    return sound, rate, [(s, e, n in ARPABET_VOWELS) for s, e, n in zip((0.0,) + ends, ends, names)]


FESTIVAL_SCRIPT = """(define (one text out stretch) (Parameter.set 'Duration_Stretch stretch)
 (let ((u (utt.synth (eval (list 'Utterance 'Text text))))) (utt.save.wave u out 'riff) (format t "@\\n")
 (mapcar (lambda (s) (format t "%s %s %f\\n" (item.name s) (item.feat s "ph_vc") (item.feat s "end"))) (utt.relation.items u 'Segment))))
"""


def festival(texts: list[str], voice: str, stretch: float) -> list[tuple[np.ndarray, int, Segments]]:
    """All utterances of a speaker in one run, since festival takes long to start."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "say.scm"
        script.write_text(FESTIVAL_SCRIPT + f"(voice_{voice})\n" + "\n".join(
            f'(one "{t}" "{folder}/{i}.wav" {stretch:.3f})' for i, t in enumerate(texts)))
        out = subprocess.run(["festival", "-b", str(script)], capture_output=True, text=True, errors="replace").stdout
        result = []
        for i, block in enumerate(out.split("@\n")[1:]):
            rows = re.findall(r"^(\S+) (\S+) ([\d.]+)$", block, re.M)
            ends = [float(r[2]) for r in rows]
            sound, rate = soundfile.read(f"{folder}/{i}.wav", dtype="float32")
            result.append((sound, rate, [(s, e, r[1] == "+") for s, e, r in zip([0.0] + ends, ends, rows)]))
        return result


def finish(sound: np.ndarray, rate: int, segments: Segments, speed: float) -> tuple[np.ndarray, np.ndarray] | None:
    """To 16 kHz at the speaker's speed, ends of silence cut, the level made equal; samples as int16, nuclei in seconds."""
    if len(sound) < rate // 10:
        return None
    ratio = Fraction(RATE / rate / speed).limit_denominator(160)
    sound = resample_poly(sound, ratio.numerator, ratio.denominator)
    factor = float(ratio) * rate / RATE
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max() * 0.004)
    nuclei = np.array([(s + e) / 2 * factor for s, e, is_nucleus in segments if is_nucleus])
    if len(loud) == 0 or len(nuclei) == 0:
        return None
    first, last = max(0, loud[0] - 80), min(len(sound), loud[-1] + 80)
    sound = sound[first:last]
    level = np.sqrt((sound ** 2).mean() + 1e-12)
    sound = sound * min(0.07 / level, 0.98 / np.abs(sound).max())
    nuclei = nuclei - first / RATE
    return (sound * 32767).astype(np.int16), nuclei[(nuclei > 0) & (nuclei < len(sound) / RATE)].astype(np.float32)


def stretched(sound: np.ndarray, factor: float) -> np.ndarray:
    """The same voice, slower (factor above 1) or faster, by overlap-add of 30 ms pieces that fit (WSOLA; Verhelst & Roelands,
    ICASSP 1993). Synthesisers told to be slow mostly lengthen pauses; people lengthen vowels."""
    size, hop, reach = 480, 240, 160
    window = np.hanning(size + 1)[:-1].astype(np.float32)
    padded = np.concatenate([np.zeros(reach, np.float32), sound, np.zeros(size + 2 * reach, np.float32)])
    count = int(len(sound) * factor) // hop
    out = np.zeros(count * hop + size, np.float32)
    follows = reach
    for k in range(count):
        place = min(int(k * hop / factor) + reach, len(padded) - size - reach)
        if k:
            around = padded[place - reach:place + reach + size]
            place += int(np.argmax(np.correlate(around, padded[follows:follows + size], "valid"))) - reach
        out[k * hop:k * hop + size] += window * padded[place:place + size]
        follows = min(place + hop, len(padded) - size)
    return out[:int(len(sound) * factor)]


def at_tempo(utterance: tuple[np.ndarray, np.ndarray], factor: float) -> tuple[np.ndarray, np.ndarray]:
    samples, nuclei = utterance
    return stretched(samples.astype(np.float32), factor).clip(-32767, 32767).astype(np.int16), (nuclei * factor).astype(np.float32)


def speaker(job: tuple[int, int, str]) -> list[tuple[np.ndarray, np.ndarray, bool]]:
    """All utterances of one speaker: a synthesiser, a voice, a rate, a pitch and a speed."""
    number, seed, source = job
    rng = np.random.default_rng([seed, number])
    speed = float(rng.uniform(0.85, 1.15))
    tempo = float(np.exp(rng.uniform(np.log(1.0), np.log(2.0)))) if rng.random() < 0.6 else float(rng.uniform(0.85, 1.1))
    if source == "espeak":
        language = str(rng.choice(list(WORDS), p=english_share(0.2)))
        variant = str(rng.choice(VARIANTS))
        child = "whisper" not in variant and rng.random() < 0.15
        rate, pitch, spread = int(rng.uniform(90, 260)), int(rng.uniform(70, 99) if child else rng.uniform(15, 70)), int(rng.uniform(20, 90))
        digits = DIGITS if language.startswith("en") else [str(d) for d in range(10)]
        texts = [text(rng, WORDS[language], digits) for _ in range(PER_SPEAKER)]
        engine = Espeak()
        said = [engine.say(t, f"{language}+{variant}", int(np.clip(rate * rng.uniform(.9, 1.1), 80, 300)), pitch, spread) for t, _ in texts]
    else:
        stretch = float(rng.uniform(0.7, 1.7)) if source == "flite" else float(rng.uniform(0.75, 1.4))
        words = WORDS["en-us"] + WORDS["en"]
        texts = [text(rng, words, DIGITS) for _ in range(PER_SPEAKER)]
        if source == "flite":
            said = [flite(t, FLITE[number % len(FLITE)], stretch * rng.uniform(.9, 1.1)) for t, _ in texts]
        else:
            said = festival([t for t, _ in texts], FESTIVAL[number % len(FESTIVAL)], stretch)
    done = [(finish(sound, rate, segments, speed), single) for (sound, rate, segments), (_, single) in zip(said, texts)]
    return [(*at_tempo(pair, tempo * rng.uniform(.92, 1.08)), single) for pair, single in done if pair is not None]


def english_share(share: float) -> np.ndarray:
    """English comes more often than a thirtieth."""
    weights = np.where([w.startswith("en") for w in WORDS], share, 1 / len(WORDS))
    return weights / weights.sum()


def alignment(samples: np.ndarray, nuclei: np.ndarray) -> np.ndarray:
    """Per nucleus, whether its 20 ms have more energy than the median of the utterance's."""
    steps = samples[:len(samples) // 320 * 320].reshape(-1, 320).astype(np.float64)
    energy = (steps ** 2).mean(1)
    return energy[np.minimum((nuclei * 50).astype(int), len(energy) - 1)] > np.median(energy)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "sonora-training")
    parser.add_argument("--speakers", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-festival", action="store_true", help="without it the bank has espeak-ng and flite only")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    count = options.speakers
    third = "flite" if options.no_festival else "festival"
    sources = ["espeak"] * round(count * 0.6) + ["flite"] * round(count * 0.22)
    sources += [third] * (count - len(sources))
    with Pool(options.jobs, maxtasksperchild=1) as pool:
        bank = pool.map(speaker, [(i, options.seed, s) for i, s in enumerate(sources)], chunksize=1)
    for source in dict.fromkeys(sources):
        mine = [u for s, utterances in zip(sources, bank) if s == source for u in utterances]
        on = np.concatenate([alignment(u[0], u[1]) for u in mine])
        seconds = sum(len(u[0]) for u in mine) / RATE
        print(f"{source}: {len(mine)} utterances, {seconds:.0f} s, {len(on) / seconds:.2f} syllables/s, "
              f"{100 * on.mean():.1f} % of nuclei above the utterance's median energy")
    flat = [(i, s, *u) for i, (s, utterances) in enumerate(zip(sources, bank)) for u in utterances]
    np.savez(options.work / "voices.npz", samples=np.concatenate([u[2] for u in flat]), lengths=[len(u[2]) for u in flat],
             nuclei=np.concatenate([u[3] for u in flat]), nuclei_counts=[len(u[3]) for u in flat],
             speakers=[u[0] for u in flat], sources=[u[1] for u in flat], isolated=[u[4] for u in flat])


if __name__ == "__main__":
    main()
