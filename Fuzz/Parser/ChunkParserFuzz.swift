// ChunkParserFuzz: what libFuzzer calls: bytes of any kind to the chunk parser and to the parsers of tags.
// libFuzzer: https://llvm.org/docs/LibFuzzer.html

import Foundation
import TestSignals

@testable import Capture

/// Called once before the first input. With SEEDS_FOLDER set, writes the seeds there, and that is all.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
) -> Int32 {
    guard let folder = ProcessInfo.processInfo.environment["SEEDS_FOLDER"] else { return 0 }
    do {
        try ParserSeeds.write(to: folder)
        exit(0)
    } catch {
        // A run without seeds would pass for a good one.
        fatalError("the seeds cannot be written: \(error)")  // libFuzzer's C hook has no way to return an error
    }
}

@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let (parser, text) = TagParser.choose(bytes) {
        parser.parse(text)
    } else {
        do {
            try ContainerCheck(bytes).all()
        } catch {
            fatalError("memory cannot fail to be read: \(error)")  // a trap is how a fuzzer is told of a finding
        }
    }
    return 0
}

/// Which parser of tags an input is for: its first byte says so. Everything else is a container.
enum TagParser: UInt8, CaseIterable {
    case bext = 1
    case list, probe, date, fileName, media

    static func choose(_ bytes: [UInt8]) -> (TagParser, [UInt8])? {
        bytes.first.flatMap(TagParser.init(rawValue:)).map { ($0, Array(bytes.dropFirst())) }
    }

    func parse(_ text: [UInt8]) {
        switch self {
        case .bext: Self.check(SourceTags(bext: text))
        case .list: Self.check(SourceTags(list: text))
        case .probe: Self.check(SourceTags(ffprobe: text))
        case .date: Self.check(RecordingDate(tag: text))
        case .media: Self.check(media: text)
        case .fileName: Self.check(RecordingDate(fileName: String(decoding: text, as: UTF8.self)))
        }
    }

    /// Containers that only ffmpeg decodes, and the lengths that others declare.
    private static func check(media bytes: [UInt8]) {
        do {
            let facts = try MediaFacts.read(CountedBytes(bytes))
            if let facts {
                check(facts.tags)
                precondition(facts.duration.map { $0.isFinite && $0 >= 0 } ?? true, "a length is a number")
            }
            _ = try MPEGLength.seconds(CountedBytes(bytes))
            _ = try OggStart.isAtZero(CountedBytes(bytes), sampleRate: 48_000)
        } catch {
            fatalError("memory cannot fail to be read: \(error)")  // a trap is how a fuzzer is told of a finding
        }
    }

    static func check(_ tags: SourceTags) {
        check(tags.recordedAt?.date)
        for text in [tags.title, tags.artist].compactMap({ $0 }) {
            precondition(!text.isEmpty && text.utf8.count <= TagText.mostBytes, "a tag is short")
            precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a tag has no control characters")
        }
    }

    /// What is written as a date is read as the same date.
    private static func check(_ date: RecordingDate?) {
        guard let date, !date.isOfUnsetClock else { return }
        precondition(RecordingDate(tag: Array(date.text.utf8)) == date, "a date comes back as it went")
    }
}
