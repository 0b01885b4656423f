import Fairway

/// Signs a user up. Inside an account it opens the main area; elsewhere it finishes with the new member.
///
/// The fields are optional, so that the demo can be clicked through. It keeps no password.
struct Login: FlowController {
    typealias Output = Member

    /// The e-mail address that was entered.
    var address: String?

    static let title = "Sign up"
    static let about = "Creates an account, step by step."

    struct Member: Codable, Hashable {
        var name = "Guest"
    }

    func start(_ nav: Navigator<Self>) {
        nav.show(Welcome())
    }

    static var routes: Routes<Self> {
        on(Welcome.self) { flow, action, nav in
            switch action {
            case .createAccountButtonPressed: nav.show(SignUp())
            }
        }
        on(SignUp.self) { flow, action, nav in
            switch action {
            case .goToAccountDetailsButtonPressed(let address, _):
                flow.address = address
                nav.show(AccountDetails())
            }
        }
        on(AccountDetails.self) { flow, action, nav in
            switch action {
            case .goToFirstButtonPressed(let name):
                guard nav.find((any MainAreaOpening).self, { $0.openMainArea($1) }) == false else { return }
                nav.finish((name ?? flow.address).map(Member.init) ?? Member())
            }
        }
    }
}

extension Login {
    struct Welcome: Screen {
        static let title = "Welcome"

        var title = Self.title.text

        enum Action: Codable {
            case createAccountButtonPressed
        }

        static var controls: Controls<Self> { Control(.createAccountButtonPressed, "Sign up", role: .primary) }

        static let about = "The start screen."
        static let examples = [Welcome()]
    }

    struct SignUp: Screen {
        static let title = "Sign up"

        var title = Self.title.text

        enum Action: Codable {
            case goToAccountDetailsButtonPressed(address: String?, password: Sensitive<String>?)
        }

        static var controls: Controls<Self> {
            Control(Action.goToAccountDetailsButtonPressed, "Continue", role: .primary) { address, password in
                Field(address, "E-mail", .email, .placeholder("ada@example.org"))
                Field(password, "Password", .password, .length(8...100), hint: "At least 8 characters")
            }
        }

        static let about = "The first step of signing up."
        static let examples = [SignUp()]
    }

    struct AccountDetails: Screen {
        static let title = "Account details"

        var title = Self.title.text

        enum Action: Codable {
            case goToFirstButtonPressed(name: String?)
        }

        static var controls: Controls<Self> {
            Control(Action.goToFirstButtonPressed, "Finish", role: .primary) { name in
                Field(name, "Name", .length(1...60), hint: "As on your tickets")
            }
        }

        static let about = "The last step of signing up."
        static let examples = [AccountDetails()]
    }
}
