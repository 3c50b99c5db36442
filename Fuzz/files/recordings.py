"""The recordings that are damaged: short ones of every format, made by sox and ffmpeg the same way each time."""

import math
import random
import struct
import subprocess
import wave

import library

# What to give the program that makes it, behind the sound and in front of the name of the file.
TAGS = ["-metadata", "title=A memo", "-metadata", "artist=Ada", "-metadata", "date=2024-05-01"]
BEXT = ["-write_bext", "1", "-metadata", "description=field", "-metadata", "origination_date=2024-05-01",
        "-metadata", "origination_time=10:20:30"]


def sndfile(container, encoding, channels=1, order="file", rate=16000):
    """By libsndfile itself, which writes what sox and ffmpeg do not."""
    return lambda sound, file: library.command(sound, file, container, encoding, channels, order, rate)


def sox(*options):
    return lambda sound, file: ["sox", "-R", "-D", sound, *options, file]


def ffmpeg(codec, *options):
    return lambda sound, file: [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", sound, "-map_metadata", "-1", "-c:a", codec, *options,
        "-fflags", "+bitexact", "-flags:a", "+bitexact", "-threads", "1", file]


# The formats of which as many files are damaged as --per-format says, and how their recordings are made.
FORMATS = {
    "wav": [
        sox("-b", "16"), sox("-b", "8", "-e", "unsigned"), sox("-b", "24", "-c", "2"),
        sox("-e", "floating-point", "-b", "32"), sox("-e", "mu-law"), ffmpeg("pcm_f64le"),
        ffmpeg("pcm_s24le", "-ac", "6"), ffmpeg("pcm_s16le", *TAGS, *BEXT), ffmpeg("pcm_s32le", *TAGS)],
    "aiff": [
        sox("-b", "16"), sox("-b", "24", "-c", "2"), sox("-b", "8"), ffmpeg("pcm_s16le"), ffmpeg("pcm_f32be"),
        ffmpeg("pcm_mulaw"), ffmpeg("adpcm_ima_qt"), ffmpeg("pcm_s16be", *TAGS, "-write_id3v2", "1")],
    "flac": [
        sox("-b", "16"), sox("-b", "24", "-c", "2"), ffmpeg("flac", *TAGS), ffmpeg("flac", "-compression_level", "0"),
        ffmpeg("flac", "-ac", "2", "-compression_level", "12")],
    "ogg": [
        ffmpeg("libvorbis"), ffmpeg("libvorbis", "-ac", "2", "-q:a", "1", *TAGS), ffmpeg("libopus", "-b:a", "16k"),
        ffmpeg("libopus", "-ac", "2", "-b:a", "32k", *TAGS), ffmpeg("flac")],
    "mp3": [
        ffmpeg("libmp3lame", "-b:a", "32k"), ffmpeg("libmp3lame", "-q:a", "5", *TAGS),
        ffmpeg("libmp3lame", "-ac", "2", "-ar", "44100", "-b:a", "64k", "-write_xing", "0", "-id3v2_version", "0"),
        ffmpeg("libmp3lame", "-ar", "8000", "-b:a", "16k", "-id3v2_version", "3", *TAGS)],
    "caf": [
        ffmpeg("pcm_s16be"), ffmpeg("pcm_s16le", "-ac", "2"), ffmpeg("pcm_f32le"), ffmpeg("pcm_mulaw"),
        ffmpeg("alac"), ffmpeg("adpcm_ima_qt"), ffmpeg("pcm_s24le", *TAGS)],
    "w64": [
        sox("-b", "16"), sox("-b", "24", "-c", "2"), ffmpeg("pcm_f32le"), ffmpeg("pcm_mulaw"), ffmpeg("adpcm_ms")],
    "rf64": [
        ffmpeg("pcm_s16le", "-rf64", "always"), ffmpeg("pcm_s24le", "-ac", "2", "-rf64", "always", *TAGS, *BEXT),
        ffmpeg("pcm_f32le", "-rf64", "always"), ffmpeg("adpcm_ima_wav", "-rf64", "always")],
}

# Formats that were not promised; a tenth as many.
MORE = {
    "adpcm": [
        ffmpeg("adpcm_ima_wav"), ffmpeg("adpcm_ms", "-ac", "2"), ffmpeg("libmp3lame", "-b:a", "32k"),
        sox("-e", "gsm-full-rate"), sox("-e", "a-law")],
    "au": [sox("-b", "16"), sox("-e", "mu-law"), ffmpeg("pcm_f32be")],
    "m4a": [ffmpeg("aac", "-b:a", "32k"), ffmpeg("aac", "-b:a", "32k", "-movflags", "+faststart", *TAGS), ffmpeg("alac")],
    "webm": [ffmpeg("libopus", "-b:a", "16k")],
    "aac": [ffmpeg("aac", "-b:a", "32k")],
    # What else libsndfile reads. Few people have such files, but anybody can make one and call it memo.wav.
    "sds": [sndfile("sds", "pcm8"), sndfile("sds", "pcm16"), sndfile("sds", "pcm24")],
    "voc": [sndfile("voc", "pcm16"), sndfile("voc", "pcmu8", 2), sndfile("voc", "ulaw"), sox("-b", "8")],
    "paf": [sndfile("paf", "pcm16"), sndfile("paf", "pcm24", 2), sndfile("paf", "pcm16", order="little")],
    "svx": [sndfile("svx", "pcm8"), sndfile("svx", "pcm16"), sox("-t", "8svx")],
    "nist": [sndfile("nist", "pcm16"), sndfile("nist", "ulaw", 2), sox("-t", "sph")],
    "ircam": [sndfile("ircam", "pcm16"), sndfile("ircam", "float", 2), sndfile("ircam", "alaw", order="little")],
    "mat4": [sndfile("mat4", "pcm16"), sndfile("mat4", "double", 2), sndfile("mat4", "float", order="big")],
    "mat5": [sndfile("mat5", "pcm16"), sndfile("mat5", "double", 2), sndfile("mat5", "pcmu8", order="big")],
    "pvf": [sndfile("pvf", "pcm16"), sndfile("pvf", "pcm8", 2), sndfile("pvf", "pcm32")],
    "htk": [sndfile("htk", "pcm16"), sox("-t", "htk")],
    "avr": [sndfile("avr", "pcm16"), sndfile("avr", "pcm8", 2), sox("-t", "avr")],
    "xi": [sndfile("xi", "dpcm8", rate=44100), sndfile("xi", "dpcm16", rate=44100)],
    "wve": [sndfile("wve", "alaw", rate=8000)],
    "mpc2k": [sndfile("mpc2k", "pcm16"), sndfile("mpc2k", "pcm16", 2)],
    "sd2": [sndfile("sd2", "pcm16"), sndfile("sd2", "pcm24", 2)],
    "wavex": [sndfile("wavex", "pcm16", 2), sndfile("wavex", "float"), sndfile("wavex", "ulaw")],
    "coded": [
        sndfile("wav", "gsm610", rate=8000), sndfile("wav", "g721", rate=8000), sndfile("wav", "nms16", rate=8000),
        sndfile("wav", "nms24", rate=8000), sndfile("wav", "nms32", rate=8000), sndfile("aiff", "gsm610", rate=8000),
        sndfile("aiff", "ima"), sndfile("au", "g721", rate=8000), sndfile("au", "g723-24", rate=8000),
        sndfile("au", "g723-40", rate=8000), sndfile("aiff", "dwvw12"), sndfile("aiff", "dwvw16"),
        sndfile("aiff", "dwvw24"), sndfile("caf", "alac16"), sndfile("caf", "alac24", 2)],
}

# What sox and ffmpeg go by.
WRITTEN_AS = {"rf64": "wav", "adpcm": "wav"}
# Names that a walk through folders takes for sound, or most of them would be left aside unread.
ENDINGS = dict.fromkeys(
    ["rf64", "adpcm", "sds", "paf", "svx", "nist", "ircam", "mat4", "mat5", "pvf", "htk", "avr", "xi", "wve", "mpc2k", "sd2",
     "wavex", "coded"], "wav")


def name(kind, number):
    return f"{kind}-{number}.{ENDINGS.get(kind, kind)}"


def make(folder, kinds):
    """The bytes of every recording, by format."""
    sound = f"{folder}/sound.wav"
    write_sound(sound)
    made = {}
    for kind in kinds:
        made[kind] = []
        for number, recipe in enumerate((FORMATS | MORE)[kind]):
            file = f"{folder}/seed-{number}.{WRITTEN_AS.get(kind, kind)}"
            subprocess.run(recipe(sound, file), check=True, stdin=subprocess.DEVNULL)
            with open(file, "rb") as stream:
                made[kind].append(stream.read())
    if "rf64" in made:
        made["rf64"].append(b"BW64" + made["rf64"][0][4:])
    return made


def write_sound(path):
    """0.4 s that rise and fall twice over a little noise, as words do."""
    rate = 16000
    noise = random.Random(1)
    samples = [
        int(9000 * math.sin(math.tau * 180 * t / rate) * math.sin(math.tau * 2.5 * t / rate) ** 2
            + noise.gauss(0, 60)) for t in range(rate * 2 // 5)]
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
