import Fairway
import FairwayServer

/// The flows that benchmarks need and the sample app lacks.
struct BenchmarkApp: FairwayApp {
    static let app = App(initial: Tally()) {
        Flow(Nested())
        Flow(Sized())
    }
}

/// The sample `Counter` without its failing actions.
struct Tally: FlowController {
    var count = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page(count: count)) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .incrementButtonPressed:
                flow.count += 1
                let count = flow.count
                nav.update(Page.self) { $0.count = count }
            }
        }
    }

    struct Page: Screen {
        var count = 0

        enum Action: Codable { case incrementButtonPressed }
    }
}

/// Starts itself `depth` times, then a ``Tally`` on top.
struct Nested: FlowController {
    typealias Output = Done

    var depth = 0

    struct Input: Codable { var depth: Int }

    init(depth: Int = 0) { self.depth = depth }

    init(_ input: Input) { depth = input.depth }

    func start(_ nav: Navigator<Self>) {
        nav.show(Floor(depth: depth))
        if depth > 0 { nav.start(Nested(depth: depth - 1)) } else { nav.start(Tally()) }
    }

    static var routes: Routes<Self> { screen(Floor.self) }

    struct Floor: Screen { var depth = 0 }
}

/// A flow of a size that its input determines.
struct Sized: FlowController {
    typealias Output = Done

    var text = ""
    var texts: [String] = []
    var numbers: [Int] = []
    var screens = 1
    var screenText = ""
    /// The length of the view model of a ``Derived`` screen; 0 for no such screen.
    var derived = 0

    struct Input: Codable {
        var text: String?
        var texts: [String]?
        var numbers: [Int]?
        var screens: Int?
        var screenText: String?
        var derived: Int?
    }

    init() {}

    init(_ input: Input) {
        text = input.text ?? text
        texts = input.texts ?? texts
        numbers = input.numbers ?? numbers
        screens = input.screens ?? screens
        screenText = input.screenText ?? screenText
        derived = input.derived ?? derived
    }

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

    struct Derived: Screen {
        var length = 0

        struct ViewModel: Codable, Sendable { var text: String }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(text: String(repeating: "v", count: length))
        }
    }

    struct Toast: Effect { var text: String }
}
