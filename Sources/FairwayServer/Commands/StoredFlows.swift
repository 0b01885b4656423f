import Fairway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Flows as a store has them.
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
