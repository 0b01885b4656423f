import Fairway

/// The cabins of one kind, and each in detail.
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
        on(Detail.self) { flow, action, nav in
            switch action {
            case .chooseButtonPressed:
                guard let detail = nav.instance(of: Detail.self) else { return }
                nav.finish(detail.cabin)
            }
        }
    }

    private func cabin(_ number: String, _ nav: Navigator<Self>) throws -> Ferry.Cabin {
        let offers = try nav.dependencies[CabinInventory.self].offers(kind, on: sailing, except: hold, at: nav.now)
        guard let offer = offers.first(where: { $0.number == number }) else {
            try nav.reject(FieldError("/params/number", "unknown", detail: "There is no such cabin."))
        }
        guard offer.isFree else {
            try nav.reject(FieldError("/params/number", "sold-out", detail: "Somebody else has that cabin."))
        }
        guard offer.sleeps >= passengers else {
            try nav.reject(FieldError("/params/number", "too-small", detail: "You are too many for that cabin."))
        }
        return offer.cabin
    }
}

extension CabinDeck {
    /// The cabins there are, and which of them can be had.
    struct List: Screen {
        var kind: Ferry.Cabin.Kind
        var sailing: String
        var hold: String?

        enum Action: Codable {
            case didSelectCabin(number: String)
            case cancelButtonPressed
        }

        /// What the inventory says at the moment.
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

        enum Action: Codable, CaseIterable {
            case chooseButtonPressed
        }

        static let about = "One cabin."
        static let examples = [Detail(cabin: .example)]
    }
}
