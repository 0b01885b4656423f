import Fairway
import FairwayClient
import FairwayWire
import Foundation

/// A source of pages of flows: a server or a store.
protocol FlowSource: Sendable {
    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> AdminDocuments.Flows

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

    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> AdminDocuments.Flows {
        let query: [(String, String?)] = [
            ("flow", filter.flow), ("screen", filter.screen), ("session", filter.session),
            ("idle", filter.idle.map { "\($0.components.seconds)" }), ("order", filter.order.rawValue),
            ("limit", "\(limit)"), ("cursor", cursor),
        ]
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        do throws(ClientError) {
            return try await transport.send(
                APICall("GET", "/v1/admin/flows?\(pairs.joined(separator: "&"))", token: token)
            ).decoded()
        } catch {
            throw FlowListError(error, of: server)
        }
    }

    func close() async {}

    /// A server's error as a message for the terminal.
    struct FlowListError: Error, CustomStringConvertible {
        let description: String
    }

    /// Percent-encodes everything but the unreserved characters (RFC 3986, section 2.3).
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

extension ServedFlows.FlowListError {
    fileprivate init(_ error: ClientError, of server: URL) {
        switch error {
        case .problem(let problem, _) where problem.code == .forbidden:
            self.init(
                description:
                    "\(server) rejected the token. Pass the token with which that server was started as --admin-token."
            )
        case .problem(let problem, _):
            self.init(description: "\(server): \(problem.detail ?? problem.code.title)")
        case .network(let failure):
            let reason = failure.localizedDescription
            self.init(description: "\(server) cannot be reached (\(reason)). Is the server running there?")
        case .unexpected(let status, _):
            self.init(description: "\(server) answered \(status), which no Fairway server does. Check --server.")
        case .unsendable(let reason):
            self.init(description: reason)
        }
    }
}

struct StoredFlows: FlowSource {
    let store: any Store

    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> AdminDocuments.Flows {
        let page = try await store.flows(
            FlowsQuery(
                flow: filter.flow,
                screen: filter.screen,
                session: filter.session,
                untouchedSince: filter.idle.map {
                    SystemClock().now.addingTimeInterval(-Double($0.components.seconds))
                },
                order: filter.order,
                cursor: cursor,
                limit: limit
            )
        )
        return AdminDocuments.Flows(flows: page.rows.map(AdminDocuments.Flow.init), next: page.next)
    }

    func close() async { await store.close() }
}
