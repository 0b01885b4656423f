package import Fairway

/// Adding the journal to the hourly counts and the runs.
extension Operators {
    /// A claim on folding the journal expires after this time if this node does not release it, for example because it has
    /// stopped.
    private static let foldingSeconds = 30.0
    private static let batchForReading = 256
    private static let mostBatchesForReading = 40

    /// Folds journal entries into edge counts and runs, unless another node does so at this moment. Returns the number of
    /// entries.
    package func foldJournal(limit: Int) async throws(StoreError) -> Int {
        guard try await engine.claim(.folding, seconds: Self.foldingSeconds) else { return 0 }
        do {
            let count = try await store.foldJournal(limit: limit)
            _ = try await engine.claim(.folding, seconds: 0)
            return count
        } catch {
            // If this fails too, the claim expires.
            _ = try? await engine.claim(.folding, seconds: 0)
            throw error
        }
    }

    /// Folds the journal before runs are read. The batches are small, so that changes wait only briefly. If the backlog
    /// is too long for all batches together, the sweeper folds the rest.
    package func foldJournalForReading() async throws(StoreError) {
        for _ in 0..<Self.mostBatchesForReading {
            guard try await foldJournal(limit: Self.batchForReading) == Self.batchForReading else { return }
        }
    }
}
