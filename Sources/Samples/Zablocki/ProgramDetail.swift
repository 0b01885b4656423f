import Fairway

/// The right half of the programs on a pad.
struct ProgramDetail: FlowController {
    static let about = "One program, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Programs.Detail())
    }

    static var routes: Routes<Self> {
        screen(Programs.Detail.self)
    }
}
