import Fairway
import FairwayHTTP
import FairwayWire

/// Flows as a running server lists them.
struct ServedFlows: FlowSource {
    private let server: ServerAddress
    private let token: String
    private let client: PlainClient

    init(server: ServerAddress, token: String) {
        self.server = server
        self.token = token
        client = PlainClient(host: server.host, port: server.port)
    }

    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> AdminDocuments.Flows {
        let query: [(String, String?)] = [
            ("flow", filter.flow), ("screen", filter.screen), ("session", filter.session),
            ("idle", filter.idle.map { "\($0.components.seconds)" }), ("order", filter.order.rawValue),
            ("limit", "\(limit)"), ("cursor", cursor),
        ]
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        let reply = try client.send(
            .get,
            "\(server.prefix)/v1/admin/flows?\(pairs.joined(separator: "&"))",
            headers: [("Authorization", "Bearer \(token)")]
        )
        guard reply.status == 200 else { throw Refusal(server, reply) }
        do {
            return try JSON.decode(AdminDocuments.Flows.self, from: reply.body)
        } catch {
            throw Refusal(description: "\(server) answers, but not as a Fairway server does: look at --server.")
        }
    }

    func close() async { client.close() }

    /// What a server did not list, and why.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// RFC 3986, section 2.3: everything but what needs no escape is escaped.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(character) : "%" + (byte < 0x10 ? "0" : "") + digits
        }.joined()
    }
}

extension ServedFlows.Refusal {
    fileprivate init(_ server: ServerAddress, _ reply: PlainReply) {
        let problem = try? JSON.decode(Problem.self, from: reply.body)
        switch problem?.code {
        case .forbidden?:
            self.init(
                description: "\(server) does not take that token: --admin-token is what the server was started with."
            )
        case let code?:
            self.init(description: "\(server): \(problem?.detail ?? code.title)")
        case nil:
            self.init(
                description: "\(server) answered \(reply.status), which a Fairway server would not: look at --server."
            )
        }
    }
}
