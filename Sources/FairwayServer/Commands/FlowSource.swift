import Fairway

/// Where `flows` reads, a page at a time.
protocol FlowSource: Sendable {
    func page(_ filter: FlowsOptions.Filter, cursor: String?, limit: Int) async throws -> AdminDocuments.Flows

    /// Lets go of what reading needed.
    func close() async
}
