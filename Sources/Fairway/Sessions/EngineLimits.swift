/// The limits of an engine.
///
/// ```swift
/// var limits = EngineLimits()
/// limits.handlerSeconds = 5
/// let engine = try Engine(app, store: store, limits: limits)
/// ```
public struct EngineLimits: Sendable {
    /// The maximum nesting depth of flows; at most 128. The stored layout has three levels for each flow in a tab, and
    /// JSON deeper than 512 levels cannot be read.
    public var flowDepth = 64 {
        didSet { precondition((1...128).contains(flowDepth), "`flowDepth` must be 1 to 128, but is \(flowDepth).") }
    }
    /// Screens that a session may have, in all layers together.
    public var screensPerSession = 500
    /// Operations per change. The limit ends handlers that call each other.
    public var operationsPerChange = 1_000
    /// The time limit of a handler.
    public var handlerSeconds = 10.0
    /// Threads for handlers, including blocked ones. While all are blocked, a change waits ``secondsWaitingForSlot``
    /// and is then answered with 503.
    public var handlerThreads = 256
    /// Clients' changes in progress, in all sessions together. Further ones are answered with 503.
    public var changesUnderWay = 8_192
    /// Changes processed at a time, until they are committed; others wait. With the default, enough changes share a
    /// sync. A higher limit would only make each change slower. A change does not count while its handler awaits,
    /// blocks or computes for long.
    public var changesAtWork = 128
    /// How long a client's change may wait for a slot. Once the first in the queue has waited this long, further
    /// changes are answered with 503. In a full engine, so are requests that have waited this long in their socket.
    public var secondsWaitingForSlot = 0.5
    /// Changes that may wait for one session. Fewer while the engine is busy.
    public var waitingChangesPerSession = 256
    /// Sessions in memory.
    public var liveSessions = 100_000
    /// The estimated size of all sessions in memory.
    public var liveSessionBytes = 1 << 30
    /// Former tokens of a session that are reported as `superseded`. Older ones are unknown.
    public var supersededTokens = 64
    /// The polling interval for other nodes' changes to subscribed sessions, in case notices are lost.
    public var secondsBetweenLooks = 1.0
    /// Sessions per query when polling.
    public var sessionsPerLook = 256
    /// Sessions loaded at a time when polling.
    public var loadsAtOnce = 16
    /// How often a call is made, including repetitions because other nodes committed first.
    public var lostRaces = 8
    /// A resuming stream gets the effects of at most this many missed revisions.
    public var revisionsBack = 100
    /// Effects buffered for a client. Beyond this, the newest are kept.
    public var effectsWaiting = 256
    /// Streams and waiting requests per session. Further ones are answered with 429. Each of them costs time at each
    /// change.
    public var subscriptionsPerSession = 32
    /// Open timers and jobs per session, and also those given up. A change that requests more is rejected.
    public var workPerSession = 1_000
    /// Business keys that a session holds. A change that binds more is rejected.
    public var keysPerSession = 16
    /// Signals that wait for keys. Further ones are answered with 429.
    public var waitingSignals = 10_000
    /// The size of the signals that wait for keys. Further ones are answered with 429.
    public var waitingSignalBytes = 64 << 20
    /// Signals that wait for one key, and signals that wait for the flows of one session. Further ones are answered with 429.
    /// Nodes that hold signals of a session at the same moment can pass the latter number by a few.
    public var waitingSignalsPerKey = 100
    /// Unexpired handoff codes per session. Further requests are answered with 429.
    public var handoffsPerSession = 8
    /// Rejections per session and hour that are stored under idempotency keys. Further ones are decided again when the
    /// request is repeated. Successful answers are always stored.
    public var refusalsKeptPerHour = 1_000
    /// The compressed size of the answers per session and hour that are stored under idempotency keys. Afterwards,
    /// changes with a key are answered with 429, and changes without a key are still accepted.
    public var answerBytesKeptPerHour = 1 << 20
    /// The size of an action's parameters in the journal. Larger ones are left out, because resuming streams read the
    /// journal.
    public var journalParamsBytes = 4 * 1024
    /// The size of a draft.
    public var draftBytes = 16 * 1024
    /// The encoded size of a session's flows, screens and drafts together. They are all loaded with the session. A change
    /// that exceeds it is rejected, unless the session was larger before.
    public var stateBytes = 256 * 1024

    /// Screens of a change in its journal entry, beside the front one. Older ones are left out.
    static let screensPerTrail = 32
    /// Lines that the handlers of a change write to the log. Further ones are dropped.
    static let logLinesPerChange = 64
    /// Fields of such a line. Further ones are left out.
    static let fieldsPerLogLine = 16
    /// The size of a field's name. Longer ones are cut.
    static let logNameBytes = 64
    /// The size of a line's message and of a field's value. Longer ones are cut.
    static let logTextBytes = 1_024

    /// The default limits.
    public init() {}
}
