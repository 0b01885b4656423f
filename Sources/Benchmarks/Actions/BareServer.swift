import Dispatch
import Fairway
import FairwayHTTP
import FairwaySQLite
import Foundation
import Synchronization

/// What a server can do at most that answers over our sockets from our store: the rows of an action on `Counter` are
/// written as the engine writes them, and no engine runs. `fairway-benchmarks bare-server FILE SESSIONS`.
enum BareServer {
    /// Makes an answer as long as a state of `Counter`.
    private static let filling = String(repeating: "x", count: 300)

    static func run(_ arguments: ArraySlice<String>) async throws {
        guard let path = arguments.first, let sessions = arguments.last.flatMap({ Int($0) }),
            let address = SocketAddress("127.0.0.1", port: 0)
        else { exit(64) }
        let store = try SQLiteStore(path)
        let counters = (0..<sessions).map { StoredCounter($0) }
        for counter in counters { _ = try await store.commit(counter.starting()) }
        let revisions = Mutex(Array(repeating: 1, count: sessions))
        var router = Router<Void>()
        router.on(.post, "/v1/sessions/{number}/actions") { (request, exchange, number: Int) in
            let revision = revisions.withLock { $0[number] }
            exchange.respond {
                let commit = counters[number].counting(from: revision)
                guard try await store.commit(commit) == .committed else { return Response(500) }
                revisions.withLock { $0[number] = revision + 1 }
                return Response(
                    200,
                    .json,
                    headers: ["Cache-Control": "no-store"],
                    body: answer(counters[number], revision + 1)
                )
            }
        }
        let server = HTTPServer(router: router, configuration: ServerConfiguration(addresses: [address]))
        for address in try server.start() { print("listening on http://\(address)") }
        fflush(nil)
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }

    /// As long as a state of `Counter`.
    private static func answer(_ counter: StoredCounter, _ revision: Int) -> [UInt8] {
        Array(
            """
            {"session":"\(counter.id)","revision":\(revision),"viewModel":{"count":\(revision - 1)},"text":"\(filling)"}
            """.utf8
        )
    }
}
