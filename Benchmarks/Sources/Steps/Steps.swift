// Steps: how long reading and analysing an hour of sound take, apart from each other.

import Analysis
import Capture

@main
enum Steps {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: Steps FILE")
            return
        }
        let path = CommandLine.arguments[1]
        let clock = ContinuousClock()
        var best = (reading: Duration.seconds(1e6), both: Duration.seconds(1e6))
        var hours = 0.0
        for _ in 0..<3 {
            best.reading = min(best.reading, try clock.measure { hours = try read(path) { _ in } })
            best.both = min(
                best.both,
                try clock.measure {
                    let file = try SoundFile(path: path)
                    var analyzer = try Analyzer(
                        sampleRate: file.format.sampleRate, channels: file.format.channels)
                    _ = try read(path) { analyzer.push($0.samples, frames: $0.frames) }
                    _ = analyzer.finish()
                })
        }
        func perHour(_ duration: Duration) -> Double {
            let (seconds, attoseconds) = duration.components
            return (Double(seconds) + Double(attoseconds) * 1e-18) / hours
        }
        print("reading             \(perHour(best.reading)) s per hour of sound")
        print("reading + analysis  \(perHour(best.both)) s per hour of sound")
        print("ratio               \(perHour(best.both) / perHour(best.reading))")
    }

    /// Reads a file to its end and returns how many hours it lasts.
    private static func read(_ path: String, _ body: (AudioBlock) -> Void) throws -> Double {
        let file = try SoundFile(path: path)
        var block = AudioBlock(capacity: 4096, channels: file.format.channels)
        var frames = 0
        while try file.read(into: &block) > 0 {
            frames += block.frames
            body(block)
        }
        return Double(frames) / Double(file.format.sampleRate) / 3600
    }
}
