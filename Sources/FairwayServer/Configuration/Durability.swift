/// What an acknowledged change survives.
enum Durability: String, CaseIterable, Sendable {
    /// A power cut.
    case full
    /// The end of the process in any way; a power cut may take the last changes.
    case relaxed
}
