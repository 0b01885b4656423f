public import FairwayWire

/// A session with its flows and drafts.
public struct StoredSession: Hashable, Sendable {
    /// The session's row.
    public var session: SessionRow
    /// Its active flows.
    public var flows: [FlowRow]
    /// The drafts, by screen id.
    public var drafts: [String: RawJSON]
    /// The number of calls of ``Store/setDraft(_:_:screen:)`` for this session; 0 if the store does not count them.
    public var draftEdits: Int

    /// Creates a value from the rows of one session.
    public init(session: SessionRow, flows: [FlowRow], drafts: [String: RawJSON], draftEdits: Int = 0) {
        self.session = session
        self.flows = flows
        self.drafts = drafts
        self.draftEdits = draftEdits
    }
}
