// RepairNote: what was wrong with a container, in words for a person.

/// Turns findings into one salvage note: the gravest names the kind, the detail tells all.
struct RepairNote {
    private var kinds: [(kind: String, detail: String)] = []
    private let layout: SampleLayout

    init(layout: SampleLayout, found: FoundChunks) {
        self.layout = layout
        var promised: Int64?
        for chunk in found.data {
            switch chunk.extent?.finding {
            case .truncated: promised = (promised ?? 0) + Int64(clamping: min(chunk.claimed ?? 0, 1 << 50))
            case .unknownLength where !layout.isEmpty:
                note(Salvage.unknownLength.kind, Salvage.unknownLength.detail)
            case .tooSmall:
                note(
                    "wrongLength",
                    "the header tells of \(seconds(Int64(clamping: chunk.claimed ?? 0))) only; read to the end")
            case .unknownLength, .asClaimed, nil: break
            }
        }
        // A pad byte that is missing at the end is no loss.
        if let promised, promised > layout.sampleBytes {
            kinds.insert(
                (
                    "truncated",
                    "the memo ends early: \(seconds(layout.sampleBytes)) of \(seconds(promised)) were there"
                ), at: 0)
        }
        if layout.isPlain, let last = found.data.last, let extent = last.extent, extent.finding == .asClaimed,
            extent.completesFrame(ofBytes: layout.frameBytes, from: last.start)
        {
            note("wrongLength", "the header tells of a byte less than is there")
        }
        if let counted = layout.fewerFrames, kinds.isEmpty {
            let salvage = Salvage.wrongCount(counted, sampleRate: layout.sampleRate)
            note(salvage.kind, salvage.detail)
        }
        for fault in found.faults { note("damagedHeader", Self.words(fault)) }
        // Where the size was true, nothing is missing: some writers count the pad byte behind the samples.
        let isWhole = found.data.last?.extent?.finding == .asClaimed
        let partial = layout.sampleBytes % Int64(layout.frameBytes)
        if partial > 0 && !isWhole && layout.isPlain && layout.ranges.last?.upperBound != Int64.max {
            note(
                "truncated",
                "the memo ends inside a sample frame; \(partial) \(partial == 1 ? "byte was" : "bytes were") left out")
        }
    }

    var salvage: Salvage? {
        guard let first = kinds.first else { return nil }
        var result = Salvage(kind: first.kind, detail: kinds.map(\.detail).joined(separator: "; "))
        if layout.isPlain && layout.sampleRate > 0 && layout.ranges.last?.upperBound != Int64.max {
            result.secondsRecovered =
                Double(layout.sampleBytes / Int64(layout.frameBytes)) / Double(layout.sampleRate)
        }
        return result
    }

    private mutating func note(_ kind: String, _ detail: String) {
        if !kinds.contains(where: { $0.detail == detail }) { kinds.append((kind, detail)) }
    }

    private func seconds(_ bytes: Int64) -> String {
        guard layout.isPlain, layout.sampleRate > 0 else { return "\(bytes) bytes" }
        return Salvage.seconds(bytes / Int64(layout.frameBytes), sampleRate: layout.sampleRate)
    }

    private static func words(_ fault: LayoutFault) -> String {
        switch fault {
        case .tooManyChunks: "it has more than 10,000 parts; the others were left out"
        case .samplesBeforeFormat: "its samples stand before their format"
        case .severalDataChunks: "its samples are in several pieces, which were joined"
        case .severalFormats: "it names several formats; the first one was taken"
        case .missingPad: "a pad byte is missing between its chunks"
        case .namelessSamples: "its samples have lost their name; the largest part without one was taken for them"
        case .brokenChunk: "a part of its header is broken and was passed over"
        }
    }
}

extension SampleLayout {
    var isEmpty: Bool { sampleBytes < Int64(frameBytes) }
}
