import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayWire

/// A log record: a level, a name and a few facts.
struct LogEvent: Sendable {
    let level: LogLevel
    /// A literal. Variable text belongs in the facts, where it is truncated and escaped.
    let name: StaticString
    private let facts: Facts

    private enum Facts: Sendable {
        /// Most records are of this kind, so it needs no closure.
        case request(AccessRecord)
        case others(@Sendable (inout LogLines) -> Void)
    }

    /// Creates a record; the log adds the time. `facts` adds the facts to a line. It is called when the line is
    /// written, so recording stays cheap.
    init(
        _ level: LogLevel,
        _ name: StaticString,
        _ facts: @escaping @Sendable (_ line: inout LogLines) -> Void = { _ in }
    ) {
        self.level = level
        self.name = name
        self.facts = .others(facts)
    }

    /// A request that was answered, or whose response was cut short. Successful requests for static files are logged at
    /// debug level, because one page loads fifty of them.
    static func answered(_ record: AccessRecord) -> LogEvent { LogEvent(record) }

    private init(_ record: AccessRecord) {
        level = record.route == nil && record.code == nil ? .debug : .info
        name = "request"
        facts = .request(record)
    }

    func addFacts(to line: inout LogLines) {
        switch facts {
        case .request(let record): record.addFacts(to: &line)
        case .others(let add): add(&line)
        }
    }
}

extension AccessRecord {
    fileprivate func addFacts(to line: inout LogLines) {
        line.add(.method, method?.name ?? "?")
        line.add(.route, route ?? "?")
        if let status { line.add(.status, status.code) }
        if let cut { line.add(.cut, cut.rawValue) }
        if let code { line.add(.code, code) }
        line.add(.bytes, bytes)
        line.add(.microseconds, microseconds)
        line.add(.request, "\(requestID)")
        if let subject = subject as? SessionSubject { line.add(subject) }
        line.add(.address, peer.host)
    }
}

extension SessionSubject: AccessSubject {}

extension LogLines {
    /// Adds a session with its flow and its user.
    mutating func add(_ subject: SessionSubject) {
        add(session: subject.session, flow: subject.flow, user: subject.user)
    }

    mutating func add(session: String, flow: String?, user: String?) {
        add(.session, session)
        if let flow { add(.flow, flow) }
        if let user { add(user: user) }
    }
}

extension LogEvent {
    /// Records were dropped because standard error was read too slowly.
    static func dropped(_ count: Int) -> LogEvent {
        LogEvent(.warning, "records dropped") { $0.add(.count, count) }
    }
}

enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Details for debugging.
    case debug
    /// Normal operation.
    case info
    /// Something is wrong, but the server continues.
    case warning
    /// Something failed that should have succeeded.
    case error

    static func < (a: Self, b: Self) -> Bool {
        a.rank < b.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// The key of a fact in a log record.
///
/// The set of keys is closed, which keeps sessions' tokens, parameters and view models out of the log. Before you add a
/// key, check that all readers of logs may see its values.
struct LogKey: Sendable {
    let name: StaticString

    private init(_ name: StaticString) { self.name = name }

    /// The server's or a peer's address.
    static let address = LogKey("address")
    /// The operator's token, logged only if the server has generated it.
    static let adminToken = LogKey("admin-token")
    /// The number of a timer's or job's attempts.
    static let attempts = LogKey("attempts")
    /// The size of a response, or free bytes of a disk.
    static let bytes = LogKey("bytes")
    static let cause = LogKey("cause")
    static let code = LogKey("code")
    /// The number of dropped records, operators or keys, or of unread events.
    static let count = LogKey("count")
    /// The reason why a response was not sent completely.
    static let cut = LogKey("cut")
    /// The flow in front of a session, or the flow that asked for a timer or a job.
    static let flow = LogKey("flow")
    /// What the app's own line says.
    static let message = LogKey("message")
    static let method = LogKey("method")
    static let microseconds = LogKey("microseconds")
    /// The queue of a timer or job, as in the metrics: the name of a job, or `timers`.
    static let queue = LogKey("queue")
    static let request = LogKey("request")
    /// The path template, which contains no ids.
    static let route = LogKey("route")
    /// The id of the session that the request's credential opened, or that a timer or a job belongs to.
    static let session = LogKey("session")
    static let signal = LogKey("signal")
    static let status = LogKey("status")
    /// The session's user. A hash of its id, unless `--log-users` is set.
    static let user = LogKey("user")
}

extension LogEvent {
    /// A call that failed in a flow or in the store.
    static func callFailed(
        _ code: ProblemCode?,
        _ cause: String,
        _ request: RequestID,
        about subject: SessionSubject? = nil
    ) -> LogEvent {
        LogEvent(.error, "call failed") { line in
            line.add(.code, code?.rawValue ?? "?")
            line.add(.cause, cause)
            line.add(.request, "\(request)")
            if let subject { line.add(subject) }
        }
    }

    /// A line of the app's own.
    static func app(_ line: AppLogLine) -> LogEvent {
        let level: LogLevel =
            switch line.level {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        return LogEvent(level, "app log") { lines in
            lines.add(.message, line.message)
            lines.add(line.fields)
            if let request = line.request { lines.add(.request, request) }
            if let session = line.session { lines.add(session: session, flow: line.flow, user: line.user) }
        }
    }

    /// A probable mistake in the app or in the options.
    static func warning(_ sentence: String) -> LogEvent {
        LogEvent(.warning, "app") { $0.add(.cause, sentence) }
    }

    /// A consumer of events has left more unread than are kept for it.
    static func late(_ consumer: EventConsumer) -> LogEvent {
        LogEvent(.warning, "consumer of events is late") { line in
            line.add(.count, consumer.unread)
            line.add(
                .cause,
                "\(consumer.name) has not read this many events. Beyond \(EventLimits.heldEvents), the oldest are removed when "
                    + "they are older than --retain-over or --retain-journal."
            )
        }
    }

    /// A step that was running when an earlier process ended, or a flight recorder that cannot be used.
    static func foundEnd(_ sentence: String) -> LogEvent {
        LogEvent(.error, "flight recorder") { $0.add(.cause, sentence) }
    }

    /// The generated operator's token. No other secret is logged.
    static func madeOperatorToken(_ token: String) -> LogEvent {
        LogEvent(.info, "generated operator token") { $0.add(.adminToken, token) }
    }

    /// A sweep that failed, or that paused or resumed the sweeper; nil for any other.
    static func swept(_ result: Result<Sweeper.Report, StoreError>) -> LogEvent? {
        switch result {
        case .failure(let error): LogEvent(.warning, "sweep failed") { $0.add(.cause, error.message) }
        case .success(let report):
            switch report.clock {
            case .trusted, .waiting: nil
            case .trustedAgain: LogEvent(.info, "sweeper resumed")
            case .jumped(let seconds):
                sweeperPaused(
                    .warning,
                    "the wall clock was set \(seconds < 0 ? "back" : "forward") by \(Int(abs(seconds).rounded())) s"
                )
            }
        }
    }

    /// The sweeper pauses at the start, because the wall clock may be wrong.
    static var sweeperWaitsAtStart: LogEvent {
        sweeperPaused(.info, "the wall clock differs from the newest time in the store by more than a minute")
    }

    private static func sweeperPaused(_ level: LogLevel, _ reason: String) -> LogEvent {
        LogEvent(level, "sweeper paused") { line in
            line.add(
                .cause,
                "\(reason); nothing expires or is deleted by age until it agrees with the monotonic clock for an hour"
            )
        }
    }

    static func disk(_ change: DiskReserve.SpaceChange) -> LogEvent {
        switch change {
        case .short(let free):
            LogEvent(.error, "disk nearly full") { line in
                line.add(.bytes, free)
                line.add(.cause, "no sessions start until more than --min-free-bytes is free; free some space")
            }
        case .restored(let free): LogEvent(.info, "disk space restored") { $0.add(.bytes, free) }
        }
    }

    /// An attempt of a timer or job that was declined, failed or could not start; nil for a success.
    static func attempted(_ work: StoredWork, _ outcome: WorkOutcome) -> LogEvent? {
        let (level, name, error): (LogLevel, StaticString, String)
        switch outcome {
        case .done: return nil
        case .again(_, let text): (level, name, error) = (.warning, "work failed, will be retried", text)
        case .declined(let text): (level, name, error) = (.info, "job declined", text)
        case .givenUp(let text): (level, name, error) = (.error, "work given up", text)
        case .unattempted(let advice): (level, name, error) = (.warning, "work without performer", advice)
        }
        return LogEvent(level, name) { line in
            line.add(.queue, work.item.queue.label)
            line.add(.attempts, work.progress.attempts)
            line.add(.cause, error)
            if let request = work.item.request { line.add(.request, request) }
            line.add(session: work.session, flow: work.flow, user: work.user)
        }
    }

    static func stopping(_ signal: StopSignal) -> LogEvent {
        LogEvent(.info, "stopping") { $0.add(.signal, signal.rawValue) }
    }

    /// An event of the HTTP server other than a request.
    static func server(_ event: ServerEvent) -> LogEvent {
        LogEvent(.warning, "server") { $0.add(.cause, event.description) }
    }
}
