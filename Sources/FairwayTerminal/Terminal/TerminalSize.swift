/// How much a terminal shows.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// What a terminal has that does not say, and where none is.
    static let usual = TerminalSize(columns: 80, rows: 24)
}
