import Fairway

/// Three pages. The output is true if the user has completed them.
struct Tutorial: FlowController {
    typealias Output = Bool

    static let about = "Three pages, to be read to the end or cancelled."

    func start(_ nav: Navigator<Self>) {
        nav.show(Page1())
    }

    static var routes: Routes<Self> {
        on(Page1.self) { flow, action, nav in
            switch action {
            case .nextToPage2ButtonPressed: nav.show(Page2())
            case .cancelButtonPressed: nav.finish(false)
            }
        }
        on(Page2.self) { flow, action, nav in
            switch action {
            case .nextToPage3ButtonPressed: nav.show(Page3())
            }
        }
        on(Page3.self) { flow, action, nav in
            switch action {
            case .completeButtonPressed: nav.finish(true)
            }
        }
    }
}

extension Tutorial {
    /// The only page from which the tutorial can be cancelled.
    struct Page1: Screen {
        var title = "First page"

        enum Action: Codable {
            case nextToPage2ButtonPressed
            case cancelButtonPressed
        }

        static let about = "The first page."
        static let examples = [Page1()]
    }

    struct Page2: Screen {
        var title = "Second page"

        enum Action: Codable {
            case nextToPage3ButtonPressed
        }

        static let about = "The second page."
        static let examples = [Page2()]
    }

    struct Page3: Screen {
        var title = "Third page"

        enum Action: Codable {
            case completeButtonPressed
        }

        static let about = "The last page."
        static let examples = [Page3()]
    }
}
