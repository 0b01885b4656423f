import Fairway

/// The cabins of a sailing in three tabs. Finishes with the one that was chosen.
struct ChooseCabin: FlowController {
    typealias Output = Ferry.Cabin

    var sailing = Ferry.Sailing.example.id
    /// How many have to sleep in it.
    var passengers = 1
    /// What the booking holds already, which is not in its own way.
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
