import CAllocations
import Fairway
import FairwaySQLite
import FairwayWire
import Foundation

/// What sessions of many shapes take in memory, and what the cache counts for them: `fairway-benchmarks session-memory`.
///
/// What the sessions take is what the allocator gets back when they are dropped. It prints a line for each shape: its name,
/// the bytes that are counted for a session, and the bytes that it takes.
enum SessionMemory {
    /// A kind of session that a client can make.
    private struct Shape: Sendable {
        let name: String
        /// How many are made: so many that the rest of the process does not show.
        var sessions = 1_000
        var flow = "Tally"
        var input = "{}"
        /// What its client says of itself, as JSON: a value would be shared by all sessions.
        var device = "{}"
        /// What is done to each.
        var prepare: @Sendable (_ engine: Engine, _ session: String, _ token: String) async throws -> String = { $2 }
        /// How many follow each, and do not read.
        var subscriptions = 0
        /// The action that is done once they follow, and how often.
        var action: (json: String, count: Int)?
    }

    private static let shapes = [
        Shape(name: "plain"),
        Shape(
            name: "device with short names",
            device: device((0..<255).map { "\($0)" })
        ),
        Shape(
            name: "device with long names",
            device: device((0..<55).map { "Some.Screen.With.A.Long.Name\($0)" })
        ),
        Shape(name: "device with a long version", device: #"{"app":"\#(letters(2_000))"}"#),
        Shape(name: "large text", sessions: 400, flow: "Hoard", input: #"{"text":"\#(letters(32_000))"}"#),
        Shape(
            name: "many texts",
            sessions: 400,
            flow: "Hoard",
            input: #"{"texts":\#(list(1_000) { "\"\(letters(30))\($0)\"" })}"#
        ),
        Shape(name: "short texts", sessions: 400, flow: "Hoard", input: #"{"texts":\#(list(2_000) { "\"\($0)\"" })}"#),
        Shape(name: "many numbers", sessions: 400, flow: "Hoard", input: #"{"numbers":\#(list(4_000) { "\($0)" })}"#),
        Shape(name: "many screens", sessions: 60, flow: "Hoard", input: #"{"screens":500}"#),
        Shape(name: "some screens", sessions: 400, flow: "Hoard", input: #"{"screens":20}"#),
        Shape(
            name: "large screens",
            sessions: 60,
            flow: "Hoard",
            input: #"{"screens":50,"screenText":"\#(letters(1_000))"}"#
        ),
        Shape(name: "large view model", sessions: 400, flow: "Hoard", input: #"{"derived":32000}"#),
        Shape(name: "many flows", sessions: 60, flow: "Shaft", input: #"{"depth":60}"#),
        Shape(
            name: "many drafts",
            sessions: 60,
            flow: "Hoard",
            input: #"{"screens":60}"#,
            prepare: { engine, session, token in
                for screen in 1...60 {
                    let draft = try RawJSON(encoding: letters(16_000))
                    _ = await engine.setDraft(draft, session, screen: "s\(screen)", by: Caller(.token(token)))
                }
                return token
            }
        ),
        Shape(
            name: "handed over",
            prepare: { engine, session, token in
                var token = token
                for _ in 0..<8 {
                    let code = try await engine.makeHandoff(session, by: Caller(.token(token))).code
                    let answer = await engine.takeHandoff(code, device: nil)
                    token = try JSON.decode(Started.self, from: answer.body).token
                }
                return token
            }
        ),
        Shape(name: "followed", subscriptions: 16),
        Shape(
            name: "instructions that nobody reads",
            sessions: 60,
            flow: "Hoard",
            subscriptions: 1,
            action: (#"{"text":"\#(letters(1_000))"}"#, 100)
        ),
    ]

    private struct Started: Decodable {
        var session: String
        var token: String
    }

    static func run() async throws {
        for shape in shapes {
            let (counted, taken) = try await bytes(of: shape)
            print("\(shape.name): \(counted) counted, \(taken) taken")
            fflush(nil)
        }
    }

    private static func bytes(of shape: Shape) async throws -> (counted: Int, taken: Int) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(folder.appending(path: "sessions.sqlite").path, durability: .relaxed)
        let engine = try Engine(BenchmarkApp.app, store: store)
        // What is made room for once is not counted.
        try await make(3, shape, engine, following: false)
        engine.dropIdleSessions()
        var subscriptions = try await make(shape.sessions, shape, engine, following: true)
        let counted = engine.statistics.sessionBytesCached
        let before = Int(fairway_allocated_bytes())
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
        engine.dropIdleSessions()
        let taken = before - Int(fairway_allocated_bytes())
        await store.close()
        return (counted / shape.sessions, taken / shape.sessions)
    }

    @discardableResult
    private static func make(
        _ count: Int,
        _ shape: Shape,
        _ engine: Engine,
        following isFollowed: Bool
    ) async throws -> [Subscription] {
        var subscriptions: [Subscription] = []
        for _ in 0..<count {
            let request = StartRequest(
                flow: shape.flow,
                input: try RawJSON(validating: Array(shape.input.utf8)),
                device: try JSON.decode(Device.self, from: shape.device.utf8)
            )
            let answer = await engine.start(request)
            guard answer.status == 201 else { throw Failure(description: String(decoding: answer.body, as: UTF8.self)) }
            let started = try JSON.decode(Started.self, from: answer.body)
            let caller = Caller(.token(try await shape.prepare(engine, started.session, started.token)))
            for _ in 0..<(isFollowed ? shape.subscriptions : 0) {
                subscriptions.append(try await engine.subscribe(started.session, by: caller))
            }
            guard let action = shape.action else { continue }
            for _ in 0..<action.count {
                let change = Change.action(
                    name: "toast",
                    params: try RawJSON(validating: Array(action.json.utf8)),
                    screen: nil,
                    draft: nil
                )
                let answer = await engine.perform(change, on: started.session, by: caller)
                guard answer.status == 200 else {
                    throw Failure(description: String(decoding: answer.body, as: UTF8.self))
                }
            }
        }
        return subscriptions
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    /// A device with these screens besides the one that it is shown.
    private static func device(_ screens: [String]) -> String {
        #"{"screens":{\#((screens + ["Tally.Page"]).map { "\"\($0)\":1" }.joined(separator: ","))}}"#
    }

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[\((0..<count).map(element).joined(separator: ","))]"
    }
}
