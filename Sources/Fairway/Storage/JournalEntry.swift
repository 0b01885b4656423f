public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What happened to a session at one revision.
public struct JournalEntry: Hashable, Sendable {
    /// The revision it made.
    public var revision: Int
    /// When.
    public var at: Date
    /// What kind of change it was.
    public var kind: String
    /// The flow that showed the screen it was about.
    public var flow: String?
    /// The screen it was about.
    public var screen: String?
    /// The action, signal, link, event or job.
    public var name: String?
    /// Its parameters, sensitive values masked.
    public var params: RawJSON?
    /// What moved.
    public var moves: [Move]
    /// The instructions to the client, so that a stream that resumes is sent them.
    public var effects: [EffectDocument]
    /// The screen in front afterwards.
    public var to: String?
    /// How long the change took to make, without its commit.
    public var microseconds: Int

    /// An entry with all its columns.
    public init(
        revision: Int,
        at: Date,
        kind: String,
        flow: String? = nil,
        screen: String? = nil,
        name: String? = nil,
        params: RawJSON? = nil,
        moves: [Move] = [],
        effects: [EffectDocument] = [],
        to: String? = nil,
        microseconds: Int = 0
    ) {
        self.revision = revision
        self.at = at
        self.kind = kind
        self.flow = flow
        self.screen = screen
        self.name = name
        self.params = params
        self.moves = moves
        self.effects = effects
        self.to = to
        self.microseconds = microseconds
    }
}
