import Fairway

/// The left half of a booking on a pad.
struct BookingSummary: FlowController {
    static let about = "What has been chosen so far, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Ferry.Summary())
    }

    static var routes: Routes<Self> {
        screen(Ferry.Summary.self)
    }
}
