import Fairway
import Foundation

/// The `flows` command: prints a table of the active flows.
struct Flows: Command {
    let name = "flows"
    let summary = "Lists the active flows of a running server or of a store."
    let examples = [
        "flows --admin-token TOKEN",
        "flows --server http://10.0.0.7:8080 --flow Tutorial --idle 10m",
        "flows --store sqlite:fairway.sqlite --order oldest --limit 20",
    ]

    func run(_ options: FlowsOptions, console: Console) async throws -> ExitCode {
        let source = try options.source()
        do {
            try await list(options, source, console)
        } catch {
            await source.close()
            throw error
        }
        await source.close()
        return .success
    }

    private func list(_ options: FlowsOptions, _ source: any FlowSource, _ console: Console) async throws {
        var (table, shown, cursor) = (FlowTable?.none, 0, String?.none)
        repeat {
            let left = options.limit.map { $0 - shown } ?? .max
            let page = try await source.page(options.filter, cursor: cursor, limit: min(left, FlowsOptions.mostOnPage))
            // All pages use the column widths of the first page.
            let columns = table ?? FlowTable(fitting: page.flows, on: console.terminal)
            if table == nil, !page.flows.isEmpty { console.say(columns.heading) }
            for line in columns.lines(page.flows) { console.say(line) }
            (table, shown, cursor) = (columns, shown + page.flows.count, page.next)
        } while cursor != nil && shown < options.limit ?? .max
        console.say(Self.ending(shown, more: cursor != nil))
    }

    private static func ending(_ shown: Int, more: Bool) -> String {
        switch (shown, more) {
        case (0, _): "No active flow matches."
        case (_, true): "\(shown) shown, and there are more: raise --limit, or leave it out."
        case (1, false): "1 active flow"
        case (_, false): "\(shown) active flows"
        }
    }
}

struct FlowsOptions: CommandOptions, Equatable {
    var server: URL?
    var adminToken: String?
    var store: StoreLocation?
    var filter = Filter()
    var limit: Int?

    private static let local: URL = {
        guard let url = URL(string: "http://127.0.0.1:8080") else { preconditionFailure("the default URL is invalid") }
        return url
    }()

    static let mostOnPage = 500

    /// The filter and the order, as in the query of `GET /v1/admin/flows`.
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
            "The server to query; by default http://127.0.0.1:8080."
        ),
        Flag(
            "admin-token",
            \.adminToken,
            .token,
            "The operator token that serve prints; safer as an environment variable."
        ),
        Flag("store", \.store, .store, "Reads this store instead of a server. Its server may be running."),
        Flag("flow", \.filter.flow, .text("NAME"), "Only flows with this name."),
        Flag("screen", \.filter.screen, .text("NAME"), "Only flows that last showed this screen."),
        Flag("session", \.filter.session, .text("ID"), "Only flows of this session."),
        Flag("idle", \.filter.idle, .duration(atMost: .seconds(3_650 * 86_400)), "Only flows unchanged for this long."),
        Flag("order", \.filter.order, .choice, "Which flows come first."),
        Flag("limit", \.limit, .integer(in: 1...1_000_000), "The maximum number of flows; all by default."),
    ]

    func validate() throws(CommandError) {
        if server != nil, store != nil {
            throw CommandError(
                .contradiction,
                "flows reads a server or a store: pass --server (FAIRWAY_SERVER) or --store (FAIRWAY_STORE), not both."
            )
        }
        if store == nil, adminToken == nil {
            throw CommandError(
                .missingValue,
                "flows needs the operator token of \(server ?? Self.local). `serve` prints it as “Token”, unless "
                    + "it was started with one. Pass it as --admin-token or FAIRWAY_ADMIN_TOKEN. For another server, pass "
                    + "--server. To read a store instead, pass --store."
            )
        }
    }

    func source() throws -> any FlowSource {
        if let store { return StoredFlows(store: try store.open(.reading)) }
        return ServedFlows(server: server ?? Self.local, token: adminToken ?? "")
    }
}
