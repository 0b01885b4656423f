package import FairwayWire

extension WorkProgress {
    /// What work brought back, as it is stored.
    package func storedResult(of id: String) throws(StoreError) -> RawJSON? {
        do {
            return try result.map { try RawJSON(encoding: $0) }
        } catch {
            throw StoreError(.damaged, "What work \(id) brought back cannot be encoded.", cause: "\(error)")
        }
    }
}
