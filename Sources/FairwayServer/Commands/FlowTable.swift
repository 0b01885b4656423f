import Fairway
import Foundation

/// A table of flows that fits the width of a terminal.
struct FlowTable {
    private let columns: [Column]
    private let now: Date

    /// A column. `least` is the width to which it may shrink; nil if it keeps its width.
    private struct Column {
        var title: String
        var least: Int?
        var width: Int
        var text: @Sendable (AdminDocuments.Flow, Date) -> String
    }

    private static let gap = 2

    /// Chooses the widths of the columns. A line has at most `width` characters; nil for no limit.
    init(fitting flows: [AdminDocuments.Flow], within width: Int?, now: Date = SystemClock().now) {
        var columns = Self.all
        for index in columns.indices {
            let longest = flows.map { columns[index].text($0, now).count }.max() ?? 0
            columns[index].width = max(columns[index].title.count, longest)
        }
        if let width { Self.fit(&columns, width) }
        self.columns = columns
        self.now = now
    }

    var heading: String { line { $0.title } }

    func line(_ flow: AdminDocuments.Flow) -> String { line { $0.text(flow, now) } }

    private static let all = [
        Column(title: "SESSION", least: nil, width: 0) { flow, _ in flow.session },
        Column(title: "PATH", least: 12, width: 0) { flow, _ in flow.path },
        Column(title: "SCREEN", least: 12, width: 0) { flow, _ in flow.screen ?? "-" },
        Column(title: "FRONT", least: nil, width: 0) { flow, _ in flow.front ? "yes" : "" },
        Column(title: "IDLE", least: nil, width: 0) { flow, now in age(of: flow.touchedAt, now) },
        Column(title: "STARTED", least: nil, width: 0) { flow, now in age(of: flow.startedAt, now) },
        Column(title: "DEVICE", least: nil, width: 0) { flow, _ in flow.device.idiom?.rawValue ?? "-" },
    ]

    /// Makes the table fit: shrinks the widest column that can shrink, or drops the last column if none can. The first
    /// column is never dropped, but its text may be truncated.
    private static func fit(_ columns: inout [Column], _ width: Int) {
        while columns.count > 1, columns.reduce(-gap, { $0 + $1.width + gap }) > width {
            let shrinkable = columns.indices.filter { columns[$0].width > columns[$0].least ?? .max }
            guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width }) else {
                columns.removeLast()
                continue
            }
            columns[widest].width -= 1
        }
        columns[0].width = min(columns[0].width, width)
    }

    private func line(_ text: (Column) -> String) -> String {
        var line = ""
        for column in columns {
            let text = text(column)
            let cut = text.count > column.width ? text.prefix(max(0, column.width - 1)) + "…" : text[...]
            line += cut + String(repeating: " ", count: column.width - cut.count + Self.gap)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The time since a moment, in its largest whole unit: `3d`, `5h`, `12m` or `40s`.
    private static func age(of moment: Date, _ now: Date) -> String {
        let seconds = max(0, Int(now.timeIntervalSince(moment)))
        for (letter, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds >= size {
            return "\(seconds / size)\(letter)"
        }
        return "\(seconds)s"
    }
}
