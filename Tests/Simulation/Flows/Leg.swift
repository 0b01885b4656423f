import Fairway

/// A flow that can have children of its own type. Its result is its number.
struct Leg: Crossing, Hashable {
    typealias Output = Int

    var number: Int
    var opening: [Deed]
    var log = Logbook()

    init(_ number: Int, _ opening: [Deed]) {
        self.number = number
        self.opening = opening
    }

    func end(_ nav: Navigator<Self>) { nav.finish(number) }

    static var routes: Routes<Self> { return crossingRoutes }
}
