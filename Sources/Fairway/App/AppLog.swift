import Synchronization

/// Writes the app's own lines to the server's log, with the session, flow, user and request of the code that writes them.
///
/// ```swift
/// nav.log.info("charged", ["amount": amount, "currency": "EUR"])
/// ```
///
/// Handlers have it as `nav.log`, endpoints, webhooks and hooks as ``AppContext/log``, and performers as ``JobAttempt/log``.
///
/// The lines of a handler are written when its change has ended: committed, refused or failed. A handler that runs again
/// because another server has changed the session leaves the lines of its last run only. Lines of a handler that exceeds its
/// time limit are written when it returns, and none are written if the process ends before. All other lines are written at once.
///
/// Everybody who reads the log reads the lines. The server cannot know what is private in them, so leave that out. A
/// ``Sensitive`` value is masked.
///
/// A message and a value have 1,024 bytes at most, and a name 64; longer ones are cut. A name consists of letters and digits of ASCII
/// and `._-`; other characters, and an empty name, become `_`. A line has 16 fields at most, and a
/// change 64 lines.
public struct AppLog: Sendable {
    let sink: any AppLogSink
    let session: String?
    let flow: String?
    let user: String?
    let request: String?

    /// Writes a line about normal operation.
    ///
    /// - Parameters:
    ///   - message: What happened. Values belong in the fields, so that lines can be found by their message.
    ///   - fields: Names and values.
    public func info(_ message: String, _ fields: Fields = [:]) { write(.info, message, fields) }

    /// Writes a line about something that is wrong, although the app continues.
    ///
    /// - Parameters:
    ///   - message: What happened.
    ///   - fields: Names and values.
    public func warning(_ message: String, _ fields: Fields = [:]) { write(.warning, message, fields) }

    /// Writes a line about something that failed and should have succeeded.
    ///
    /// - Parameters:
    ///   - message: What happened.
    ///   - fields: Names and values.
    public func error(_ message: String, _ fields: Fields = [:]) { write(.error, message, fields) }

    /// Names and values, in the order of the line.
    public typealias Fields = KeyValuePairs<String, any CustomStringConvertible & Sendable>

    private func write(_ level: AppLogLine.Level, _ message: String, _ given: Fields) {
        var fields: [AppLogLine.Field] = []
        for (name, value) in given.prefix(EngineLimits.fieldsPerLogLine) {
            let name = Self.written(name.shortened(toBytes: EngineLimits.logNameBytes))
            // A name that occurs twice would make a line invalid as JSON.
            guard !fields.contains(where: { $0.name == name }) else { continue }
            let text = value.description.shortened(toBytes: EngineLimits.logTextBytes)
            fields.append(AppLogLine.Field(name: name, value: text))
        }
        sink.write(
            AppLogLine(
                level: level,
                message: message.shortened(toBytes: EngineLimits.logTextBytes),
                fields: fields,
                session: session,
                flow: flow,
                user: user,
                request: request
            )
        )
    }
}

extension AppLog {
    /// A name that is the same in lines of text and of JSON, and needs no quotes.
    private static func written(_ name: String) -> String {
        name.isEmpty
            ? "_" : String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }
}

/// A line that the app's code has written with ``AppLog``.
public struct AppLogLine: Hashable, Sendable {
    /// The level.
    public let level: Level
    /// What happened.
    public let message: String
    /// The fields, in their order.
    public let fields: [Field]
    /// The session; nil outside of sessions.
    public let session: String?
    /// The flow whose handler has written the line, or that requested the job.
    public let flow: String?
    /// The session's user. The server's log contains a hash of it, unless `--log-users` is set.
    public let user: String?
    /// The id of the request; of a timer or a job, that of the request that asked for it.
    public let request: String?

    /// The levels.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Normal operation.
        case info
        /// Something is wrong, but the app continues.
        case warning
        /// Something failed that should have succeeded.
        case error
    }

    /// A name and a value.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value as text.
        public let value: String
    }

    /// The value of a field.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Where lines go.
protocol AppLogSink: Sendable {
    func write(_ line: AppLogLine)
}

/// Tells the engine's observers at once.
struct EngineLog: AppLogSink {
    let observers: [any EngineObserver]

    func write(_ line: AppLogLine) {
        for observer in observers { observer.logged(line) }
    }
}

/// Holds the lines of a change until it is decided which run of the handler counts.
final class ChangeLog: AppLogSink {
    private enum State {
        case held([AppLogLine])
        case released(EngineLog)
        case discarded
    }

    private let state = Mutex(State.held([]))

    func write(_ line: AppLogLine) {
        let log: EngineLog? = state.withLock { state in
            switch state {
            case .held(var lines):
                if lines.count < EngineLimits.logLinesPerChange {
                    // Otherwise the array would be copied.
                    state = .discarded
                    lines.append(line)
                    state = .held(lines)
                }
                return nil
            case .released(let log): return log
            case .discarded: return nil
            }
        }
        log?.write(line)
    }

    /// Writes the lines. Those of code that continues after its handler has returned are written at once from then on.
    func release(to log: EngineLog) {
        let lines: [AppLogLine] = state.withLock { state in
            guard case .held(let lines) = state else { return [] }
            state = .released(log)
            return lines
        }
        for line in lines { log.write(line) }
    }

    func discard() { state.withLock { $0 = .discarded } }
}
