/// Everything the engine bounds.
public struct EngineLimits: Sendable {
    /// How deep flows may nest; the 65th is refused. At most 128: a layout has three levels for each of them that is in a tab,
    /// and what is deeper than 512 levels is not read again.
    public var flowDepth = 64 {
        didSet { precondition((1...128).contains(flowDepth), "Flows may nest up to 128 deep, and not \(flowDepth).") }
    }
    /// How many screens a session may show, all its layers together; one more is refused.
    public var screensPerSession = 500
    /// How many operations one change may lead to, so that two handlers calling each other come to an end.
    public var operationsPerChange = 1_000
    /// How long a handler may take before its change is given up.
    public var handlerSeconds = 10.0
    /// How many threads may run handlers, those included that block; while all do, changes wait as long as ``secondsInLine``
    /// and are then answered with 503.
    public var handlerThreads = 256
    /// How many changes of clients may be under way, in all sessions together; one more is answered with 503.
    public var changesUnderWay = 8_192
    /// How many of them work at a time, up to their commit; the others wait in line. Enough for a sync to be shared by
    /// as many as gain from it; with more, each costs more. One whose handler awaits something, blocks or
    /// computes for some milliseconds is not counted.
    public var changesAtWork = 128
    /// How long the first in line may have waited. Once it has waited so long, newcomers are answered with 503: the
    /// line is as long then as anybody should have to wait. So are changes that have lain in their sockets for as long.
    public var secondsInLine = 0.5
    /// How many changes may wait for one session while there is room; the fewer, the more are under way elsewhere.
    public var waitingChangesPerSession = 256
    /// How many sessions are kept in memory.
    public var liveSessions = 100_000
    /// How many bytes they may have together, by an estimate.
    public var liveSessionBytes = 1 << 30
    /// How many of a session's former tokens are told apart from those that never were.
    public var supersededTokens = 64
    /// How long at most until it looks at watched sessions for what no notice told of: a change of another node's.
    public var secondsBetweenLooks = 1.0
    /// Of how many watched sessions the store is asked at a time.
    public var sessionsPerLook = 256
    /// How many watched sessions that are behind are loaded at a time.
    public var loadsAtOnce = 16
    /// How often a call is made again because another node was faster.
    public var lostRaces = 8
    /// How many operators may listen to flows.
    public var flowListeners = 64
    /// How many events wait for an operator that does not keep up, before they are dropped.
    public var flowEventsWaiting = 1_024
    /// For how many past revisions a resuming stream is sent the instructions to the client again.
    public var revisionsBack = 100
    /// How many instructions wait for a client that does not read, or resumes: the newest; who was away for so long
    /// wants no older ones.
    public var effectsWaiting = 256
    /// How many streams and waits may follow one session; one more is answered with 429. Each change is written for all of
    /// them.
    public var subscriptionsPerSession = 32
    /// How many timers and pieces of background work of a session may be open, and how many may have been given up and
    /// wait for an operator; a change that asks for more is refused.
    public var workPerSession = 1_000
    /// How many handoff codes may be made for a session in the time that one is good; one more is answered with 429.
    public var handoffsPerSession = 8
    /// How many refusals to different requests of a session are kept under their keys in an hour; one more is answered,
    /// and decided anew when it is repeated. What was done is always kept.
    public var refusalsKeptPerHour = 1_000
    /// How many bytes of answers, compressed, are kept under keys in an hour for a session. Once they are, another change
    /// under a key is answered with 429; one without a key goes on.
    public var answerBytesKeptPerHour = 1 << 20
    /// How large parameters may be that the journal keeps; larger ones are left out. A stream that resumes has the journal
    /// read.
    public var journalParamsBytes = 4 * 1024
    /// How large a draft may be.
    public var draftBytes = 16 * 1024
    /// How large all drafts of a session may be together. Whoever asks for one that is not in memory has them all read.
    public var draftsBytes = 1 << 20

    /// The limits as they are unless something else is asked for.
    public init() {}
}
