/// How log lines look.
enum LogFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For programs: an object a line.
    case json
    /// Text where a person reads along, JSON elsewhere.
    case auto
}
