// ConnectionList: what memos have in common, as columns, CSV and JSON.

import Capture
import Library
import Pipeline

package struct ConnectionList {
    private let report: ConnectionReport
    private let safeCells: Bool

    /// - Parameter safeCells: whether names are kept from being formulas in CSV; see `CSV.foreign`.
    package init(_ report: ConnectionReport, safeCells: Bool) { (self.report, self.safeCells) = (report, safeCells) }

    package func write(_ format: TableFormat, to output: some ByteDestination) throws(CaptureError) {
        switch format {
        case .text: for connection in report.connections { try output.write(Self.plain(connection)) }
        case .json: try output.write { $0.write(report) }
        case .csv: try writeCSV(to: output)
        }
    }

    /// Tab-separated: id, importance, title, sentence, probability, names.
    private static func plain(_ connection: Connection) -> String {
        let columns = [
            connection.id, connection.importance.rawValue, connection.title, connection.detail,
            probability(connection),
        ]
        return (columns + connection.memos).map(\.printable).joined(separator: "\t") + "\n"
    }

    /// Rounded up in its last digit, as in JSON.
    private static func probability(_ connection: Connection) -> String {
        Numbers.fixed(min(1, (connection.pValue * 1e9).rounded(.up) / 1e9), 9)
    }

    /// A line for each memo of each connection; a trend, which is about all memos, has one line without a name.
    private func writeCSV(to output: some ByteDestination) throws(CaptureError) {
        try output.write("id,basis,importance,title,detail,pValue,memo\n")
        for connection in report.connections {
            let columns = [
                connection.id, connection.basis.rawValue, connection.importance.rawValue, connection.title,
                connection.detail, Self.probability(connection),
            ]
            for memo in connection.memos.isEmpty ? [""] : connection.memos {
                try output.write(CSV.line(columns + [CSV.foreign(memo, isSafe: safeCells)]))
            }
        }
    }
}
