import CAllocations
import Fairway
import FairwaySQLite
import FairwayWire
import Foundation

/// Compares the cache's estimate of a session's size with the allocator's figure, for sessions of many shapes:
/// `fairway-benchmarks session-memory [DIVISOR]`. The divisor reduces the numbers of sessions. `SessionMemoryTests` reads
/// the output.
enum SessionMemory {
    /// A kind of session that a client can make.
    private struct Shape: Sendable {
        let name: String
        /// Large enough that the other allocations of the process are negligible.
        var sessions = 400
        var flow = "Sized"
        var input: String?
        /// As JSON that each session decodes, because sessions would share the memory of a value.
        var device = "{}"
        /// Prepares a session, and returns its token.
        var prepare: @Sendable (_ engine: Engine, _ session: String, _ token: String) async throws -> String = { $2 }
        /// The number of subscriptions. Nothing is read from them.
        var subscriptions = 0
        /// The number of effects that are performed after subscribing.
        var toasts = 0
    }

    private static let shapes = [
        small("plain"),
        small("device with short names", device: device(255) { "\($0)" }),
        small("device with long names", device: device(55) { "Some.Screen.With.A.Long.Name\($0)" }),
        small("device with a long version", device: #"{"app":"\#(letters(2_000))"}"#),
        Shape(name: "large text", input: #"{"text":"\#(letters(32_000))"}"#),
        Shape(name: "many texts", input: #"{"texts":\#(list(1_000) { "\"\(letters(30))\($0)\"" })}"#),
        Shape(name: "short texts", input: #"{"texts":\#(list(2_000) { "\"\($0)\"" })}"#),
        Shape(name: "many numbers", input: #"{"numbers":\#(list(4_000) { "\($0)" })}"#),
        Shape(name: "many screens", sessions: 60, input: #"{"screens":500}"#),
        Shape(name: "some screens", input: #"{"screens":20}"#),
        Shape(name: "large screens", sessions: 60, input: #"{"screens":50,"screenText":"\#(letters(1_000))"}"#),
        Shape(name: "large view model", input: #"{"derived":32000}"#),
        Shape(name: "many flows", sessions: 60, flow: "Nested", input: #"{"depth":60}"#),
        Shape(name: "many drafts", sessions: 60, input: #"{"screens":60}"#) { engine, session, token in
            for screen in 1...60 {
                let draft = try RawJSON(encoding: letters(16_000))
                _ = await engine.setDraft(draft, session, screen: "s\(screen)", by: Caller(.token(token)))
            }
            return token
        },
        Shape(name: "handed over", sessions: 1_000, flow: "Tally") { engine, session, token in
            var token = token
            for _ in 0..<8 {
                let code = try await engine.makeHandoff(session, by: Caller(.token(token))).code
                token = try started(await engine.takeHandoff(code, device: nil)).token
            }
            return token
        },
        Shape(name: "followed", sessions: 1_000, flow: "Tally", subscriptions: 16),
        Shape(name: "effects that are not read", sessions: 60, subscriptions: 1, toasts: 100),
    ]

    private static func small(_ name: String, device: String = "{}") -> Shape {
        Shape(name: name, sessions: 1_000, flow: "Tally", device: device)
    }

    static func run(_ arguments: Arguments) async throws -> Bool {
        for var shape in shapes {
            shape.sessions /= max(1, arguments.integer(0) ?? 1)
            let (counted, taken) = try await measure(shape)
            print("\(shape.name): \(counted) counted, \(taken) taken")
            fflush(nil)
        }
        return true
    }

    /// The bytes per session: the cache's estimate, and the bytes freed when the sessions are dropped.
    private static func measure(_ shape: Shape) async throws -> (counted: Int, taken: Int) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteStore("\(folder.path)/sessions.sqlite", durability: .relaxed)
        let engine = try Engine(BenchmarkApp.app, store: store)
        // Warm up.
        for _ in 0..<3 { for subscription in try await make(shape, engine) { subscription.cancel() } }
        engine.dropIdleSessions()
        var subscriptions: [Subscription] = []
        for _ in 0..<shape.sessions { subscriptions += try await make(shape, engine) }
        let counted = engine.statistics.sessionBytesCached
        // Ends the store's work in the background, which would free memory during the measurement.
        await store.close()
        let before = Int(fairway_allocated_bytes())
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
        engine.dropIdleSessions()
        let taken = before - Int(fairway_allocated_bytes())
        return (counted / shape.sessions, taken / shape.sessions)
    }

    /// Makes a session, and returns its subscriptions.
    private static func make(_ shape: Shape, _ engine: Engine) async throws -> [Subscription] {
        let input = try shape.input.map { try RawJSON(validating: Array($0.utf8)) }
        let device = try JSON.decode(Device.self, from: shape.device.utf8)
        let started = try started(await engine.start(StartRequest(flow: shape.flow, input: input, device: device)))
        let caller = Caller(.token(try await shape.prepare(engine, started.session, started.token)))
        var subscriptions: [Subscription] = []
        for _ in 0..<shape.subscriptions {
            subscriptions.append(try await engine.subscribe(started.session, by: caller))
        }
        let params = try RawJSON(validating: Array(#"{"text":"\#(letters(1_000))"}"#.utf8))
        for _ in 0..<shape.toasts {
            let toast = Change.action(name: "toast", params: params, screen: nil, draft: nil)
            let answer = await engine.perform(toast, on: started.session, by: caller)
            guard answer.status == 200 else { throw BenchmarkError(description: "a toast: \(answer.status)") }
        }
        return subscriptions
    }

    private static func started(_ answer: Answer) throws -> SessionStart {
        guard answer.status < 300 else {
            throw BenchmarkError(description: String(decoding: answer.body, as: UTF8.self))
        }
        return try JSON.decode(SessionStart.self, from: answer.body)
    }

    /// A device that supports `screens` screens, and the screen of ``Tally``.
    private static func device(_ screens: Int, _ name: (Int) -> String) -> String {
        let names = (0..<screens).map(name) + ["Tally.Page"]
        return #"{"screens":{\#(names.map { "\"\($0)\":1" }.joined(separator: ","))}}"#
    }

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[\((0..<count).map(element).joined(separator: ","))]"
    }
}
