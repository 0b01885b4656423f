import FairwayHTTP
import FairwayWire
import Foundation

/// A session of a soak's client. It asks again, under the same key, until there is an answer, whatever becomes of the
/// server meanwhile.
final class SoakSession {
    let server: SoakServer
    private let ledger: SoakLedger
    private(set) var id = ""
    private(set) var token = ""
    private var client: PlainClient
    private var port: UInt16

    private static let pauseMicroseconds: UInt32 = 50_000
    /// A request that has no answer for so long never gets one.
    private static let patienceSeconds: UInt64 = 60

    /// What was not as it has to be.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ server: SoakServer, _ ledger: SoakLedger) {
        self.server = server
        self.ledger = ledger
        port = server.port
        client = PlainClient(host: "127.0.0.1", port: port)
    }

    /// One that was left where it is.
    convenience init(_ kept: SoakLedger.Kept, _ ledger: SoakLedger) {
        self.init(kept.server, ledger)
        (id, token) = (kept.session, kept.token)
    }

    /// Starts the session.
    func start(_ body: String) throws -> StateDocument {
        let reply = try send(.post, "/v1/sessions", body, key: UUID().uuidString)
        guard reply.status == 201 else { throw unexpected(reply) }
        let state = try JSON.decode(StateDocument.self, from: reply.body)
        (id, token) = (state.session, state.token ?? "")
        ledger.count { $0.sessions += 1 }
        return state
    }

    /// Makes a call on the session, once and only once.
    func call(_ call: String, _ body: String?) throws -> PlainReply {
        let began = Nanoseconds.now
        let reply = try send(.post, "/v1/sessions/\(id)\(call)", body, key: UUID().uuidString)
        if !server.isMortal { ledger.note(nanoseconds: Nanoseconds.now - began) }
        ledger.count { $0.actions += 1 }
        return reply
    }

    /// Waits for a revision after that one.
    func next(after revision: Int) throws -> PlainReply {
        while true {
            let headers = [("If-None-Match", "\"\(revision)\""), ("Prefer", "wait=2")]
            let reply = try send(.get, "/v1/sessions/\(id)", nil, headers: headers)
            ledger.count { $0.polls += 1 }
            guard reply.status == 304, !ledger.isStopped else { return reply }
        }
    }

    func read() throws -> PlainReply { try send(.get, "/v1/sessions/\(id)", nil) }

    /// Ends it. Repeated after it has been done, that is told to be over.
    func end() throws {
        let reply = try send(.delete, "/v1/sessions/\(id)", nil, key: UUID().uuidString)
        guard [204, 410].contains(reply.status) else { throw unexpected(reply) }
    }

    /// Lets go of the connection, as a client that comes back later.
    func leave() { client.close() }

    func unexpected(_ reply: PlainReply) -> Failure {
        Failure(description: "\(id): \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
    }

    private func send(
        _ method: FairwayHTTP.Method,
        _ target: String,
        _ body: String?,
        key: String? = nil,
        headers: [(name: String, value: String)] = []
    ) throws -> PlainReply {
        var headers = headers
        if !token.isEmpty { headers.append(("Authorization", "Bearer \(token)")) }
        if let key { headers.append(("Idempotency-Key", key)) }
        let end = Nanoseconds.now + Self.patienceSeconds * 1_000_000_000
        while true {
            do throws(PlainClientError) {
                let reply = try client.send(method, target, headers: headers, body: Array((body ?? "").utf8))
                if ![429, 503].contains(reply.status) { return reply }
            } catch {
                if case .unreadable = error { throw error }
            }
            guard Nanoseconds.now < end else { throw Failure(description: "\(id): no answer to \(target)") }
            ledger.count { $0.repeats += 1 }
            usleep(Self.pauseMicroseconds)
            guard port != server.port else { continue }
            port = server.port
            client = PlainClient(host: "127.0.0.1", port: port)
        }
    }
}
