// NeighbourTree: the nearest points of each point, without comparing each with each: a k-d tree (Bentley, CACM 18, 1975).

package struct NeighbourTree {
    package struct Neighbour: Equatable {
        package var index: Int
        package var distance: Double
    }

    private static let leaf = 8

    private let points: [[Double]]
    private let dimensions: Int
    /// Positions of points; each half of a range lies on its side of the middle one, in the dimension of its depth.
    private var order: [Int]

    /// - Parameter points: all of the same dimension.
    package init(_ points: [[Double]]) {
        self.points = points
        dimensions = points.first?.count ?? 0
        order = Array(points.indices)
        arrange(0..<order.count, depth: 0)
    }

    private mutating func arrange(_ range: Range<Int>, depth: Int) {
        guard range.count > Self.leaf, dimensions > 0 else { return }
        let axis = depth % dimensions
        let points = points
        // Equal values are ordered by position, so that the tree is the same every time.
        order[range].sort { (points[$0][axis], $0) < (points[$1][axis], $1) }
        let middle = range.lowerBound + range.count / 2
        arrange(range.lowerBound..<middle, depth: depth + 1)
        arrange(middle + 1..<range.upperBound, depth: depth + 1)
    }

    /// The nearest others, the nearest first; of equally near ones the earlier, unless enough lie in the very same place.
    package func nearest(_ count: Int, to index: Int) -> [Neighbour] {
        var found: [Neighbour] = []
        found.reserveCapacity(count + 1)
        search(0..<order.count, depth: 0, from: index, count, &found)
        return found.map { Neighbour(index: $0.index, distance: $0.distance.squareRoot()) }
    }

    /// Distances are squared in here.
    private func search(
        _ range: Range<Int>, depth: Int, from index: Int, _ count: Int, _ found: inout [Neighbour]
    ) {
        guard range.count > Self.leaf else {
            for position in range { consider(order[position], from: index, count, &found) }
            return
        }
        let middle = range.lowerBound + range.count / 2
        let axis = depth % dimensions
        let offset = points[index][axis] - points[order[middle]][axis]
        let (below, above) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
        search(offset < 0 ? below : above, depth: depth + 1, from: index, count, &found)
        consider(order[middle], from: index, count, &found)
        if found.count == count, let last = found.last, offset * offset > last.distance { return }
        // Where all lie at no distance at all, nothing nearer is to be found.
        if found.count == count, found.last?.distance == 0 { return }
        search(offset < 0 ? above : below, depth: depth + 1, from: index, count, &found)
    }

    private func consider(_ other: Int, from index: Int, _ count: Int, _ found: inout [Neighbour]) {
        guard other != index else { return }
        var distance = 0.0
        for axis in 0..<dimensions {
            let step = points[index][axis] - points[other][axis]
            distance += step * step
        }
        let entry = Neighbour(index: other, distance: distance)
        if found.count == count, let last = found.last, !Self.isNearer(entry, last) { return }
        let place = found.firstIndex { Self.isNearer(entry, $0) } ?? found.count
        found.insert(entry, at: place)
        if found.count > count { found.removeLast() }
    }

    private static func isNearer(_ one: Neighbour, _ other: Neighbour) -> Bool {
        (one.distance, one.index) < (other.distance, other.index)
    }
}
