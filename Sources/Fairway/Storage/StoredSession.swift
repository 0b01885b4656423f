public import FairwayWire

/// A session with all that is needed to go on with it.
public struct StoredSession: Hashable, Sendable {
    /// The session itself.
    public var session: SessionRow
    /// Its active flows.
    public var flows: [FlowRow]
    /// What the user had typed, by screen.
    public var drafts: [String: RawJSON]
    /// How often drafts were set outside of changes; 0 where nobody counts.
    public var draftEdits: Int

    /// The rows of one session.
    public init(session: SessionRow, flows: [FlowRow], drafts: [String: RawJSON], draftEdits: Int = 0) {
        self.session = session
        self.flows = flows
        self.drafts = drafts
        self.draftEdits = draftEdits
    }
}
