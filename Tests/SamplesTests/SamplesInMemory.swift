import Fairway

@testable import Samples

/// The sample app with a temporary database for each test.
enum SamplesInMemory: FairwayApp {
    static var app: App {
        Samples.app.overriding([Service(SamplesDatabase.self) { _ in SamplesDatabase.inMemory() }])
    }
}
