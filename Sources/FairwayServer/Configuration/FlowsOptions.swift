import Fairway
import Foundation

/// Which flows `flows` lists, and where it reads them.
struct FlowsOptions: CommandOptions, Equatable {
    var server: URL?
    var adminToken: String?
    var store: StoreLocation?
    var filter = Filter()
    var limit: Int?

    /// Where `serve` listens unless told otherwise.
    private static let local: URL = {
        guard let url = URL(string: "http://127.0.0.1:8080") else { preconditionFailure("this is an address") }
        return url
    }()

    /// How many rows a server gives at once.
    static let mostOnPage = 500

    /// Which flows, and from which end; the same as the query of `GET /v1/admin/flows`.
    struct Filter: Equatable, Sendable {
        var flow: String?
        var screen: String?
        var session: String?
        var idle: Duration?
        var order = PageOrder.newest
    }

    static let flags: [Flag<Self>] = [
        Flag(
            "server",
            \.server,
            .url,
            "The running server to ask; http://127.0.0.1:8080 unless --store is given."
        ),
        Flag("admin-token", \.adminToken, .token, "The operator's token of that server; safer as a variable."),
        Flag("store", \.store, .store, "The store to read instead, beside its server or without one."),
        Flag("flow", \.filter.flow, .text("NAME"), "Only flows of that name."),
        Flag("screen", \.filter.screen, .text("NAME"), "Only flows that showed that screen last."),
        Flag("session", \.filter.session, .text("ID"), "Only the flows of that session."),
        Flag("idle", \.filter.idle, .duration(atMost: .seconds(3_650 * 86_400)), "Only flows untouched for so long."),
        Flag("order", \.filter.order, .choice, "Which come first."),
        Flag("limit", \.limit, .integer(in: 1...1_000_000), "How many rows at most; all of them unless said."),
    ]

    func validate() throws(CommandError) {
        if server != nil, store != nil {
            throw CommandError(
                .contradiction,
                "flows reads a server or a store: give --server (FAIRWAY_SERVER) or --store (FAIRWAY_STORE), not both."
            )
        }
        if store == nil, adminToken == nil {
            throw CommandError(
                .missingValue,
                "flows asks a server with its operator's token: give --admin-token (or FAIRWAY_ADMIN_TOKEN), "
                    + "or name a store with --store."
            )
        }
    }

    /// Where the flows are read.
    func source() throws -> any FlowSource {
        if let store { return StoredFlows(store: try store.open(.reading)) }
        return ServedFlows(server: server ?? Self.local, token: adminToken ?? "")
    }
}
