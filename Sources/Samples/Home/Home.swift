import Fairway

/// The initial flow: a menu of all samples. Finished samples return to it.
struct Home: FlowController {
    static let title = "Samples"
    static let about = "The menu of samples."

    func start(_ nav: Navigator<Self>) {
        nav.show(Menu(entries: Sample.allCases.map(\.entry)))
    }

    static var routes: Routes<Self> {
        on(Menu.self) { flow, action, nav in
            switch action {
            case .didSelectEntry(let key): Sample(rawValue: key)?.start(nav)
            }
        }
    }
}

extension Home {
    struct Menu: Screen {
        static let title = "Samples"

        var entries: [Entry] = []

        enum Action: Codable {
            case didSelectEntry(key: String)
        }

        static var controls: Controls<Self> {
            Control(Action.didSelectEntry, "Open", on: .row(of: \.entries, \.key))
        }

        struct Entry: Codable, Hashable {
            var key: String
            var title: Text
            var about: Text
            /// Clients draw a heading above the first entry of a group.
            var group: Text?
        }

        static let about = "The list of samples."
        static let examples = [Menu(entries: Sample.allCases.map(\.entry))]
    }
}

/// The samples, in the order of the menu: flows of real apps, then the demos of other frameworks.
enum Sample: String, CaseIterable {
    case ferry = "Ferry"
    case claim = "Claim"
    case transfer = "Transfer"
    case counter = "Counter"

    case imperio = "Imperio"
    case automatic = "Automatic"
    case goAnywhere = "GoAnywhere"
    case parameters = "Parameters"
    case deeplink = "Deeplink"
    case modalScreens = "ModalScreens"
    case lazyRoot = "LazyRoot"
    case sameScreen = "SameScreen"
    case account = "Account"
    case planets = "Planets"
    case programs = "Programs"

    /// Starts the sample: modal if it is self-contained, otherwise pushed.
    func start(_ nav: Navigator<Home>) {
        switch self {
        case .ferry: nav.start(Ferry(), as: .modal)
        case .claim: nav.start(Claim(), as: .modal)
        case .transfer: nav.start(Transfer(), as: .modal)
        case .counter: nav.start(Counter())
        case .imperio: nav.start(Imperio(), as: .modal)
        case .automatic: nav.start(Automatic())
        case .goAnywhere: nav.start(GoAnywhere())
        case .parameters: nav.start(Parameters())
        case .deeplink: nav.start(Deeplink())
        case .modalScreens: nav.start(ModalScreens())
        case .lazyRoot: nav.start(LazyRoot())
        case .sameScreen: nav.start(SameScreen())
        case .account: nav.start(Account(), as: .modal)
        case .planets: nav.start(Planets())
        case .programs: nav.start(Programs())
        }
    }

    var entry: Home.Menu.Entry {
        switch self {
        case .ferry: entry(of: Ferry.self)
        case .claim: entry(of: Claim.self)
        case .transfer: entry(of: Transfer.self)
        case .counter: entry(of: Counter.self)
        case .imperio: entry(of: Imperio.self, in: Self.otherFrameworks)
        case .automatic: entry(of: Automatic.self, in: Self.otherFrameworks)
        case .goAnywhere: entry(of: GoAnywhere.self, in: Self.otherFrameworks)
        case .parameters: entry(of: Parameters.self, in: Self.otherFrameworks)
        case .deeplink: entry(of: Deeplink.self, in: Self.otherFrameworks)
        case .modalScreens: entry(of: ModalScreens.self, in: Self.otherFrameworks)
        case .lazyRoot: entry(of: LazyRoot.self, in: Self.otherFrameworks)
        case .sameScreen: entry(of: SameScreen.self, in: Self.otherFrameworks)
        case .account: entry(of: Account.self, in: Self.otherFrameworks)
        case .planets: entry(of: Planets.self, in: Self.otherFrameworks)
        case .programs: entry(of: Programs.self, in: Self.otherFrameworks)
        }
    }

    private static let otherFrameworks: Text = "From other frameworks"

    private func entry<F: FlowController>(of flow: F.Type, in group: Text? = nil) -> Home.Menu.Entry {
        Home.Menu.Entry(key: rawValue, title: F.title.text, about: F.about.text, group: group)
    }
}
