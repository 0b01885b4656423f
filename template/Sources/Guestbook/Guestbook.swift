import Fairway
import FairwayServer

@main struct Guestbook: FairwayApp {
    static var app: App {
        App(initial: Book()) {
            Flow(Sign())
        }
    }
}
