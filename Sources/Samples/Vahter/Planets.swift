import Fairway

/// A list, a detail screen and a web page.
struct Planets: FlowController {
    typealias Output = Done

    var beginsWithList = false

    static let title = "Planets"
    static let about = "A list with details, which links can open, and a page on the web."

    func start(_ nav: Navigator<Self>) {
        if beginsWithList { nav.show(List()) } else { nav.show(Start()) }
    }

    static var routes: Routes<Self> {
        on(Start.self) { flow, action, nav in
            switch action {
            case .discoverButtonPressed: nav.show(List())
            }
        }
        on(List.self) { flow, action, nav in
            switch action {
            case .didSelectRow(let index):
                nav.show(Detail(planet: Planet.allCases[index]))
            }
        }
        on(Detail.self) { flow, screen, action, nav in
            switch action {
            case .showInWikipediaButtonPressed:
                nav.perform(OpenURL(screen.planet.url))
                nav.show(Web(url: screen.planet.url), as: .modal)
            case .goToListButtonPressed:
                nav.show(List(), as: .root)
            }
        }
        on(Web.self) { flow, action, nav in
            switch action {
            case .goToListButtonPressed: nav.show(List(), as: .root)
            }
        }
    }

    /// `/planets` opens the list, `/planets/earth` a planet on top of it.
    static let listLink = Link("/planets") { link, nav in
        nav.chain { Planets(beginsWithList: true) }
    }
    static let planetLink = Link("/planets/:planet") { link, nav in
        let name = try link["planet"].lowercased()
        guard let planet = Planet.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
            try nav.notFound("There is no such planet.")
        }
        nav.chain {
            Planets(beginsWithList: true)
            Detail(planet: planet)
        }
    }
}

extension Planets {
    /// From the sun outwards.
    enum Planet: String, Codable, CaseIterable {
        case mercury = "Mercury"
        case venus = "Venus"
        case earth = "Earth"
        case mars = "Mars"
        case jupiter = "Jupiter"
        case saturn = "Saturn"
        case uranus = "Uranus"
        case neptune = "Neptune"

        /// The Wikipedia article. "Mercury" alone is a list of articles.
        var url: String {
            "https://en.wikipedia.org/wiki/\(rawValue)\(self == .mercury ? "_(planet)" : "")"
        }
    }

    struct Start: Screen {
        static let title = "Planets"

        var title = Self.title.text

        enum Action: Codable {
            case discoverButtonPressed
        }

        static var controls: Controls<Self> { Control(.discoverButtonPressed, "Discover", role: .primary) }

        static let about = "The start screen."
        static let examples = [Start()]
    }

    struct List: Screen {
        static let title = "Planets"

        var planets = Planet.allCases

        enum Action: Codable {
            case didSelectRow(index: Int)
        }

        static var controls: Controls<Self> { Control(Action.didSelectRow, "Show", on: .row(of: \.planets)) }

        static let about = "The eight planets."
        static let examples = [List()]
    }

    struct Detail: Screen {
        static let title = "Planet"

        var planet: Planet

        enum Action: Codable {
            case showInWikipediaButtonPressed, goToListButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.showInWikipediaButtonPressed, "Show in Wikipedia", role: .primary)
            Control(.goToListButtonPressed, "All planets")
        }

        static let about = "One planet."
        static let examples = [Detail(planet: .earth)]
    }

    struct Web: Screen {
        static let title = "Wikipedia"

        var url: String

        enum Action: Codable {
            case goToListButtonPressed
        }

        static var controls: Controls<Self> { Control(.goToListButtonPressed, "All planets") }

        static let about = "The planet's article."
        static let examples = [Web(url: Planet.earth.url)]
    }
}
