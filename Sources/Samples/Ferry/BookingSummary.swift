import Fairway

/// The left half of a booking on a pad. The booking is left by its own half.
struct BookingSummary: FlowController {
    static let about = "What has been chosen so far, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Ferry.Summary())
    }

    static var routes: Routes<Self> {
        on(back: Ferry.Summary.self) { flow, back, nav in .stay }
    }
}
