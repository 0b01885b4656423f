import FairwayHTTP
import Foundation

/// A server and what is asked of it.
struct LoadSubject {
    let name: String
    let port: UInt16
    let process: Int32
    let script: LoadScript
    /// The paths of the sessions of a server that starts none.
    var paths: [String] = []
    /// The stored sessions that the connections share among them, instead of one each.
    var stored: (count: Int, active: ActiveSessions)?

    /// Connections that each have a session of their own, or drive many in turn that are stored.
    func connect(_ count: Int) throws -> [LoadConnection] {
        if let stored {
            return try (0..<count).map { part in
                let sessions = StoredSessions(stored.active, of: stored.count, part: part, of: count)
                return try LoadConnection(to: port, sessions, script)
            }
        }
        let client = PlainClient(host: "127.0.0.1", port: port)
        return try (0..<count).map { try LoadConnection(to: port, try session($0, client), script) }
    }

    private struct Started: Decodable {
        var session: String
        var token: String
        var revision: Int
    }

    /// Starts a session, or takes the next path of a server that starts none.
    func session(_ number: Int, _ client: PlainClient) throws -> LoadSession {
        guard let flow = script.flow else {
            return LoadSession(path: paths.isEmpty ? "" : paths[number], token: "none", revision: 1)
        }
        let body = #"{"flow":"\#(flow)","input":\#(script.input)}"#
        let reply = try client.send(.post, "/v1/sessions", body: Array(body.utf8))
        let started = try JSONDecoder().decode(Started.self, from: Data(reply.body))
        return LoadSession(
            path: "/v1/sessions/\(started.session)",
            token: started.token,
            revision: started.revision
        )
    }
}
