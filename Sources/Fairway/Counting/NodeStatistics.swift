/// Work that other nodes on the same store cause.
public struct NodeStatistics: Hashable, Sendable {
    /// Changes that were repeated because another node committed first.
    public package(set) var lostRaces = 0
    /// Sessions that were loaded again because another node changed them.
    public package(set) var catchUps = 0
}
