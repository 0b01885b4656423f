/// What an engine had to do because other nodes write to the same store.
public struct NodeStatistics: Hashable, Sendable {
    /// How often a change was made again because another node had been faster.
    public package(set) var lostRaces = 0
    /// How often a session in memory was loaded again because another node had changed it.
    public package(set) var catchUps = 0
}
