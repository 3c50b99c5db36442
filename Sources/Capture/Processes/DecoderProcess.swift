// DecoderProcess: a memo that a helper process decodes, so that nothing it holds can do harm here.
//
// libsndfile and the codecs behind it parse what they are given, and some bytes keep them busy for ever (libsndfile#1118)
// or break their memory. A process can be killed; a thread cannot.

import Files

/// The program that decodes apart: this one, called by the word of `DecoderService`.
public struct DecoderHost: Sendable {
    public var program: String
    package var patience = Patience()
    /// Helpers that wait for their memo; `nil` starts each when it is needed.
    package var spares: DecoderSpares?

    public init(program: String) { self.program = program }

    /// The program that is running.
    public static let thisProgram = DecoderHost(program: ChildProcess.thisProgram)

    /// The same for one memo after the other: a helper for the next is started while this one is decoded.
    public var forMany: DecoderHost {
        var host = self
        host.spares = DecoderSpares()
        return host
    }
}

extension DecoderHost {
    private static let signName = "SONORA_DECODER"

    /// What a program finds in its environment that was started to decode.
    static let sign = "\(signName)=1"

    /// Whether this program was started to decode. One that names itself as its decoder and does not act as one would start
    /// itself again, and that one itself, without end.
    static var isDecoder: Bool { FileName.environment(signName) != nil }

    /// Tells whoever started this program why it does not decode.
    static func refuseToStartAnother(for path: String) -> CaptureError {
        // No code that lets others try: every memo would be decoded some other way, and nobody would know.
        let error = CaptureError(
            .readFailed, path: path,
            problem: "the program that was started to decode it does not act as a decoder",
            advice: "call DecoderService.run where the first argument is DecoderService.command, or name another "
                + "program")
        let greeting = DecoderGreeting.refused(code: error.code, problem: error.problem, advice: error.advice)
        try? Descriptor.standardOutput().write(greeting.words.bytes, path: "-")
        return error
    }
}

/// A memo that comes out of a helper, block by block.
final class DecoderProcess: BlockSource {
    let path: String
    let format: AudioFormat
    let tags: SourceTags
    let canLookAround: Bool
    private let host: DecoderHost
    /// The file under whatever name it has by now.
    private let input: Descriptor
    private let child: ChildProcess
    /// Frames of the current piece that have not been handed on.
    private var left = 0
    private var framesRead: Int64 = 0
    private var hasEnded = false
    private(set) var salvage: Salvage?

    var isLive: Bool { false }

    /// Starts the helper and waits until it has opened the memo.
    /// - Throws: what opening throws; `readFailed` when the decoder crashed or got stuck.
    init(path: String, host: DecoderHost) throws(CaptureError) {
        self.path = path
        self.host = host
        // Opened here in any case: what is wrong with a name is told before a helper has to do with it.
        input = try telling(Descriptor.reading(path))
        (child, format, tags, canLookAround) = try Self.start(host, [], input: input, path: path)
    }

    fileprivate static func start(
        _ host: DecoderHost, _ arguments: [String], input: Descriptor, path: String
    ) throws(CaptureError) -> (ChildProcess, AudioFormat, SourceTags, Bool) {
        if DecoderHost.isDecoder { throw DecoderHost.refuseToStartAnother(for: path) }
        defer { host.spares?.prepare(host.program) }
        if arguments.isEmpty, let waiting = host.spares?.take(for: path) {
            let child = ChildProcess(waiting, patience: host.patience, path: path)
            let words = try telling(DecoderWords(from: child))
            if let greeting = words.flatMap(DecoderGreeting.init) { return try settle(greeting, child, path: path) }
            // It may have died while it waited; a fresh one tells whether it is the memo.
        }
        let child = try telling(
            ChildProcess(
                host.program, ["sonora", DecoderService.command] + arguments, settings: [DecoderHost.sign],
                input: input, keepsErrors: false, patience: host.patience, path: path))
        let words = try telling(DecoderWords(from: child))
        guard let greeting = words.flatMap(DecoderGreeting.init) else { throw refusal(child.end(), path: path) }
        return try settle(greeting, child, path: path)
    }

    private static func settle(
        _ greeting: DecoderGreeting, _ child: ChildProcess, path: String
    ) throws(CaptureError) -> (ChildProcess, AudioFormat, SourceTags, Bool) {
        switch greeting {
        case .ready(let format, let tags, let canLookAround): return (child, format, tags, canLookAround)
        case .refused(let code, let problem, let advice):
            throw CaptureError(code, path: path, problem: problem, advice: advice)
        }
    }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        precondition(block.channels == format.channels, "the block has another channel count than the memo")
        block.frames = 0
        while left == 0 && !hasEnded { try takePiece() }
        guard !hasEnded else { return 0 }
        let wanted = min(left, block.capacity)
        let samples = try telling(child.numbers(wanted * format.channels, into: &block.samples))
        block.frames = samples / format.channels
        left -= block.frames
        framesRead += Int64(block.frames)
        if block.frames < wanted {
            try endEarly()
            if block.frames == 0 { return 0 }
        }
        return block.frames
    }

    private func takePiece() throws(CaptureError) {
        let head = try telling(child.bytes(4))
        guard head.count == 4 else { return try endEarly() }
        let count = head.uint32(at: 0)
        if count != DecoderFarewell.count {
            left = Int(min(count, 1 << 24))
            return
        }
        let words = try telling(DecoderWords(from: child))
        guard let words else { return try endEarly() }
        hasEnded = true
        _ = child.end()
        if let failure = DecoderFarewell.failure(words, path: path) { throw failure }
        salvage = DecoderFarewell.salvage(words)
        if salvage == nil { salvage = try telling(missing()) }
        if framesRead == 0, let salvage, salvage.kind == "damaged" {
            throw CaptureError(
                .readFailed, path: path, problem: salvage.detail,
                advice: "the file is damaged; copy it again from its source")
        }
    }

    /// What the library does not tell: of an MP3 or an Ogg it passes over what is broken or missing.
    private func missing() throws(FileError) -> Salvage? {
        let declared: Double?
        switch format.container {
        case "ogg":
            let isWhole = try OggStart.isAtZero(FileBytes(input), sampleRate: format.sampleRate)
            declared = isWhole ? format.declaredDuration : nil
        case "mpeg": declared = try MPEGLength.seconds(FileBytes(input))
        default: return nil
        }
        return Salvage.ofLength(framesRead, declared: declared, sampleRate: format.sampleRate)
    }

    /// The helper has gone without a farewell. What it gave is kept.
    private func endEarly() throws(CaptureError) {
        hasEnded = true
        left = 0
        let ending = child.end()
        if ending == .killedFromOutside { throw .helperLost(path) }
        guard framesRead > 0 else { throw Self.refusal(ending, path: path) }
        salvage = Salvage(
            kind: "damaged",
            detail: "\(Self.words(ending)) after \(Salvage.seconds(framesRead, sampleRate: format.sampleRate)); "
                + "what was decoded is kept",
            secondsRecovered: Double(framesRead) / Double(format.sampleRate))
    }

    private static func refusal(_ ending: ChildProcess.Ending, path: String) -> CaptureError {
        if ending == .killedFromOutside { return .helperLost(path) }
        return CaptureError(
            .readFailed, path: path, problem: words(ending),
            advice: "the file is damaged or made to do harm; copy it again from its source")
    }

    private static func words(_ ending: ChildProcess.Ending) -> String {
        switch ending {
        case .stuck: "its decoder got stuck and was stopped"
        case .killed, .exited, .unknown: "its decoder crashed"
        }
    }

    func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)? {
        guard canLookAround else { return nil }
        return try DecoderStretches(host, path: path, starts: starts, frames: frames)
    }
}

/// A helper of its own that gives stretches of a memo in the order that was asked for.
private final class DecoderStretches: StretchSource {
    private let child: ChildProcess
    private let format: AudioFormat

    init(_ host: DecoderHost, path: String, starts: [Int64], frames: Int) throws(CaptureError) {
        (child, format, _, _) = try DecoderProcess.start(
            host, ["\(frames)"] + starts.map { "\($0)" }, input: telling(Descriptor.reading(path)), path: path)
    }

    func decodeNext(into block: inout AudioBlock) throws(CaptureError) -> Bool {
        block.frames = 0
        let head = try telling(child.bytes(4))
        guard head.count == 4, head.uint32(at: 0) <= UInt32(block.capacity) else { return false }
        let samples = try telling(child.numbers(Int(head.uint32(at: 0)) * format.channels, into: &block.samples))
        block.frames = samples / format.channels
        return true
    }
}
