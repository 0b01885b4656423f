import Fairway
import FairwayServer

/// The sample app: every system that Fairway comes from, and what a real app does.
@main struct Samples: FairwayApp {
    static var app: App {
        App(initial: Home()) {
            Flow(Counter())
            Flow(Tutorial())
        }
    }
}
