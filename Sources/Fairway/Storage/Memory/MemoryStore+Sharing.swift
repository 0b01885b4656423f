/// What one of several nodes on the same memory asks.
extension MemoryStore: SharedStore {
    /// What the memory is given; by default the machine's will do.
    public var commonClock: (any WallClock)? { memory.clock }

    /// At which version sessions are now.
    public func versions(of sessions: [String]) throws(StoreError) -> [String: SessionVersion] {
        try use { records in
            var versions: [String: SessionVersion] = [:]
            for session in sessions { versions[session] = records.sessions[session]?.version }
            return versions
        }
    }

    /// Calls back with what nodes have committed.
    public func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { memory.listen(self, listener) }

    /// Takes on a duty, renews it, or lets go of it.
    public func claim(_ claim: DutyClaim) throws(StoreError) -> Bool {
        try use { records in
            let duty = records.duties[claim.duty]
            if let duty, duty.holder != claim.holder, duty.until > claim.now { return false }
            records.duties[claim.duty] = claim
            return claim.until > claim.now
        }
    }
}
