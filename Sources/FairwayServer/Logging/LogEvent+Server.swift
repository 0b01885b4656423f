extension LogEvent {
    /// The log itself lost records, because standard error was read too slowly.
    static func dropped(_ count: Int) -> LogEvent {
        LogEvent(.warning, "records dropped") { $0.add(.count, count) }
    }
}
