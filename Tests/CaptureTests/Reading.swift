// Reading: how these tests read a source to its end.

import Capture
import Foundation
import TestSignals
import Testing

/// Everything a source has to say.
struct Reading {
    var samples: [Float] = []
    var frames = 0
    var nonFiniteSamples = 0
    var salvage: Salvage?
}

func readAll(_ source: any BlockSource, blockFrames: Int = 1000) throws -> Reading {
    var block = AudioBlock(capacity: blockFrames, channels: source.format.channels)
    var result = Reading()
    while try source.read(into: &block) > 0 {
        result.samples += block.samples[..<(block.frames * block.channels)]
        result.frames += block.frames
        result.nonFiniteSamples += block.nonFiniteSamples
    }
    result.salvage = source.salvage
    return result
}

/// The failure of something that must fail.
func failure(_ body: () throws -> Void) -> CaptureError? {
    #expect(throws: CaptureError.self) { try body() }
}

/// A sine between two noises, rounded to what the encoding holds, as its bytes.
func sampleBytes(_ encoding: PCMEncoding, frames: Int, channels: Int, seed: UInt64 = 1) -> [UInt8] {
    encoding.encode(
        Signal.whiteNoise(level: -12, seconds: Double(frames * channels) / 1000, sampleRate: 1000, seed: seed).samples)
}
