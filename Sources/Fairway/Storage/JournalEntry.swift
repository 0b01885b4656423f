public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What happened to a session at one revision.
///
/// What there may be none of is constant: a variable would be nil first, and the whole entry be copied to give it its value.
public struct JournalEntry: Hashable, Sendable {
    /// The revision it made.
    public var revision: Int
    /// When.
    public var at: Date
    /// What kind of change it was.
    public var kind: String
    /// The flow that showed the screen it was about.
    public let flow: String?
    /// The screen it was about.
    public let screen: String?
    /// The action, signal, link, event or job.
    public let name: String?
    /// Its parameters, sensitive values masked.
    public let params: RawJSON?
    /// What moved.
    public var moves: [Move]
    /// The instructions to the client, so that a stream that resumes is sent them.
    public var effects: [EffectDocument]
    /// The screen in front afterwards.
    public let to: String?
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
