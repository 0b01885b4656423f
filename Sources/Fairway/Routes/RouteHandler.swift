/// What a route runs, once the type of its flow is out of sight.
///
/// A type of its own: a bare function is wrapped anew wherever it is kept as a value of a generic type, in an optional or a
/// dictionary, and every call then goes through all these layers.
struct RouteHandler: Sendable {
    private let body: @Sendable (Transaction, NodeID, Any) async throws -> RouteAnswer

    init(_ body: @escaping @Sendable (Transaction, NodeID, Any) async throws -> RouteAnswer) { self.body = body }

    /// Runs it in a transaction, for a flow. The payload is the action, output, event or whatever the route's key stands for.
    @inline(__always)
    func callAsFunction(_ transaction: Transaction, _ flow: NodeID, _ payload: Any) async throws -> RouteAnswer {
        try await body(transaction, flow, payload)
    }
}
