import Fairway
import FairwayServer

/// The app that is measured where the samples have no flow for it.
struct BenchmarkApp: FairwayApp {
    static let app = App(initial: Entrance()) {
        Flow(Tally())
        Flow(Shaft())
        Flow(Hoard())
    }
}
