import Foundation

/// Bars of the answers a second, one row for each subject and number of connections.
struct ActionsChart {
    private let figures: [LoadFigures]
    private static let (rowHeight, labelWidth, barWidth) = (20, 280, 420)

    init(_ figures: [LoadFigures]) { self.figures = figures }

    /// The picture.
    var svg: String {
        let most = figures.map(\.perSecond).max() ?? 1
        let rows = figures.enumerated().map { index, row in
            let top = index * Self.rowHeight
            let width = Int(Double(Self.barWidth) * row.perSecond / most)
            return """
                <text x="\(Self.labelWidth - 8)" y="\(top + 14)" text-anchor="end">\(row.name), \(row.connections)</text>
                <rect x="\(Self.labelWidth)" y="\(top + 3)" width="\(width)" height="14" fill="#2a6fb0"/>
                <text x="\(Self.labelWidth + width + 6)" y="\(top + 14)">\(Int(row.perSecond))</text>
                """
        }
        let width = Self.labelWidth + Self.barWidth + 80
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(figures.count * Self.rowHeight)" \
            font-family="sans-serif" font-size="12">
            <title>Answers a second, by subject and connections</title>
            \(rows.joined(separator: "\n"))
            </svg>
            """
    }
}
