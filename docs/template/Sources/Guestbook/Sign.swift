import Fairway

/// Signs the book: a form, a preview, and the entry as the result.
struct Sign: FlowController {
    typealias Output = Book.Entry

    func start(_ nav: Navigator<Self>) { nav.show(Form()) }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed(let name, let message):
                guard !name.isEmpty else { try nav.reject("name", .required, "Who are you?") }
                nav.show(Preview(entry: Book.Entry(name: name, message: message)))
            }
        }
        on(Preview.self) { flow, screen, action, nav in
            switch action {
            case .signButtonPressed: nav.finish(screen.entry)
            }
        }
    }
}

extension Sign {
    struct Form: Screen {
        enum Action: Codable { case continueButtonPressed(name: String, message: String) }
    }

    struct Preview: Screen {
        var entry: Book.Entry

        enum Action: Codable { case signButtonPressed }
    }
}
