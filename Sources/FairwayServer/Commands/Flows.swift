import Fairway

/// `flows`: a table of the active flows, for an operator at a terminal.
struct Flows: Command {
    let name = "flows"
    let summary = "Lists the active flows of a running server or of a store: who is where, and since when."
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
            // Later pages keep the columns of the first.
            let columns = table ?? FlowTable(fitting: page.flows, within: console.width)
            if table == nil, !page.flows.isEmpty { console.say(columns.heading) }
            for flow in page.flows { console.say(columns.line(flow)) }
            (table, shown, cursor) = (columns, shown + page.flows.count, page.next)
        } while cursor != nil && shown < options.limit ?? .max
        console.say(Self.ending(shown, more: cursor != nil))
    }

    private static func ending(_ shown: Int, more: Bool) -> String {
        switch (shown, more) {
        case (0, _): "No active flow is like that."
        case (_, true): "\(shown) shown, and there are more: raise --limit, or leave it out."
        case (1, false): "1 active flow"
        case (_, false): "\(shown) active flows"
        }
    }
}
