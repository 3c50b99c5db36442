// Nearness: what was probably meant by a word that is not there.

enum Nearness {
    /// The name that the fewest changed letters lead to; `nil` where that takes more than a third of the word.
    static func nearest(to word: String, among names: [String]) -> String? {
        // What is longer than any name by far is no slip; comparing it would only take time.
        guard word.count <= 40 else { return nil }
        let best = names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        guard let best, best.distance <= max(1, word.count / 3) else { return nil }
        return best.name
    }

    /// Levenshtein's: letters to insert, delete or replace.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var row = Array(0...other.count)
        for i in one.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let replaced = diagonal + (one[i] == other[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
