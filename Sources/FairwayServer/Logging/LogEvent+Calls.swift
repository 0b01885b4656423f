import Fairway
import FairwayHTTP
import FairwayWire

extension LogEvent {
    /// A request that was answered, or whose response was cut short. Successful requests for static files are logged at
    /// debug level, because one page loads fifty of them.
    static func answered(_ record: AccessRecord) -> LogEvent {
        LogEvent(record.route == nil && record.code == nil ? .debug : .info, "request") { line in
            line.add(.method, record.method?.name ?? "?")
            line.add(.route, record.route ?? "?")
            if let status = record.status { line.add(.status, status.code) }
            if let cut = record.cut { line.add(.cut, cut.rawValue) }
            if let code = record.code { line.add(.code, code) }
            line.add(.bytes, record.bytes)
            line.add(.microseconds, record.microseconds)
            line.add(.request, "\(record.requestID)")
            line.add(.address, record.peer.host)
        }
    }

    /// A call that failed in a flow or in the store.
    static func callFailed(_ code: ProblemCode?, _ cause: String, _ request: RequestID) -> LogEvent {
        LogEvent(.error, "call failed") { line in
            line.add(.code, code?.rawValue ?? "?")
            line.add(.cause, cause)
            line.add(.request, "\(request)")
        }
    }

    /// A probable mistake in the app or in the options.
    static func warning(_ sentence: String) -> LogEvent {
        LogEvent(.warning, "app") { $0.add(.cause, sentence) }
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

    static func disk(_ change: DiskReserve.Change) -> LogEvent {
        switch change {
        case .short(let free):
            LogEvent(.error, "disk nearly full") { line in
                line.add(.bytes, free)
                line.add(.cause, "no sessions start until more than --min-free-bytes is free; free some space")
            }
        case .restored(let free): LogEvent(.info, "disk space restored") { $0.add(.bytes, free) }
        }
    }

    /// An attempt of a timer or job that failed or could not start; nil for a success.
    static func attempted(_ work: StoredWork, _ outcome: WorkOutcome) -> LogEvent? {
        let (level, name, error): (LogLevel, StaticString, String)
        switch outcome {
        case .done: return nil
        case .again(_, let text): (level, name, error) = (.warning, "work failed, will be retried", text)
        case .givenUp(let text): (level, name, error) = (.error, "work given up", text)
        case .unattempted(let advice): (level, name, error) = (.warning, "work without performer", advice)
        }
        return LogEvent(level, name) { line in
            line.add(.work, work.item.queue.label)
            line.add(.count, work.progress.attempts)
            line.add(.cause, error)
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
