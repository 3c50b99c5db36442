// Connection: one card about what several memos have in common, with the figures that say so.

import Pipeline

/// A card, as insights are, but about memos together. Made of measurements only: no feelings are guessed.
public struct Connection: Sendable, Equatable {
    /// What a connection was found by.
    public enum Basis: String, Sendable, CaseIterable {
        /// Memos that agree in one feature.
        case group
        /// Two memos that are each other's nearest.
        case pair
        /// Two features of which one rises or falls with the other.
        case trend
    }

    /// The same for the same library: the feature, and which of its connections (`connection-pace-1`).
    public var id: String
    public var basis: Basis
    public var importance: Insight.Importance
    /// A few words.
    public var title: String
    /// One sentence.
    public var detail: String
    /// How likely chance alone would make something so striking anywhere in the library, at most.
    public var pValue: Double
    /// The names of the memos; none for a trend, which is about all of them.
    public var memos: [String]
    public var evidence: [Figure]

    public static let kind = "connection"
    /// "Pattern Connection": two light impacts with 100 ms between them, and a two-note harmony.
    public static let cue = (haptic: "connectionFound", sound: "connection_tone")

    /// One number or word behind a connection, with its unit in its name.
    public struct Figure: Sendable, Equatable {
        public enum Value: Sendable, Equatable {
            case count(Int)
            case number(Double, decimals: Int)
            case word(String)
        }

        public var name: String
        public var value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

/// What was found in a library.
public struct ConnectionReport: Sendable, Equatable {
    /// How many different recordings were compared.
    public var memos: Int
    /// The most important first.
    public var connections: [Connection]
}

extension Connection {
    /// Only what chance makes in fewer than one of a hundred libraries is a connection at all. Each basis is corrected for
    /// all its own questions, so a library without any connection shows one in at most three of a hundred cases.
    static let likeliest = 0.01
    private static let significant = 0.001
    private static let breakthrough = 1e-6
    private static let breakthroughMemos = 20

    /// - Parameter isStrong: whether the effect is large, besides being no accident.
    static func importance(pValue: Double, memos: Int, isStrong: Bool) -> Insight.Importance {
        if pValue < breakthrough && memos >= breakthroughMemos && isStrong { return .breakthrough }
        return pValue < significant ? .significant : .minor
    }
}

extension Connection.Figure {
    /// A probability, rounded up: what is written is never less than what was found.
    static func pValue(_ value: Double) -> Connection.Figure {
        Connection.Figure("pValue", .number(min(1, (value * 1e9).rounded(.up) / 1e9), decimals: 9))
    }
}

extension JSONWriter {
    /// The figures as one object.
    public mutating func write(_ figures: [Connection.Figure]) {
        object { json in
            for figure in figures {
                switch figure.value {
                case .count(let count): json.field(figure.name, count)
                case .number(let number, let decimals): json.field(figure.name, number, decimals: decimals)
                case .word(let word): json.field(figure.name, word)
                }
            }
        }
    }

    /// A report as one object.
    public mutating func write(_ report: ConnectionReport) {
        object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memos", report.memos)
            json.array("connections", report.connections) { $0.write($1) }
        }
    }

    private mutating func write(_ connection: Connection) {
        object { json in
            json.field("id", connection.id)
            json.field("kind", Connection.kind)
            json.field("basis", connection.basis.rawValue)
            json.field("importance", connection.importance.rawValue)
            json.field("title", connection.title)
            json.field("detail", connection.detail)
            json.array("memos", connection.memos) { $0.value($1) }
            json.key("evidence")
            json.write(connection.evidence)
            json.object("cue") { json in
                json.field("haptic", Connection.cue.haptic)
                json.field("sound", Connection.cue.sound)
            }
        }
    }
}
