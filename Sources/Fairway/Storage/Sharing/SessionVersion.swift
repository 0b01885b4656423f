/// All by which a session in memory is told to be what the store has: when both counts are the same, everything is.
public struct SessionVersion: Hashable, Sendable, Comparable {
    /// How often it has changed.
    public var revision: Int
    /// How often drafts were set outside of changes, over all revisions: what a user types makes no revision.
    public var draftEdits: Int

    /// A version with both counts.
    public init(revision: Int, draftEdits: Int) {
        self.revision = revision
        self.draftEdits = draftEdits
    }

    /// Neither count ever goes back, so that of two versions of one session the later one is the greater.
    public static func < (left: SessionVersion, right: SessionVersion) -> Bool {
        (left.revision, left.draftEdits) < (right.revision, right.draftEdits)
    }
}
