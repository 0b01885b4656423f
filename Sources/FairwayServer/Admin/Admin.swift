import Fairway
import FairwayHTTP
import FairwayWire

/// The operators' API under `/v1/admin` (`docs/protocol.md`, section 6). Lists are read from the store, not from live
/// sessions.
///
/// Documents may be large, so they are read and encoded on two separate threads, where they delay neither event loops
/// nor handlers.
struct Admin: Sendable {
    private static let mostThreads = 2

    let api: API
    let store: any Store
    private let threads = ThreadPool(limit: Self.mostThreads)

    init(api: API, store: any Store) {
        self.api = api
        self.store = store
    }

    func addRoutes(to router: inout Router<APIOperation>) {
        addFlowRoutes(to: &router)
        addSessionRoutes(to: &router)
        addJobRoutes(to: &router)
        addStreamRoute(to: &router)
    }

    /// Checks the operator's token, and answers the call.
    func answer(
        _ request: Request,
        _ exchange: Exchange,
        _ call: @escaping @Sendable (AdminQuery) async throws -> Response
    ) {
        api.answer(request, exchange) {
            try api.requireOperator(request)
            let query = try AdminQuery(request)
            do {
                return try await withTaskExecutorPreference(threads) { try await call(query) }
            } catch let error as StoreError where error.code == .invalidCursor {
                throw Problem(.malformedRequest, error.message)
            } catch let error as StoreError {
                return api.respond(Answer(Problem(.storeUnavailable), cause: error.message), to: request)
            }
        }
    }
}

extension Response {
    /// The encoder yields to other calls after this many rows.
    private static let rowsPerSlice = 32

    /// A page of a list: `{"flows": […], "next": …}`.
    static func page<Row: Encodable>(
        _ name: String,
        _ rows: some Sequence<Row>,
        next: (some Encodable)?
    ) async throws -> Response {
        var body = Array(#"{"\#(name)":["#.utf8)
        for (index, row) in rows.enumerated() {
            if index > 0 {
                body.append(UInt8(ascii: ","))
                if index.isMultiple(of: rowsPerSlice) { await Task.yield() }
            }
            body += try JSON.encode(row)
        }
        body += Array(#"],"next":"#.utf8) + (try next.map { try JSON.encode($0) } ?? Array("null".utf8))
        body.append(UInt8(ascii: "}"))
        return .json(body)
    }
}

extension APIOperation {
    /// Adds the query parameters of a paginated list.
    func readsPage() -> APIOperation {
        reads(query: "limit", "The number of rows; 50 by default, 500 at most.", ["type": "integer", "minimum": 1])
            .reads(query: "cursor", "Where the page starts: `next` of the previous page.")
    }
}
