// ResultInputs: all that decides what a result says besides the bytes of its memo, as one value.

import Analysis
import Capture
import Foundation
import Pipeline
import Transcription

/// What a result depends on. It holds settings whole, so a setting that is added belongs to it at once; what changes no
/// result is put back to its usual value by name, in `AnalysisParameters.heard`.
package struct ResultInputs: Codable, Sendable, Equatable {
    package var schemaVersion = MemoResult.schemaVersion
    package var toolVersion = SonoraVersion.current
    /// The numbers that were trained: other ones hear something else.
    package var weights = Self.shippedWeights
    package var analysis: AnalysisParameters
    package var maximumSamples: Int64
    /// Who writes the words, and what it was told about them; `nil` where nobody does.
    package var words: Words?

    package struct Words: Codable, Sendable, Equatable {
        package var engine: EngineIdentity
        package var hints: TranscriptionHints
    }

    /// Read once, as they are built in.
    package static let shippedWeights = ContentHash.text(SpeechNetWeights.shippedBytes)

    package init(_ settings: BatchSettings) {
        analysis = settings.process.analysis.heard
        maximumSamples = settings.maximumSamples
        words = settings.process.transcriber.map { Words(engine: $0.identity, hints: settings.process.hints) }
    }

    /// The hash of all of it. Names are sorted, so that the order of declarations does not matter.
    package var hash: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // A number that is none may be set before the settings are refused; it is still told from others.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Nothing else in it can fail to be encoded.
        return ContentHash.text(Array((try? encoder.encode(self)) ?? Data()))
    }
}

extension AnalysisParameters {
    /// Without what only adds to the answers, or says which of them are kept.
    fileprivate var heard: AnalysisParameters {
        var heard = self
        let usual = AnalysisParameters()
        heard.keepsBloom = usual.keepsBloom
        heard.samplesPerPixel = usual.samplesPerPixel
        heard.keepsEvidence = usual.keepsEvidence
        heard.keepsSpectrogram = usual.keepsSpectrogram
        heard.keepsMix = usual.keepsMix
        return heard
    }
}
