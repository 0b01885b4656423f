import Fairway
import FairwayHTTP
import FairwayWire

/// What an operator sees and does: the calls under `/v1/admin` (`docs/protocol.md`, section 6). All but the stream reads
/// the store's indexes, never live objects.
struct Admin: Sendable {
    let api: API
    let store: any Store

    func addRoutes(to router: inout Router<Operation>) {
        addFlowRoutes(to: &router)
        addSessionRoutes(to: &router)
        addJobRoutes(to: &router)
        addStreamRoute(to: &router)
    }

    /// Answers an operator with what the store says.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable (AdminQuery) async throws -> Response
    ) {
        api.answer(request, exchange) {
            try api.requireOperator(request)
            let query = try AdminQuery(request)
            do {
                return try await call(query)
            } catch let error as StoreError where error.code == .invalidCursor {
                throw Problem(.malformedRequest, error.message)
            } catch let error as StoreError {
                return api.respond(Answer(Problem(.storeUnavailable), cause: error.message), to: request)
            }
        }
    }
}

extension Operation {
    /// It reads which page of a list is asked for.
    func readsPage() -> Operation {
        reads(query: "limit", "How many rows; 50 unless said, 500 at most.", ["type": "integer", "minimum": 1])
            .reads(query: "cursor", "Where the page begins: `next` of the page before it.")
    }
}
