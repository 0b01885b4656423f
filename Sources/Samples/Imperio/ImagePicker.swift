import Fairway

/// Asks for a source, shows its images, and finishes with the chosen one.
///
/// The parent flow or the client sets the title, so the same screens serve several contexts.
struct ImagePicker: FlowController {
    typealias Output = String

    var title = "Choose an image"

    struct Input: Codable {
        var title: String?
    }

    static var inputRules: Rules<Input> { Rule(\.title, .length(1...60)) }

    static let title = "Images"
    static let about = "Picks an image from the camera or the albums."

    func start(_ nav: Navigator<Self>) {
        nav.show(ChooseSource())
    }

    static var routes: Routes<Self> {
        on(ChooseSource.self) { flow, source, nav in
            switch source {
            case .camera, .albums: nav.show(Picker(title: flow.title, source: source), as: .modal)
            case .cancel: nav.dismiss()
            }
        }
        on(Picker.self) { flow, action, nav in
            switch action {
            case .didSelectImage(let name): nav.finish(name)
            case .didPickImage(let name):
                guard let name else { try nav.reject("name", .required, "Choose an image.") }
                nav.finish(name)
            case .cancelButtonPressed: nav.dismiss()
            }
        }
    }
}

extension ImagePicker {
    init(_ input: Input) { title = input.title ?? title }

    struct ChooseSource: Alert {
        var title: Text = "Choose source."
        var message: Text = ""
        var buttons = [
            AlertButton("Camera", Action.camera), AlertButton("Albums", Action.albums),
            AlertButton("Cancel", Action.cancel, style: .cancel),
        ]

        enum Action: String, Codable {
            case camera, albums, cancel
        }

        static let about = "The sources of images."
        static let examples = [ChooseSource()]
    }

    struct Picker: Screen {
        static let title = "Images"

        var title: String
        var source: ChooseSource.Action
        var images = ["harbour.jpg", "lighthouse.jpg", "ferry.jpg"]

        enum Action: Codable {
            case didSelectImage(name: String)
            /// An image of the user's device.
            case didPickImage(name: String?)
            case cancelButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.didSelectImage, "Choose", on: .row(of: \.images, \.self))
            Control(Action.didPickImage, "Use another image") { name in Field(name, "File name", .length(1...255)) }
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        static let about = "The images to choose from."
        static let examples = [Picker(title: "Choose an image", source: .camera)]
    }
}
