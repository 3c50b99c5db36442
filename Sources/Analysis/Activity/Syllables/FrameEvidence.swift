// FrameEvidence: what a frame says for or against somebody sounding there.

/// What syllables are counted from, and what the rules decide by.
struct FrameEvidence: Equatable {
    /// How far the sound is above the noise floor, in dB.
    var snr: Float = 0
    /// 0…1.
    var harmonicity: Float = 0
    /// Intensity of the bands that carry vowels, in dB.
    var level: Float = -140
    /// Whether there was anything but zeros.
    var hasSound = false
}
