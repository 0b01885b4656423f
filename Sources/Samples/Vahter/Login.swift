import Fairway

/// Signs a user up. Inside an account it opens the main area; elsewhere it finishes with the new member.
struct Login: FlowController {
    typealias Output = Member

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
            case .goToAccountDetailsButtonPressed: nav.show(AccountDetails())
            }
        }
        on(AccountDetails.self) { flow, action, nav in
            switch action {
            case .goToFirstButtonPressed:
                if nav.find((any MainAreaOpening).self, { $0.openMainArea($1) }) == false { nav.finish(Member()) }
            }
        }
    }
}

extension Login {
    struct Welcome: Screen {
        var title = "Welcome"

        enum Action: Codable {
            case createAccountButtonPressed
        }

        static let about = "What everybody sees first."
        static let examples = [Welcome()]
    }

    struct SignUp: Screen {
        var title = "Sign up"

        enum Action: Codable {
            case goToAccountDetailsButtonPressed
        }

        static let about = "The first step of signing up."
        static let examples = [SignUp()]
    }

    struct AccountDetails: Screen {
        var title = "Account details"

        enum Action: Codable {
            case goToFirstButtonPressed
        }

        static let about = "The last step of signing up."
        static let examples = [AccountDetails()]
    }
}
