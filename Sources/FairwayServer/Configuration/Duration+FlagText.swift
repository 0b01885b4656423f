extension Duration {
    /// The units, longest first.
    private static let flagUnits: [(letter: Character, seconds: Int64)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// Reads a whole number of days, hours, minutes or seconds: `30d`, `24h`, `10m`, `15s`; without a unit, seconds.
    init?(flagText text: String) {
        let unit = Self.flagUnits.first { $0.letter == text.last }
        let digits = unit == nil ? text[...] : text.dropLast()
        // `Int64("+5")` is 5, and a time has no sign.
        guard digits.allSatisfy(\.isNumber), let count = Int64(digits) else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit?.seconds ?? 1)
        guard !overflows else { return nil }
        self = .seconds(seconds)
    }

    /// The same in the longest unit that leaves no rest.
    var flagText: String {
        let seconds = components.seconds
        let unit = Self.flagUnits.first { seconds != 0 && seconds.isMultiple(of: $0.seconds) }
        return unit.map { "\(seconds / $0.seconds)\($0.letter)" } ?? "\(seconds)s"
    }
}
