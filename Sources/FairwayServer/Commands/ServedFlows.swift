import Fairway
import FairwayClient
import FairwayWire
import Foundation

/// Flows as a running server lists them.
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
                Call("GET", "/v1/admin/flows?\(pairs.joined(separator: "&"))", token: token)
            ).decoded()
        } catch {
            throw Refusal(error, of: server)
        }
    }

    func close() async {}

    /// What a server did not list, and why.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// RFC 3986, section 2.3: everything but what needs no escape is escaped.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

extension ServedFlows.Refusal {
    fileprivate init(_ error: ClientError, of server: URL) {
        switch error {
        case .problem(let problem, _) where problem.code == .forbidden:
            self.init(
                description: "\(server) does not take that token: --admin-token is what the server was started with."
            )
        case .problem(let problem, _):
            self.init(description: "\(server): \(problem.detail ?? problem.code.title)")
        case .network(let failure):
            let reason = failure.localizedDescription
            self.init(description: "\(server) cannot be reached (\(reason)). Is the server running there?")
        case .unexpected(let status, _):
            self.init(description: "\(server) answered \(status), and not as a Fairway server does: look at --server.")
        case .unsendable(let reason):
            self.init(description: reason)
        }
    }
}
