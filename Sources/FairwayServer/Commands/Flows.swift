import Fairway
import FairwayWire
import Foundation

/// The `flows` command: prints a table of the active flows.
struct Flows: Command {
    let name = "flows"
    let summary = "Lists the active flows of a running server or of a store."
    let examples = [
        "flows --admin-token TOKEN",
        "flows --server http://10.0.0.7:8080 --flow Tutorial --idle 10m",
        "flows --store sqlite:fairway.sqlite --order oldest --limit 20",
        "flows --admin-token TOKEN --user ada --json",
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
        guard !options.printsJSON else { return try await printJSON(options, source, console) }
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
        if shown == 0, let name = options.filter.flow, case let names = try await source.names(), !names.contains(name),
            let meant = Suggestion.nearest(to: name, in: names)
        {
            console.say("There is no flow \(name). Did you mean \(meant)?")
        }
    }

    /// Prints a line with a JSON document for each flow, as `GET /v1/admin/flows` lists it.
    private func printJSON(_ options: FlowsOptions, _ source: any FlowSource, _ console: Console) async throws {
        var (shown, cursor) = (0, String?.none)
        repeat {
            let left = options.limit.map { $0 - shown } ?? .max
            let page = try await source.page(options.filter, cursor: cursor, limit: min(left, FlowsOptions.mostOnPage))
            for flow in page.flows { console.say(String(decoding: try JSON.encode(flow), as: UTF8.self)) }
            (shown, cursor) = (shown + page.flows.count, page.next)
        } while cursor != nil && shown < options.limit ?? .max
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
    var printsJSON = false

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
        var user: String?
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
        Flag("user", \.filter.user, .text("ID"), "Only flows of this user's sessions."),
        Flag(
            "idle",
            \.filter.idle,
            .duration(atMost: .seconds(3_650 * 86_400)),
            "Only flows of sessions in which no user has acted for this long."
        ),
        Flag("order", \.filter.order, .choice, "Which flows come first."),
        Flag("limit", \.limit, .integer(in: 1...1_000_000), "The maximum number of flows; all by default."),
        Flag("json", \.printsJSON, .yes, "Prints a JSON document for each flow, one a line."),
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

/// A table of flows. On a terminal, the flows of a session are below a line for the session, and no line is wider than
/// the terminal. Other programs get a line with all columns for each flow.
struct FlowTable {
    private let columns: [Column]
    private let terminal: OutputTerminal?
    private let now: Date

    /// A column. `least` is the width to which it may shrink; nil if it keeps its width.
    private struct Column {
        var title: String
        var least: Int?
        var width: Int
        var text: @Sendable (FlowDocument, Date) -> String
    }

    private static let gap = 2

    /// Chooses the widths of the columns.
    ///
    /// - Parameters:
    ///   - flows: The flows of the first page.
    ///   - terminal: The terminal; nil if other programs read the table.
    ///   - now: The time from which ages are counted.
    init(fitting flows: [FlowDocument], on terminal: OutputTerminal?, now: Date = SystemClock().now) {
        var columns = terminal == nil ? [Self.session] + Self.ofFlow + [Self.device] : Self.ofFlow
        for index in columns.indices {
            let longest = flows.map { columns[index].text($0, now).count }.max() ?? 0
            columns[index].width = max(columns[index].title.count, longest)
        }
        if let terminal { Self.fit(&columns, terminal.columns - Self.gap) }
        self.columns = columns
        self.terminal = terminal
        self.now = now
    }

    var heading: String {
        guard let terminal else { return line(\.title) }
        return terminal.text(margin + line(\.title), .quiet)
    }

    /// The lines of a page. A session appears once, at the place of its first flow, with parents before children.
    func lines(_ flows: [FlowDocument]) -> [String] {
        guard let terminal else { return flows.map(line) }
        var sessions: [String] = []
        for flow in flows where sessions.last != flow.session && !sessions.contains(flow.session) {
            sessions.append(flow.session)
        }
        let groups = Dictionary(grouping: flows, by: \.session)
        return sessions.flatMap { session in
            let group = (groups[session] ?? []).sorted { $0.depth < $1.depth }
            let device = group.first?.device.idiom?.rawValue ?? "-"
            let title = "\(session)  \(device)".prefix(terminal.columns)
            return [terminal.text(String(title), .strong)] + group.map { margin + line($0) }
        }
    }

    private var margin: String { String(repeating: " ", count: Self.gap) }

    private func line(_ flow: FlowDocument) -> String { line { $0.text(flow, now) } }

    private static let session = Column(title: "SESSION", width: 0) { flow, _ in flow.session }

    private static let device = Column(title: "DEVICE", width: 0) { flow, _ in flow.device.idiom?.rawValue ?? "-" }

    private static let ofFlow = [
        Column(title: "PATH", least: 12, width: 0) { flow, _ in flow.path },
        Column(title: "SCREEN", least: 12, width: 0) { flow, _ in flow.screen ?? "-" },
        Column(title: "FRONT", width: 0) { flow, _ in flow.front ? "yes" : "" },
        Column(title: "IDLE", width: 0) { flow, now in age(of: flow.userActedAt, now) },
        Column(title: "STARTED", width: 0) { flow, now in age(of: flow.startedAt, now) },
    ]

    /// Makes the table fit: shrinks the widest column that can shrink, or drops the last column if none can. The first
    /// column is never dropped, but its text may be truncated.
    private static func fit(_ columns: inout [Column], _ width: Int) {
        while columns.count > 1, columns.reduce(-gap, { $0 + $1.width + gap }) > width {
            let shrinkable = columns.indices.filter { columns[$0].width > columns[$0].least ?? .max }
            guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width }) else {
                columns.removeLast()
                continue
            }
            columns[widest].width -= 1
        }
        columns[0].width = min(columns[0].width, width)
    }

    private func line(_ text: (Column) -> String) -> String {
        var line = ""
        for column in columns {
            let text = text(column)
            let cut = text.count > column.width ? text.prefix(max(0, column.width - 1)) + "…" : text[...]
            line += cut + String(repeating: " ", count: column.width - cut.count + Self.gap)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The time since a moment, in its largest whole unit: `3d`, `5h`, `12m` or `40s`.
    private static func age(of moment: Date, _ now: Date) -> String {
        let seconds = max(0, Int(now.timeIntervalSince(moment)))
        for (letter, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds >= size {
            return "\(seconds / size)\(letter)"
        }
        return "\(seconds)s"
    }
}
