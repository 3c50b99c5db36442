// Sonora: the command as it was built, found beside the tests.

import Foundation
import Testing

enum Sonora {
    static let repository = String(#filePath.dropLast("/Tests/sonoraTests/Support/Sonora.swift".count))
    static let samples = repository + "/samples"
    static let note = samples + "/stand-up-note.wav"
    static let memos = [
        "stand-up-note.wav", "slow-reflection.flac", "street.wav", "very-quiet.flac", "clipped.wav",
        "stereo-interview.wav", "garden-no-speech.flac", "lecture.flac", "clicks.flac", "hum.wav",
    ].map { "\(samples)/\($0)" }

    /// The built command: where the tests themselves were built.
    static let path: String = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = [tests, CommandLine.arguments.first].compactMap { $0 }
            .map { ($0 as NSString).deletingLastPathComponent + "/sonora" }
        return (beside + [repository + "/.build/release/sonora"])
            .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "sonora was not built"
    }()

    /// Runs the command to its end.
    static func run(
        _ arguments: [String], input: Int32? = nil, output: Int32? = nil, environment: [String: String] = [:],
        folder: String? = nil
    ) throws -> Outcome {
        try Child(path, arguments, input: input, output: output, environment: environment, folder: folder).end()
    }

    static func run(_ arguments: String..., in folder: String? = nil) throws -> Outcome {
        try run(arguments, folder: folder)
    }

    /// Runs the command with a file as its standard input, through a true pipe.
    static func run(_ arguments: [String], piping file: String) throws -> Outcome {
        try shell("cat \"$1\" | \"$0\" \(arguments.joined(separator: " "))", [file])
    }

    /// Runs a line of bash, in which `$0` is the command and `$1`… are the arguments.
    static func shell(_ line: String, _ arguments: [String] = [], folder: String? = nil) throws -> Outcome {
        try Child("/bin/bash", ["-o", "pipefail", "-c", line, path] + arguments, folder: folder).end()
    }

    /// Whether there is a program that gives the command a terminal.
    static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// Runs the command at a terminal without colours: the lines on it.
    static func atTerminal(_ line: String, columns: Int? = nil) throws -> [Substring] {
        let size = columns.map { "stty cols \($0); " } ?? ""
        return try terminal("\(size)NO_COLOR=1 '\(path)' \(line)").text.replacingOccurrences(of: "\r\n", with: "\n")
            .split(separator: "\n")
    }

    /// Runs a line of the shell at a terminal.
    static func terminal(_ command: String) throws -> Outcome {
        try Child("/usr/bin/script", ["-qec", command, "/dev/null"], environment: ["TERM": "xterm-256color"]).end()
    }
}

/// A folder that goes away with its test. While it writes a file no process starts, which might inherit it open.
final class Scratch {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/sonora-command-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @discardableResult
    func file(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
        let path = "\(folder)/\(name)"
        let data = Data(bytes)
        try Pipes.spawning.withLock { _ in try data.write(to: URL(fileURLWithPath: path)) }
        return path
    }

    @discardableResult
    func copy(_ memo: String, as name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Pipes.spawning.withLock { _ in try FileManager.default.copyItem(atPath: memo, toPath: path) }
        return path
    }

    /// Copies to a name that may be no text, which Foundation cannot.
    func copy(_ memo: String, asBytes name: [UInt8]) throws {
        let outcome = try Sonora.shell("cp \"$1\" \(Bash.word("./".utf8 + name))", [memo], folder: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// The names in one of its folders, as bytes.
    func rawNames(in name: [UInt8]) throws -> [[UInt8]] {
        let word = Bash.word("./".utf8 + name)
        let outcome = try Sonora.shell("find \(word) -mindepth 1 -printf '%P\\0'", folder: folder)
        return outcome.output.split(separator: 0).map(Array.init)
    }

    /// Everything in it, with hidden files.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] }
}

enum Bash {
    /// Bytes as one word of a command line.
    static func word(_ bytes: some Sequence<UInt8>) -> String {
        "$'\(bytes.map { "\\x\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined())'"
    }
}

/// A file's bytes.
func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

/// JSON as dictionaries and arrays.
func json(_ bytes: [UInt8]) throws -> Any { try JSONSerialization.jsonObject(with: Data(bytes)) }

func jsonObject(_ bytes: [UInt8]) throws -> [String: Any] { try #require(try json(bytes) as? [String: Any]) }

extension Outcome {
    func object() throws -> [String: Any] { try jsonObject(output) }
    /// One object per line.
    func events() throws -> [[String: Any]] { try lines.map { try jsonObject(Array($0.utf8)) } }
    func has(escape: Void = ()) -> Bool { output.contains(0x1B) || errors.utf8.contains(0x1B) }
}

/// A number or an array found by its keys.
func dig(_ value: Any?, _ keys: String...) -> Any? {
    keys.reduce(value) { ($0 as? [String: Any])?[$1] }
}

/// What the library says, as text: for comparing what has no type.
func canonical(_ value: Any?) throws -> String {
    guard let value else { return "missing" }
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
}
