"""Recordings by libsndfile itself, through ctypes: it writes formats that no other program here does.

    python3 library.py SOUND.wav FILE CONTAINER ENCODING CHANNELS ORDER RATE

A process of its own for each: what it does to itself while it writes is of no concern here.
"""

import ctypes
import os
import struct
import sys
import wave

# sndfile.h, SF_FORMAT_…
CONTAINERS = {
    "wav": 0x010000, "aiff": 0x020000, "au": 0x030000, "paf": 0x050000, "svx": 0x060000, "nist": 0x070000, "voc": 0x080000,
    "ircam": 0x0A0000, "w64": 0x0B0000, "mat4": 0x0C0000, "mat5": 0x0D0000, "pvf": 0x0E0000, "xi": 0x0F0000,
    "htk": 0x100000, "sds": 0x110000, "avr": 0x120000, "wavex": 0x130000, "sd2": 0x160000, "caf": 0x180000,
    "wve": 0x190000, "mpc2k": 0x210000}
ENCODINGS = {
    "pcm8": 0x01, "pcm16": 0x02, "pcm24": 0x03, "pcm32": 0x04, "pcmu8": 0x05, "float": 0x06, "double": 0x07, "ulaw": 0x10, "alaw": 0x11,
    "ima": 0x12, "gsm610": 0x20, "nms16": 0x22, "nms24": 0x23, "nms32": 0x24, "g721": 0x30, "g723-24": 0x31,
    "g723-40": 0x32, "dwvw12": 0x40, "dwvw16": 0x41, "dwvw24": 0x42, "dpcm8": 0x50, "dpcm16": 0x51, "alac16": 0x70,
    "alac24": 0x72}
ORDERS = {"file": 0, "little": 0x10000000, "big": 0x20000000}
WRITE = 0x20


class Info(ctypes.Structure):
    _fields_ = [
        ("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
        ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def command(sound, file, container, encoding, channels, order, rate):
    return ["/usr/bin/python3", os.path.abspath(__file__), sound, file, container, encoding, str(channels), order, str(rate)]


def main(sound, file, container, encoding, channels, order, rate):
    channels = int(channels)
    with wave.open(sound, "rb") as source:
        frames = source.readframes(source.getnframes())
    samples = [sample for (sample,) in struct.iter_unpack("<h", frames) for _ in range(channels)]
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_writef_short.restype = ctypes.c_int64
    library.sf_strerror.restype = ctypes.c_char_p
    info = Info(0, int(rate), channels, CONTAINERS[container] | ENCODINGS[encoding] | ORDERS[order], 0, 0)
    handle = library.sf_open(file.encode(), WRITE, ctypes.byref(info))
    if not handle:
        sys.exit(f"libsndfile does not write {container} {encoding}: {library.sf_strerror(None).decode()}")
    handle = ctypes.c_void_p(handle)
    count = len(samples) // channels
    wrote = library.sf_writef_short(handle, (ctypes.c_short * len(samples))(*samples), ctypes.c_int64(count))
    # Of some encodings it tells no number.
    if library.sf_close(handle) or wrote not in (0, count):
        sys.exit(f"libsndfile wrote {wrote} of {count} frames of {container} {encoding}")


if __name__ == "__main__":
    main(*sys.argv[1:])
