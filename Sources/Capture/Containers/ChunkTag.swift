// ChunkTag: the four letters that name a chunk.

/// Four bytes, in the order in which they stand in the file.
package struct ChunkTag: Hashable, ExpressibleByStringLiteral {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    package init(stringLiteral letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4, "a tag has four letters")
        code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Letters, digits, signs and blanks, as all tags have.
    var isPrintable: Bool {
        (0..<4).allSatisfy { (0x20...0x7E).contains(code >> (8 * UInt32($0)) & 0xFF) }
    }

    /// What recorders and editors write around the samples.
    private static let known: Set<ChunkTag> = [
        "fmt ", "data", "fact", "ds64", "LIST", "list", "INFO", "bext", "iXML", "axml", "JUNK", "junk", "FLLR", "PAD ",
        "PEAK", "cue ", "plst", "labl", "adtl", "smpl", "inst", "acid", "strc", "id3 ", "ID3 ", "_PMX", "aXML", "chna",
        "levl", "MD5 ", "umid", "minf", "elm1", "regn", "afsp", "DISP", "cart", "SAUR", "DGDA", "Fake", "bxml",
        "COMM", "SSND", "MARK", "INST", "MIDI", "AESD", "APPL", "COMT", "NAME", "AUTH", "(c) ", "ANNO", "FVER", "CHAN",
        "basc", "trns", "cate", "desc", "chan", "info", "kuki", "pakt", "strg", "mark", "free", "uuid", "edct", "ovvw",
        "peak", "umcs",
    ]

    var isKnown: Bool { Self.known.contains(self) }
}
