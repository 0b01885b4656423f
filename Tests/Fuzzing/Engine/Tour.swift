import Fairway
import FairwayWire

/// A flow in its third version.
struct Tour: FlowController {
    typealias Output = Int
    static var version: Int { 3 }

    var name: String
    var stops: [Int]
    var guide: Guide?

    enum Guide: Codable {
        case none
        case named(String, age: Int)
    }

    func start(_ nav: Navigator<Self>) { nav.show(Stop(title: name)) }

    static func migrate(_ stored: JSONValue, from version: Int) throws -> Self {
        guard version == 1, case .object(let members) = stored else { throw Unreadable() }
        return Tour(name: "\(members["title"] ?? .null)", stops: [], guide: nil)
    }

    static var routes: Routes<Self> {
        on(Stop.self) { _, _, nav in nav.goBack() }
    }

    struct Unreadable: Error {}

    struct Stop: Screen {
        static var version: Int { 2 }
        var title: String
        enum Action: Codable { case leave }

        static func migrate(_ stored: JSONValue, from version: Int) throws -> Self { Stop(title: "\(stored)") }
    }
}

/// An ordered flow with a retained screen.
struct Steps: OrderedFlow {
    typealias Output = Int
    var isLong = false

    static var order: Order<Self> {
        step(Place.self, id: "a") { _ in Place(text: "a") }
        step(Place.self, id: "b", when: { $0.isLong }, keep: .retained) { _ in Place(text: "b") }
    }

    static var routes: Routes<Self> {
        on(Place.self) { _, _, nav in nav.goNext() }
    }

    struct Place: Screen {
        var text: String
        enum Action: Codable { case go(times: Int) }
    }
}

/// The initial flow.
struct Hall: FlowController {
    var visits: [String: Int] = [:]

    func start(_ nav: Navigator<Self>) { nav.start(Tour(name: "a", stops: [1], guide: nil)) }

    static var routes: Routes<Self> {
        on(finishOf: Tour.self) { flow, _, nav in nav.start(Steps()) }
    }
}
