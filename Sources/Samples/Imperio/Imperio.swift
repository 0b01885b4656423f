import Fairway

/// The flows of Imperio's demo, with their results on the main screen.
struct Imperio: FlowController {
    typealias Output = Done

    var profile = EditProfile.Profile(name: "Ada Lovelace", email: "ada@example.org")
    var hasReadTutorial = false
    var image: String?

    static let title = "Imperio"
    static let about = "A tutorial, an image picker and a form, each a flow with a result."

    func start(_ nav: Navigator<Self>) {
        nav.show(Main.self)
    }

    static var routes: Routes<Self> {
        shows(Main.self) { flow in
            Main(
                backgroundColor: flow.hasReadTutorial ? "green" : "black",
                pickedImage: flow.image,
                name: flow.profile.name
            )
        }
        on(Main.self) { flow, action, nav in
            switch action {
            case .tutorialStartButtonPressed: nav.start(Tutorial(), as: .modal)
            case .imagePickerStartButtonPressed: nav.start(ImagePicker())
            case .editProfileButtonPressed: nav.start(EditProfile(profile: flow.profile), as: .push)
            case .closeButtonPressed: nav.finish()
            }
        }
        on(finishOf: Tutorial.self) { flow, wasCompleted, nav in flow.hasReadTutorial = wasCompleted }
        on(finishOf: ImagePicker.self) { flow, image, nav in flow.image = image }
        on(finishOf: EditProfile.self) { flow, profile, nav in flow.profile = profile }
    }
}

extension Imperio {
    struct Main: Screen {
        static let title = "Imperio"

        var backgroundColor = "black"
        var pickedImage: String?
        var name = ""

        enum Action: Codable {
            case tutorialStartButtonPressed
            case imagePickerStartButtonPressed
            case editProfileButtonPressed
            case closeButtonPressed
        }

        static var controls: Controls<Self> {
            Control(.tutorialStartButtonPressed, "Start the tutorial")
            Control(.imagePickerStartButtonPressed, "Pick an image")
            Control(.editProfileButtonPressed, "Edit the profile")
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The results of the other flows."
        static let examples = [
            Main(name: "Ada Lovelace"),
            Main(backgroundColor: "green", pickedImage: "harbour.jpg", name: "Ada Lovelace"),
        ]
    }
}
