// SpeechFeature: the numbers that the trained net is told about a step, by name.

/// Where each number of a step lies, in the order that the net was trained with. Whoever makes them, reads them or trains with
/// them goes by these names. None depends on the memo's gain; levels are in units of 10 dB.
package enum SpeechFeature {
    /// SNR of each band. Training tilts these as a microphone would, and knows them as the first 24.
    package static let bandSNR = 0..<24
    /// Level below the loudest of the last seconds.
    package static let levelBelowRecentPeak = 24
    /// Level below the loudest of the memo.
    package static let levelBelowLongPeak = 25
    /// The loudest of the memo above the noise floor.
    package static let peakSNR = 26
    /// Level above the noise floor.
    package static let snr = 27
    /// 0…1, of all that sounds.
    package static let periodicity = 28
    /// 0…1, of what is above the noise floor.
    package static let periodicityAboveNoise = 29
    /// Octaves of its lag from 6 ms.
    package static let lagOctaves = 30
    /// Mean rise of the bands since the step before.
    package static let bandRise = 31

    package static let count = 32
}
