import Fairway

/// A flow that is as large as whoever starts it says.
struct Hoard: FlowController {
    typealias Output = Done

    var text = ""
    var texts: [String] = []
    var numbers: [Int] = []
    /// How many screens it shows.
    var screens = 1
    /// What each of them holds.
    var screenText = ""
    /// How many letters the view model has of a visible screen that it derives.
    var derived = 0

    func start(_ nav: Navigator<Self>) {
        for number in 0..<screens { nav.show(Page(text: screenText.isEmpty ? "" : "\(screenText)\(number)")) }
        if derived > 0 { nav.show(Derived(length: derived)) }
    }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .toast(let text): nav.perform(Toast(text: text))
            }
        }
        screen(Derived.self)
    }

    struct Page: Screen {
        var text = ""

        enum Action: Codable { case toast(text: String) }
    }

    /// Shows more than it stores.
    struct Derived: Screen {
        var length = 0

        struct ViewModel: Codable, Sendable { var text: String }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(text: String(repeating: "v", count: length))
        }
    }

    /// An instruction to the client.
    struct Toast: Effect { var text: String }
}
