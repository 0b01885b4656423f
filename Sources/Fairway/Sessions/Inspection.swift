package import FairwayWire

/// A session with its flows and screens as Swift values, for testing flows.
package struct Inspection: Sendable {
    /// The state as a GET returns it.
    package let document: StateDocument
    /// The visible screens, the front one last.
    package let visible: [any Screen]
    /// The active flows, parents before children.
    package let flows: [InspectedFlow]
    /// The rows of the session, encoded from the values in memory.
    package let rows: StoredSession
}
