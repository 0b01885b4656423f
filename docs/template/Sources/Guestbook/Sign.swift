import Fairway

/// Signs the book: a form, a preview, and the entry as the result.
struct Sign: FlowController {
    typealias Output = Book.Entry

    func start(_ nav: Navigator<Self>) { nav.show(Form()) }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .continueButtonPressed(let name, let message):
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
        static let title = "Sign the book"

        enum Action: Codable { case continueButtonPressed(name: String, message: String) }

        static var controls: Controls<Self> {
            Control(Action.continueButtonPressed, "Continue", role: .primary) { name, message in
                Field(name, "Name", .length(1...60))
                Field(message, "Message", .length(1...1_000), .multiline)
            }
        }
    }

    struct Preview: Screen {
        static let title = "Your entry"
        var entry: Book.Entry

        enum Action: Codable { case signButtonPressed }

        static var controls: Controls<Self> { Control(.signButtonPressed, "Sign", role: .primary) }
    }
}
