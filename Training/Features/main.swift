// training-features: the features of many equally long clips, as the product computes them, for Training/train.py.
//
//     training-features SAMPLES_PER_CLIP < clips.s16 > features.f32
//
// Clips are 16 kHz, mono, 16-bit, one after the other; what comes out are float32 values, `SpeechFeature.count` per step of 20 ms.

import Analysis
import Foundation

guard CommandLine.arguments.count == 2, let clip = Int(CommandLine.arguments[1]), clip > 0 else {
    FileHandle.standardError.write(Data("usage: training-features SAMPLES_PER_CLIP < clips.s16 > features.f32\n".utf8))
    exit(64)
}

while let bytes = try FileHandle.standardInput.read(upToCount: 2 * clip), bytes.count == 2 * clip {
    let samples = stride(from: 0, to: bytes.count, by: 2).map { index in
        Float(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
    }
    let features = SpeechFeatures.ofWholeMemo(samples, sampleRate: 16_000)
    try FileHandle.standardOutput.write(contentsOf: features.withUnsafeBytes { Data($0) })
}
