import Fairway

/// A flow that can have children of its own type. Its result is its number.
struct NestedFlow: CommandedFlow, Hashable {
    typealias Output = Int

    var number: Int
    var opening: [FlowCommand]
    var log = FlowLog()

    init(_ number: Int, _ opening: [FlowCommand]) {
        self.number = number
        self.opening = opening
    }

    func end(_ nav: Navigator<Self>) { nav.finish(number) }

    static var routes: Routes<Self> { return commandRoutes }
}
