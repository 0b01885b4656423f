package import FairwayWire

/// A session with its flows and screens as the values they are, for those that test flows.
package struct Inspection: Sendable {
    /// The state as a GET gives it.
    package let document: StateDocument
    /// The screens a user sees, the one in front last.
    package let visible: [any Screen]
    /// The active flows, parents before children.
    package let flows: [InspectedFlow]
    /// What the session would be stored as, made anew from what is in memory.
    package let rows: StoredSession
}
