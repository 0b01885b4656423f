import Fairway
import FairwayClient
import FairwayOperators
import FairwayWire
import Foundation

/// A source of pages of flows: a server or a store.
protocol FlowSource: Sendable {
    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> FlowsDocument

    /// The names that flows have here.
    func names() async throws -> [String]

    func close() async
}

struct ServedFlows: FlowSource {
    private let server: URL
    private let token: String
    private let transport: Transport

    init(server: URL, token: String) {
        self.server = server
        self.token = token
        transport = Transport(server)
    }

    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> FlowsDocument {
        let query: [(String, String?)] = [
            ("flow", filter.flow), ("screen", filter.screen), ("session", filter.session),
            ("user", filter.user), ("idle", filter.idle.map { "\($0.components.seconds)" }),
            ("order", filter.order.rawValue),
            ("limit", "\(limit)"), ("cursor", cursor),
        ]
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return try await get("/v1/admin/flows?\(pairs.joined(separator: "&"))")
    }

    func names() async throws -> [String] { try await get("/v1/catalog", as: Catalog.self).flows.map(\.name) }

    private func get<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) async throws -> Value {
        do throws(ClientError) {
            return try await transport.send(APICall("GET", path, by: .token(token))).decoded()
        } catch {
            throw UnusableServer(error, at: server, flag: "server")
        }
    }

    func close() async {}

    /// Percent-encodes everything but the unreserved characters (RFC 3986, section 2.3).
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

/// A server's error as a message for the terminal.
struct UnusableServer: Error, CustomStringConvertible {
    let description: String

    /// - Parameter flag: The flag that names the server.
    init(_ error: ClientError, at server: URL, flag: String) {
        switch error {
        case .problem(let problem, _) where problem.code == .forbidden:
            description =
                "\(server) rejected the token. Pass the token of an operator of that server as --admin-token."
        case .problem(let problem, _): description = "\(server): \(problem.detail ?? problem.title)"
        case .network(let failure):
            let reason = failure.localizedDescription
            description = "\(server) cannot be reached (\(reason)). Is the server running there?"
        case .unexpected(let status, _):
            description =
                "\(server) gave an answer (status \(status)) that no Fairway server gives. Check --\(flag)."
        case .unsendable(let reason): description = reason
        // This client has no users.
        case .noUserToken(let failure): description = "\(failure)"
        }
    }
}

struct StoredFlows: FlowSource {
    let store: any OperatorStore

    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> FlowsDocument {
        let page = try await store.flows(
            FlowsQuery(
                flow: filter.flow,
                screen: filter.screen,
                session: filter.session,
                user: filter.user,
                idleSince: filter.idle.map {
                    SystemClock().now.addingTimeInterval(-Double($0.components.seconds))
                },
                order: filter.order,
                cursor: cursor,
                limit: limit
            )
        )
        return FlowsDocument(flows: page.rows.map(FlowDocument.init), next: page.next)
    }

    func names() async throws -> [String] {
        try await store.flows(FlowsQuery(limit: FlowsOptions.mostOnPage)).rows.map(\.flow)
    }

    func close() async { await store.close() }
}
