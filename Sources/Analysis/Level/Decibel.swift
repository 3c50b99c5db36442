// Decibel: levels relative to full scale.

import Foundation

/// Level in dBFS of a mean square or power (full scale is 1); `nil` where there is no signal at all.
public func decibels(power: Double) -> Double? {
    power > 0 && power.isFinite ? 10 * log10(power) : nil
}

/// Level in dBFS of an amplitude (full scale is 1); `nil` where there is no signal at all.
public func decibels(amplitude: Double) -> Double? {
    amplitude > 0 && amplitude.isFinite ? 20 * log10(amplitude) : nil
}

/// Level of a power for use inside detectors, where a number is needed even for silence.
@inline(__always)
func flooredDecibels(_ power: Float) -> Float {
    // 10 / log₂ 10; the logarithm to base 2 takes a third of the time of that to base 10.
    3.010_299_957 * log2f(max(power, silentPower))
}

/// −140 dBFS: below the last bit of 24-bit audio.
let silentPower: Float = 1e-14
