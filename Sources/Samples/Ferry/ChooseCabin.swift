import Fairway

/// The cabins of a sailing in three tabs. Finishes with the chosen cabin.
struct ChooseCabin: FlowController {
    typealias Output = Ferry.Cabin

    var sailing = Ferry.Sailing.example.id
    var passengers = 1
    /// The current hold of the booking. Its cabin counts as free.
    var hold: String?

    static let about = "Cabins in tabs, each with a stack of its own."

    func start(_ nav: Navigator<Self>) {
        nav.showTabs {
            Tab("inside", title: "Inside", deck(.inside))
            Tab("outside", title: "Outside", deck(.outside))
            Tab("suite", title: "Suites", deck(.suite))
        }
    }

    static var routes: Routes<Self> {
        on(finishOf: CabinDeck.self) { flow, cabin, nav in nav.finish(cabin) }
        on(dismissOf: CabinDeck.self) { flow, nav in nav.dismiss() }
    }

    private func deck(_ kind: Ferry.Cabin.Kind) -> CabinDeck {
        CabinDeck(kind: kind, sailing: sailing, passengers: passengers, hold: hold)
    }
}

/// The cabins of one kind, with a detail screen.
struct CabinDeck: FlowController {
    typealias Output = Ferry.Cabin

    var kind = Ferry.Cabin.Kind.inside
    var sailing = Ferry.Sailing.example.id
    var passengers = 1
    var hold: String?

    static let about = "The cabins of one kind."

    func start(_ nav: Navigator<Self>) {
        nav.show(List(kind: kind, sailing: sailing, hold: hold))
    }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            switch action {
            case .didSelectCabin(let number): nav.show(Detail(cabin: try flow.cabin(number, nav)))
            case .cancelButtonPressed: nav.dismiss()
            }
        }
        on(Detail.self) { flow, screen, action, nav in
            switch action {
            case .chooseButtonPressed: nav.finish(screen.cabin)
            }
        }
    }

    private func cabin(_ number: String, _ nav: Navigator<Self>) throws -> Ferry.Cabin {
        let offers = try nav.dependencies[CabinInventory.self].offers(kind, on: sailing, except: hold, at: nav.now)
        guard let offer = offers.first(where: { $0.number == number }), offer.isFree else {
            try nav.reject("number", "sold-out", "Somebody else has that cabin.")
        }
        guard offer.sleeps >= passengers else {
            try nav.reject("number", .tooSmall, "You are too many for that cabin.")
        }
        return offer.cabin
    }
}

extension CabinDeck {
    /// The cabins with their availability.
    struct List: Screen {
        var kind: Ferry.Cabin.Kind
        var sailing: String
        var hold: String?

        enum Action: Codable {
            case didSelectCabin(number: String)
            case cancelButtonPressed
        }

        static let title = "Cabins"

        static var controls: Controls<Self> {
            Control(Action.didSelectCabin, "Look", on: .row(of: \.offers, \.number))
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        struct ViewModel: Codable {
            var kind: Ferry.Cabin.Kind
            var offers: [Ferry.CabinOffer]
        }

        func viewModel(in context: ScreenContext) throws -> ViewModel {
            let inventory = context.dependencies[CabinInventory.self]
            return ViewModel(kind: kind, offers: try inventory.offers(kind, on: sailing, except: hold, at: context.now))
        }

        static let about = "The cabins of one kind, and which can be had."
        static let examples = Ferry.Cabin.Kind.allCases.map { List(kind: $0, sailing: Ferry.Sailing.example.id) }
    }

    struct Detail: Screen {
        var cabin: Ferry.Cabin

        enum Action: Codable {
            case chooseButtonPressed
        }

        static let title = "Cabin"
        static var controls: Controls<Self> { Control(.chooseButtonPressed, "Choose this cabin", role: .primary) }

        static let about = "One cabin."
        static let examples = [Detail(cabin: .example)]
    }
}
