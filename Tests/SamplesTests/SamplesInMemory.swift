import Fairway

@testable import Samples

/// The sample app, whose services keep their data in memory.
enum SamplesInMemory: FairwayApp {
    static var app: App {
        Samples.app.overriding([Service(DataFolder.self) { _ in DataFolder() }])
    }
}
