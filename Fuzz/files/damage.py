"""Damage: what can happen to the bytes of a file, by chance or by malice. The same generator gives the same damage."""

import struct

BYTES = [0x00, 0x01, 0x7F, 0x80, 0xFF]
SIZES = [0, 1, 8, 36, 4088, -1, -2, 0x7FFFFFFF, 0x80000000, 0x7FFFF000, 0x7FFFFFFFFFFFFFFF, 1 << 62, 1 << 40, 1 << 31, 1 << 32]
# Where containers say what follows: names of chunks, pages, frames and boxes.
NAMES = [
    b"RIFF", b"RF64", b"BW64", b"WAVE", b"fmt ", b"data", b"fact", b"ds64", b"LIST", b"INFO", b"bext", b"JUNK", b"id3 ", b"riff",
    b"wave", b"FORM", b"AIFF", b"AIFC", b"COMM", b"SSND", b"NAME", b"FVER", b"CHAN", b"MARK", b"INST", b"PEAK", b"caff", b"desc",
    b"chan", b"info", b"kuki", b"pakt", b"free", b"OggS", b"fLaC", b"ID3\x03", b"ID3\x04", b"Xing", b"Info", b"moov", b"mdat",
    b"trak", b"stsd", b"stsz", b"stco", b"ftyp", b".snd", b"OpusHead", b"OpusTags", b"\x01vorbis", b"\x03vorbis", b"\x05vorbis"]


# The same in the formats that nobody was promised.
MORE_NAMES = [
    b"Creative Voice File", b"NIST_1A", b"sample_count", b"sample_n_bytes", b"channel_count", b"sample_byte_format", b" paf",
    b"fap ", b"8SVX", b"16SV", b"VHDR", b"BODY", b"2BIT", b"Extended Instrument", b"ALawSoundFile", b"MATLAB", b"samplerate",
    b"wavedata", b"PVF1", b"\xF0\x7E", b"\x64\xA3"]


def places(data):
    """Offsets at which something stands that a parser believes."""
    found = set()
    for word in NAMES + MORE_NAMES:
        at = data.find(word)
        while at >= 0 and len(found) < 400:
            found.add(at)
            at = data.find(word, at + 1)
    return sorted(found) or [0]


class Damage:
    """One damaged file from the recordings of a format."""

    def __init__(self, chance, recordings):
        self.chance = chance
        self.recordings = recordings
        self.data = bytearray(chance.choice(recordings))
        self.places = places(self.data)

    def bytes(self):
        kinds = [
            (4, self.flip), (6, self.set_byte), (8, self.set_number), (2, self.cut_end), (2, self.cut_out),
            (2, self.insert), (2, self.double), (1, self.swap), (1, self.splice), (2, self.rename)]
        weights = [weight for weight, _ in kinds]
        count = min(12, 1 + int(self.chance.expovariate(1)))
        for _, damage in self.chance.choices(kinds, weights, k=count):
            if not self.data:
                break
            damage()
        if self.data[:4] == b"OggS" and self.chance.random() < 0.7:
            mend_pages(self.data)
        return bytes(self.data)

    def place(self):
        """Mostly where it hurts: in the header, or near a name. Seldom in the first letters: without them the file is
        nothing in particular, and there is nothing to be learnt from it."""
        luck = self.chance.random()
        if luck < 0.5:
            place = self.chance.choice(self.places) + self.chance.randrange(24)
        elif luck < 0.75:
            place = self.chance.randrange(128)
        else:
            place = self.chance.randrange(len(self.data))
        if place < 12 and self.chance.random() < 0.9:
            place += 12
        return min(place, len(self.data) - 1)

    def length(self):
        return min(1 + int(self.chance.expovariate(1 / 60)), len(self.data))

    def flip(self):
        self.data[self.place()] ^= 1 << self.chance.randrange(8)

    def set_byte(self):
        self.data[self.place()] = self.chance.choice(BYTES + [self.chance.randrange(256)])

    def set_number(self):
        size = self.chance.choice(SIZES + [len(self.data), len(self.data) - 8, self.chance.randrange(1 << 16)])
        form = self.chance.choice(["<H", ">H", "<I", ">I", "<I", ">I", "<Q", ">Q"])
        number = struct.pack(form, size % (1 << 8 * struct.calcsize(form)))
        at = self.place()
        self.data[at:at + len(number)] = number

    def cut_end(self):
        del self.data[self.place() if self.chance.random() < 0.3 else self.chance.randrange(len(self.data)):]

    def cut_out(self):
        at = self.place()
        del self.data[at:at + self.length()]

    def insert(self):
        at = self.place()
        length = self.length()
        self.data[at:at] = self.chance.choice(
            [bytes(length), b"\xFF" * length, self.chance.randbytes(length), self.chance.choice(NAMES)])

    def double(self):
        start, at = self.place(), self.place()
        self.data[at:at] = self.data[start:start + self.length()] * self.chance.choice([1, 1, 2, 50])

    def swap(self):
        length = self.length()
        one, other = sorted((self.place(), self.place()))
        if one + length <= other:
            first = self.data[one:one + length]
            self.data[one:one + length] = self.data[other:other + length]
            self.data[other:other + length] = first

    def splice(self):
        other = self.chance.choice(self.recordings)
        self.data[self.place():] = other[self.chance.randrange(len(other)):]

    def rename(self):
        at = min(self.chance.choice(self.places[1:] or self.places), len(self.data) - 1)
        name = self.chance.choice(NAMES)
        self.data[at:at + len(name)] = name


def table():
    entries = []
    for byte in range(256):
        entry = byte << 24
        for _ in range(8):
            entry = (entry << 1 ^ (0x04C11DB7 if entry & 0x80000000 else 0)) & 0xFFFFFFFF
        entries.append(entry)
    return entries


CHECKSUMS = table()


def mend_pages(data):
    """Writes the checksums of Ogg pages anew: decoders throw pages away that are merely damaged."""
    at = data.find(b"OggS")
    while 0 <= at and at + 27 <= len(data):
        segments = data[at + 26]
        end = at + 27 + segments + sum(data[at + 27:at + 27 + segments])
        data[at + 22:at + 26] = bytes(4)
        sum_ = 0
        for byte in data[at:end]:
            sum_ = (sum_ << 8 & 0xFFFFFFFF) ^ CHECKSUMS[sum_ >> 24 ^ byte]
        data[at + 22:at + 26] = struct.pack("<I", sum_)
        at = data.find(b"OggS", at + 27)
