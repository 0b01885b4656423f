public import Fairway
import FairwayWire
public import Testing

extension FairwayApp {
    /// Compares what the examples of every screen of this app show with golden files beside the test, one for each screen
    /// that has examples. The services that are given take the places of the app's own of the same types.
    public static func expectExampleSnapshots(
        overriding services: [Service] = [],
        file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let engine = try Engine(app.overriding(services), store: MemoryStore(), clock: ManualClock())
        for screen in await engine.catalog().screens where !screen.examples.isEmpty {
            try SnapshotFile(screen.name, besideTest: file).expect(
                .array(screen.examples),
                sourceLocation: sourceLocation
            )
        }
    }
}
