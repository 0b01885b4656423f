#if Postgres
import Testing

extension PostgresNodeTests {
    @Test func killedConsumerReadsEachChangeOnceFromNodesOfWhichOneIsKilled() async throws {
        let nodes = try await nodes(3)
        let trial = try await EventTrial(at: nodes)
        try await trial.run { nodes[1].kill() }
    }
}
#endif
