import Fairway
import FairwayServer

@main struct Claims: FairwayApp {
    static var app: App {
        App(initial: Claim()) {
            Flow(ReportDamage())
            FileClaim.performer
        }
    }
}
