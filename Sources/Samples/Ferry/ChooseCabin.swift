import Fairway

/// The cabins of a sailing in three tabs. Finishes with the chosen cabin.
struct ChooseCabin: FlowController {
    typealias Output = Ferry.Cabin

    var sailing = Ferry.Sailing.example.id
    var passengers = 1
    /// The current hold of the booking. Its cabin counts as free.
    var hold: String?

    static let title = "Choose a cabin"
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

    static let title = "Cabins"
    static let about = "The cabins of one kind."

    func start(_ nav: Navigator<Self>) {
        nav.show(List(kind: kind, sailing: sailing, hold: hold))
    }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            switch action {
            case .didSelectCabin(let number): nav.show(Detail(cabin: try await flow.cabin(number, nav)))
            case .cancelButtonPressed: nav.dismiss()
            }
        }
        on(Detail.self) { flow, screen, action, nav in
            switch action {
            case .chooseButtonPressed: nav.finish(screen.cabin)
            }
        }
    }

    private func cabin(_ number: String, _ nav: Navigator<Self>) async throws -> Ferry.Cabin {
        let inventory = try nav.dependencies[CabinInventory.self]
        let isTaken = try await inventory.taken(on: sailing, except: hold, at: nav.now).contains(number)
        guard let cabin = CabinInventory.cabins.first(where: { $0.number == number }), !isTaken else {
            try nav.reject("number", "sold-out", "This cabin is taken.")
        }
        guard cabin.sleeps >= passengers else {
            try nav.reject("number", .tooSmall, "This cabin is too small for all passengers.")
        }
        return cabin
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
            Control(Action.didSelectCabin, "Show", on: .row(of: \.offers, \.number))
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        struct ViewModel: Codable {
            var kind: Ferry.Cabin.Kind
            var kindText: String
            var offers: [Offer]
        }

        /// A cabin, with its kind and its price as texts.
        struct Offer: Codable {
            var number: String
            var kind: Ferry.Cabin.Kind
            var kindText: String
            var sleeps: Int
            var priceCents: Int
            var price: String
            var isFree: Bool
        }

        func viewModel(in context: ScreenContext) async throws -> ViewModel {
            let inventory = context.dependencies[CabinInventory.self]
            let taken = try await inventory.taken(on: sailing, except: hold, at: context.now)
            let cabins = CabinInventory.cabins.filter { $0.kind == kind }
            return ViewModel(
                kind: kind,
                kindText: context.text(kind.label),
                offers: cabins.map { cabin in
                    Offer(
                        number: cabin.number,
                        kind: kind,
                        kindText: context.text(kind.label),
                        sleeps: cabin.sleeps,
                        priceCents: cabin.priceCents,
                        price: context.euros(cents: cabin.priceCents),
                        isFree: !taken.contains(cabin.number)
                    )
                }
            )
        }

        static let about = "The cabins of one kind, and which of them are free."
        static let examples = Ferry.Cabin.Kind.allCases.map { List(kind: $0, sailing: Ferry.Sailing.example.id) }
    }

    struct Detail: Screen {
        var cabin: Ferry.Cabin

        struct ViewModel: Codable {
            var cabin: Ferry.Cabin
            var cabinText: String
            var sleeps: Int
            var price: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                cabin: cabin,
                cabinText: cabin.text(in: context),
                sleeps: cabin.sleeps,
                price: context.euros(cents: cabin.priceCents)
            )
        }

        enum Action: Codable {
            case chooseButtonPressed
        }

        static let title = "Cabin"
        static var controls: Controls<Self> { Control(.chooseButtonPressed, "Choose this cabin", role: .primary) }

        static let about = "One cabin."
        static let examples = [Detail(cabin: .example)]
    }
}
