import Fairway

/// Three pages. The output is true if the user has completed them.
struct Tutorial: FlowController {
    typealias Output = Bool

    static let title = "Tutorial"
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
        static let title = "First page"

        var title = Self.title.text

        enum Action: Codable {
            case nextToPage2ButtonPressed
            case cancelButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.nextToPage2ButtonPressed, "Next", role: .primary)
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        static let about = "The first page."
        static let examples = [Page1()]
    }

    struct Page2: Screen {
        static let title = "Second page"

        var title = Self.title.text

        enum Action: Codable {
            case nextToPage3ButtonPressed
        }

        static var controls: Controls<Self> { Control(.nextToPage3ButtonPressed, "Next", role: .primary) }

        static let about = "The second page."
        static let examples = [Page2()]
    }

    struct Page3: Screen {
        static let title = "Third page"

        var title = Self.title.text

        enum Action: Codable {
            case completeButtonPressed
        }

        static var controls: Controls<Self> { Control(.completeButtonPressed, "Done", role: .primary) }

        static let about = "The last page."
        static let examples = [Page3()]
    }
}
