// SpeechNet: a small trained net that says, step by step, whether somebody speaks and how many syllables that is.

import Foundation

/// A residual net of dilated depthwise convolutions (as in Bai et al., "An Empirical Evaluation of Generic Convolutional
/// and Recurrent Networks for Sequence Modeling", 2018; separable as in MobileNet), evaluated as the sound comes in:
/// each block keeps the last inputs that its taps reach. Its weights and how they were trained: `Training/`.
package struct SpeechNet {
    /// What the net says of a step.
    package struct Answer: Equatable, Sendable {
        /// Log odds that somebody speaks.
        package var logit: Float = 0
        /// Natural logarithm of the syllables that are expected in the step.
        package var logSyllables: Float = 0
    }

    /// Steps by which answers come later than features.
    package static let delay = zip(dilations, rightTaps).reduce(0) { $0 + $1.0 * $1.1 }

    static let channels = 32
    static let taps = 5
    static let dilations = [1, 2, 4, 8, 16]
    static let rightTaps = [2, 2, 1, 1, 0]

    private let weights: SpeechNetWeights
    private var blocks: [NetBlock]
    private var input = [Float](repeating: 0, count: channels)

    package init(weights: SpeechNetWeights) {
        self.weights = weights
        blocks = weights.blocks.indices.map {
            NetBlock(weights: weights.blocks[$0], dilation: Self.dilations[$0], right: Self.rightTaps[$0])
        }
    }

    /// Takes a step's features; gives the answer of the step `delay` steps ago, once there is one.
    package mutating func push(_ features: [Float]) -> Answer? {
        weights.input.apply(features, into: &input, rectified: true)
        return pass(from: 0)
    }

    /// Answers for the steps that still wait when the memo has ended.
    package mutating func finish(into answers: inout [Answer]) {
        for index in blocks.indices {
            for _ in 0..<blocks[index].delay {
                guard blocks[index].pushSilence(&input) else { continue }
                if let answer = pass(from: index + 1) { answers.append(answer) }
            }
        }
    }

    /// What is in `input` goes through the blocks from one on; `nil` when one of them waits for more.
    private mutating func pass(from first: Int) -> Answer? {
        for index in first..<blocks.count where !blocks[index].push(&input) { return nil }
        return weights.output(input)
    }
}

/// One residual block. A tap reaches `dilation` steps further than the one before it.
private struct NetBlock {
    /// Steps by which its output comes later.
    let delay: Int
    private let weights: SpeechNetWeights.Block
    private let dilation: Int
    private var history: RowRing
    private var pushed = 0
    private var scratch = [Float](repeating: 0, count: SpeechNet.channels)

    init(weights: SpeechNetWeights.Block, dilation: Int, right: Int) {
        self.weights = weights
        self.dilation = dilation
        delay = right * dilation
        history = RowRing(keeping: (SpeechNet.taps - 1) * dilation + 1, width: SpeechNet.channels)
    }

    /// Takes a step and puts the output of the step `delay` before in its place; false while there is none.
    mutating func push(_ step: inout [Float]) -> Bool {
        let newest = pushed
        copy(step, 0..<SpeechNet.channels, into: &history.values, at: history.start(of: newest))
        pushed += 1
        guard pushed > delay else { return false }
        weights.taps.apply(history, newest: newest, dilation: dilation, into: &scratch)
        weights.mix.apply(scratch, into: &step, rectified: true)
        let middle = history.start(of: newest - delay)
        add(history.values, middle..<middle + SpeechNet.channels, to: &step, at: 0)
        return true
    }

    /// The memo has ended: nothing comes any more. False where there is no step left to answer for.
    mutating func pushSilence(_ step: inout [Float]) -> Bool {
        for channel in 0..<SpeechNet.channels { step[channel] = 0 }
        return push(&step)
    }
}
