public import Foundation

/// The app's services and the time, for the code of endpoints, webhooks and hooks.
public struct AppContext: Sendable {
    /// The app's services.
    public let dependencies: Dependencies
    /// The time, by the clock of the server.
    public let now: Date
    /// The id of the request, as in the log; nil in a hook.
    public let request: String?
    private let lines: EngineLog

    package init(_ engine: Engine, request: String? = nil) {
        dependencies = engine.dependencies
        now = engine.clock.now
        self.request = request
        lines = EngineLog(observers: engine.observers)
    }

    /// Writes the app's own lines to the server's log, with the id of the request.
    public var log: AppLog { AppLog(sink: lines, session: nil, flow: nil, user: nil, request: request) }

    /// Starts, signals, reads and ends sessions.
    public var sessions: Sessions {
        let sessions = dependencies[Sessions.self]
        return request.map { sessions.asked(by: $0) } ?? sessions
    }
}

/// Runs before a server takes its first request.
///
/// ```swift
/// OnStart { context in try await context.dependencies[Ledger.self].connect() }
/// ```
///
/// Several run in the order in which the app lists them. An error ends the start with exit code 78.
public struct OnStart: AppPart {
    let run: @Sendable @concurrent (AppContext) async throws -> Void

    /// Declares code for the start of a server.
    public init(_ run: @escaping @Sendable @concurrent (AppContext) async throws -> Void) { self.run = run }
}

/// Runs when a server has answered its last request, and its jobs have ended. Sessions can still be read and changed.
///
/// ```swift
/// OnStop { context in await context.dependencies[Ledger.self].disconnect() }
/// ```
///
/// Several run in the reverse of the order in which the app lists them, within the time limit of the shutdown. An error is
/// logged. After a start that has failed, they do not run.
public struct OnStop: AppPart {
    let run: @Sendable @concurrent (AppContext) async throws -> Void

    /// Declares code for the end of a server.
    public init(_ run: @escaping @Sendable @concurrent (AppContext) async throws -> Void) { self.run = run }
}

extension Engine {
    /// Runs the app's code for the start.
    package func runStartHooks(of app: App) async throws {
        for hook in app.parts.compactMap({ $0 as? OnStart }) { try await hook.run(AppContext(self)) }
    }

    /// Runs the app's code for the end. Returns a sentence for each failure.
    package func runStopHooks(of app: App, withinSeconds seconds: Double) async -> [String] {
        let hooks = app.parts.compactMap { $0 as? OnStop }.reversed()
        guard !hooks.isEmpty else { return [] }
        let outcome = await deadline(seconds: seconds, in: nil).run {
            var failures: [String] = []
            for hook in hooks {
                do {
                    try await hook.run(AppContext(self))
                } catch {
                    failures.append("OnStop failed: \(error)")
                }
            }
            return failures
        }
        return outcome.result ?? ["OnStop did not return within \(seconds) seconds."]
    }
}
