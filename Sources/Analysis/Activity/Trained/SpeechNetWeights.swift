// SpeechNetWeights: the trained numbers, read from the resource that Training/ writes.

import Foundation

/// A line of JSON that says what follows, then little-endian 32-bit floats, row by row: the input layer, the blocks, the
/// output; of each its weights, an output after the other, then its biases.
package struct SpeechNetWeights: Sendable {
    struct Block: Sendable {
        let taps: TapLayer
        let mix: DenseLayer
    }

    package enum Failure: Error, Equatable {
        /// There is no header, or it is none.
        case noHeader
        /// The header describes another net than this one.
        case otherShape
        /// As many numbers as the header promises are not there.
        case numbers(wanted: Int, found: Int)
    }

    private struct Header: Decodable {
        var features: Int
        var channels: Int
        var taps: Int
        var dilations: [Int]
        var right: [Int]
    }

    let input: DenseLayer
    let blocks: [Block]
    private let outputWeights: [Float]
    private let outputBias: [Float]

    /// - Parameter bytes: the resource.
    package init(bytes: [UInt8]) throws(Failure) {
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<newline]))
        else { throw .noHeader }
        guard header.features == SpeechFeature.count, header.channels == SpeechNet.channels,
            header.taps == SpeechNet.taps, header.dilations == SpeechNet.dilations, header.right == SpeechNet.rightTaps
        else { throw .otherShape }
        let channels = header.channels
        let perBlock = (header.taps + 1) * channels + (channels + 1) * channels
        let wanted = (header.features + 1) * channels + header.dilations.count * perBlock + 2 * channels + 2
        let body = bytes[(newline + 1)...]
        guard body.count == 4 * wanted else { throw .numbers(wanted: wanted, found: body.count / 4) }
        var numbers = NumberReader(bytes: body)
        input = DenseLayer(
            weights: numbers.takeTransposed(rows: channels, columns: header.features), bias: numbers.take(channels))
        blocks = header.dilations.map { _ in
            Block(
                taps: TapLayer(
                    weights: numbers.takeTransposed(rows: channels, columns: header.taps), bias: numbers.take(channels)),
                mix: DenseLayer(
                    weights: numbers.takeTransposed(rows: channels, columns: channels), bias: numbers.take(channels)))
        }
        outputWeights = Array(numbers.take(2 * channels))
        outputBias = Array(numbers.take(2))
    }

    @inline(__always)
    func output(_ values: [Float]) -> SpeechNet.Answer {
        var answer = SpeechNet.Answer(logit: outputBias[0], logSyllables: outputBias[1])
        for channel in 0..<SpeechNet.channels {
            answer.logit += values[channel] * outputWeights[channel]
            answer.logSyllables += values[channel] * outputWeights[SpeechNet.channels + channel]
        }
        return answer
    }

    /// The resource that ships with Sonora, as it was built in.
    package static var shippedBytes: [UInt8] { PackageResources.speech_weights }

    /// What ships with Sonora.
    package static let shipped: SpeechNetWeights = {
        do {
            return try SpeechNetWeights(bytes: shippedBytes)
        } catch {
            fatalError("the weights in this build are damaged: \(error)")  // built in, not read; a test sees them
        }
    }()
}

/// Little-endian floats, one after the other.
private struct NumberReader {
    private let values: [Float]
    private var next = 0

    init(bytes: ArraySlice<UInt8>) {
        values = stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { start in
            var pattern: UInt32 = 0
            for byte in 0..<4 { pattern |= UInt32(bytes[start + byte]) << (8 * UInt32(byte)) }
            return Float(bitPattern: pattern)
        }
    }

    mutating func take(_ count: Int) -> ArraySlice<Float> {
        defer { next += count }
        return values[next..<next + count]
    }

    /// A matrix that is stored row by row, column by column.
    mutating func takeTransposed(rows: Int, columns: Int) -> ArraySlice<Float> {
        let matrix = Array(take(rows * columns))
        return (0..<rows * columns).map { matrix[$0 % rows * columns + $0 / rows] }[...]
    }
}
