import Fairway

/// A form with two fields. The flow asks before it discards changes.
struct EditProfile: FlowController {
    typealias Output = Profile

    var profile = Profile()

    struct Input: Codable {
        var profile: Profile?
    }

    static var inputRules: Rules<Input> {
        Rule(\.profile?.name, .length(...60))
        Rule(\.profile?.email, .length(...255))
    }

    static let title = "Profile"
    static let about = "Edits a name and an e-mail address."

    struct Profile: Codable, Hashable {
        var name = ""
        var email = ""
    }

    func start(_ nav: Navigator<Self>) {
        nav.show(Form(name: profile.name, email: profile.email))
    }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .saveButtonPressed(let name, let email):
                nav.finish(Profile(name: name, email: email))
            case .cancelButtonPressed:
                nav.dismiss()
            }
        }
        on(back: Form.self) { flow, back, nav in
            let typed = back.draft(as: Form.Draft.self)
            guard typed?.differs(from: flow.profile) ?? (back.draft != nil) else { return .leave }
            nav.show(Unsaved())
            return .stay
        }
        on(Unsaved.self) { flow, answer, nav in
            switch answer {
            case .discard: nav.dismiss()
            case .keepEditing: break
            }
        }
    }
}

extension EditProfile {
    init(_ input: Input) { profile = input.profile ?? profile }

    struct Form: Screen {
        static let title = "Profile"

        var name: String
        var email: String

        enum Action: Codable {
            case saveButtonPressed(name: String, email: String)
            case cancelButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.saveButtonPressed, "Save", role: .primary) { name, email in
                Field(name, "Name", .length(1...100))
                Field(email, "E-mail", .email)
            }
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        /// The draft of the form. A client may omit fields that were not edited.
        struct Draft: Codable {
            var name: String?
            var email: String?

            func differs(from profile: Profile) -> Bool {
                (name ?? profile.name) != profile.name || (email ?? profile.email) != profile.email
            }
        }

        static let about = "The form."
        static let examples = [Form(name: "Ada Lovelace", email: "ada@example.org")]
    }

    struct Unsaved: Alert {
        var title: Text = "Discard your changes?"
        var message: Text = "Your input is not saved."
        var buttons = [
            AlertButton("Discard", Action.discard, style: .destructive),
            AlertButton("Keep editing", Action.keepEditing, style: .cancel),
        ]

        enum Action: String, Codable {
            case discard, keepEditing
        }

        static let about = "Asks before unsaved input is discarded."
        static let examples = [Unsaved()]
    }
}
