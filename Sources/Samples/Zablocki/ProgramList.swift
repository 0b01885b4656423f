import Fairway

/// The left half of the programs on a pad. What its screen's actions mean is decided above it.
struct ProgramList: FlowController {
    var programs: [Programs.Program] = []

    static let about = "The list of programs, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Programs.List(programs: programs))
    }
}
