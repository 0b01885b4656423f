import Fairway

@testable import Samples

/// The sample app with tables that are new for every test and leave no file behind.
enum SamplesInMemory: FairwayApp {
    static var app: App {
        Samples.app.overriding([Service(SamplesDatabase.self) { _ in SamplesDatabase.inMemory() }])
    }
}
