public import FairwayWire

/// A session with its flows and drafts.
public struct StoredSession: Hashable, Sendable {
    /// The session's row.
    public var session: SessionRow
    /// Its active flows.
    public var flows: [FlowRow]
    /// The drafts, by screen.
    public var drafts: [String: RawJSON]
    /// The number of times that drafts were set outside of changes; 0 if the store does not count.
    public var draftEdits: Int

    /// The rows of one session.
    public init(session: SessionRow, flows: [FlowRow], drafts: [String: RawJSON], draftEdits: Int = 0) {
        self.session = session
        self.flows = flows
        self.drafts = drafts
        self.draftEdits = draftEdits
    }
}
