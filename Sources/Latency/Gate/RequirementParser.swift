// RequirementParser: the text of a requirement, taken apart; what cannot be understood is answered by what there is.

import Pipeline

extension Requirement {
    private static let operatorCharacters: Set<Character> = ["<", ">", "=", "!", "≤", "≥", "~"]

    public init(parsing text: String) throws(RequirementError) {
        func failure(_ rest: Substring, _ problem: String) -> RequirementError {
            RequirementError(
                text: text, place: text.distance(from: text.startIndex, to: rest.startIndex) + 1, problem: problem)
        }
        let subjectText = text.prefix { !Self.operatorCharacters.contains($0) }
        let behind = text[subjectText.endIndex...]
        let operatorText = behind.prefix { Self.operatorCharacters.contains($0) }
        let valueText = behind[operatorText.endIndex...].trimmed
        let left = subjectText.trimmed

        let (subject, rest) = try Self.subject(left, failure)
        let statistic = try Self.statistic(rest, of: subject, left, failure)
        let operators = Comparison.allCases.map(\.rawValue).joined(separator: ", ")
        guard !operatorText.isEmpty else {
            throw failure(behind, "there is no comparison; write one of \(operators) and a value")
        }
        guard let comparison = Comparison(rawValue: String(operatorText)) else {
            let advice = ["=": "==", "≤": "<=", "≥": ">=", "=<": "<=", "=>": ">="][String(operatorText)]
            throw failure(
                operatorText,
                "there is no comparison “\(operatorText)”; "
                    + (advice.map { "did you mean \($0)?" } ?? "there are \(operators)"))
        }
        let unit = Self.unit(subject, statistic)
        self.init(
            text: text, subject: subject, statistic: statistic, comparison: comparison,
            limit: try Self.value(valueText, unit, of: left, isCount: statistic == .count, failure))
    }

    private typealias Failure = (Substring, String) -> RequirementError

    /// The metric that a text begins with, and what stands behind its point.
    private static func subject(_ text: Substring, _ failure: Failure) throws(RequirementError) -> (Subject, Substring)
    {
        guard !text.isEmpty else {
            throw failure(text, "there is no metric; write METRIC.STATISTIC OPERATOR VALUE, as immediate.p99 < 100ms")
        }
        if let rest = text.behind(name: "failed") { return (.failed, rest) }
        if let rest = text.behind(name: "total.rtf") { return (.realtimeFactor, rest) }
        for metric in Metric.all {
            guard let rest = text.behind(name: metric.name) else { continue }
            if rest.behind(name: "rtf") != nil {
                throw failure(rest, "rtf, the time for each second of sound, is there for total alone: total.rtf.p50")
            }
            return (.metric(metric), rest)
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isStep = parts[0] == "step" && parts.count > 1
        let word = isStep ? parts[1] : parts[0]
        let names = isStep ? Step.allCases.map(\.rawValue) : Metric.all.map(\.name) + ["failed"]
        let (kind, many) = isStep ? ("step", "steps") : ("metric", "metrics")
        throw failure(word, absence(of: String(word), kind, among: names, many))
    }

    private static func statistic(
        _ text: Substring, of subject: Subject, _ left: Substring, _ failure: Failure
    ) throws(RequirementError) -> Statistic {
        let names = ["p0 … p100 (such as p99.9)", "min", "max", "mean", "count", "inside"]
        let known: [Substring: Statistic] = [
            "min": .min, "max": .max, "mean": .mean, "count": .count, "inside": .inside,
        ]
        guard !text.isEmpty else {
            throw failure(
                text, "which figure of “\(left)”? Write a point and one of \(names.joined(separator: ", "))")
        }
        var statistic = known[text]
        if text.first == "p", let percent = number(text.dropFirst()) {
            guard percent <= 100 else { throw failure(text, "there is no percentile “\(text)”; they end at p100") }
            statistic = .percentile(percent)
        }
        guard let statistic else {
            let problem = absence(of: String(text), "statistic", among: Array(known.keys.map(String.init)).sorted(), "")
            throw failure(text, "\(problem)statistics: \(names.joined(separator: ", "))")
        }
        switch (subject, statistic) {
        case (.failed, .count): break
        case (.failed, _): throw failure(text, "failed memos are only counted; write failed.count == 0")
        case (.metric(.stage), .inside): break
        case (_, .inside): throw failure(text, "only stages have a budget that one can be inside of")
        default: break
        }
        return statistic
    }

    private static func value(
        _ text: Substring, _ unit: Unit, of left: Substring, isCount: Bool, _ failure: Failure
    ) throws(RequirementError) -> Double {
        guard !text.isEmpty else { throw failure(text, "there is no value") }
        let compact = String(text.filter { !$0.isWhitespace })
        let isPercent = compact.hasSuffix("%")
        // A Double may also be written in hexadecimal, or with a sign.
        let isDecimal = number(compact.prefix { !$0.isLetter && $0 != "%" }) != nil
        let duration = isDecimal && !compact.contains("x") ? Duration(parsing: compact, allowsZero: true) : nil
        let plain = number(compact[...])
        let kind = isPercent ? "percent" : duration != nil ? "a duration" : plain != nil ? "a plain number" : nil
        guard let kind else {
            throw failure(text, "“\(text)” is no value; write 80ms, 2.5s, 500us or 1min, a plain number, or 99%")
        }
        switch unit {
        case .seconds:
            guard let duration else {
                throw failure(text, "\(left) is a time, and “\(text)” is \(kind); write it as 80ms, 2.5s or 500us")
            }
            return duration.seconds
        case .number:
            guard let plain else { throw failure(text, "\(left) is a plain number, and “\(text)” is \(kind)") }
            if isCount && plain != plain.rounded() {
                throw failure(text, "\(left) counts whole memos, and “\(text)” is not whole")
            }
            return plain
        case .share, .change:
            guard isPercent else { throw failure(text, "\(left) is a share, and “\(text)” is \(kind); write 99%") }
            guard let share = Percent.share(compact.dropLast()), share <= 1 else {
                throw failure(text, "“\(text)” is no share; it lies between 0% and 100%")
            }
            return share
        }
    }

    /// Digits with at most one point and perhaps an exponent; no signs, no hexadecimal, no infinity.
    private static func number(_ text: Substring) -> Double? {
        guard text.first?.isNumber == true, text.allSatisfy({ "0123456789.eE-".contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func absence(of word: String, _ kind: String, among names: [String], _ many: String) -> String {
        let nearest = Nearness.nearest(to: word, among: names)
        let start = "there is no \(kind) “\(word)”; " + (nearest.map { "did you mean \($0)? " } ?? "")
        return many.isEmpty ? start : "\(start)\(many): \(names.joined(separator: ", "))"
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...last]
    }

    /// What stands behind a name and its point; empty where nothing does, `nil` where the text begins otherwise.
    fileprivate func behind(name: String) -> Substring? {
        if self == name { return self[endIndex...] }
        return hasPrefix(name + ".") ? dropFirst(name.count + 1) : nil
    }
}
