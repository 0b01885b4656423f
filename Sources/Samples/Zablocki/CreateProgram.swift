import Fairway

/// A form that starts another flow to choose a cover.
struct CreateProgram: FlowController {
    typealias Output = Programs.Program

    var cover: String?

    static let about = "Creates a program, with a cover from the image picker."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form.self)
    }

    static var routes: Routes<Self> {
        shows(Form.self) { flow in Form(cover: flow.cover) }
        on(Form.self) { flow, action, nav in
            switch action {
            case .coverButtonPressed:
                nav.start(ImagePicker(title: "Choose a cover"))
            case .saveButtonPressed(let name):
                nav.finish(Programs.Program(name: name, cover: flow.cover))
            case .cancelButtonPressed:
                nav.dismiss()
            }
        }
        on(finishOf: ImagePicker.self) { flow, image, nav in flow.cover = image }
    }
}

extension CreateProgram {
    struct Form: Screen {
        static let title = "New program"

        var name = ""
        var cover: String?

        enum Action: Codable {
            case coverButtonPressed
            case saveButtonPressed(name: String)
            case cancelButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.saveButtonPressed, "Save", role: .primary) { name in Field(name, "Name", .length(1...60)) }
            Control(.coverButtonPressed, "Choose a cover")
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        static let about = "The form."
        static let examples = [Form(), Form(name: "Evening swim", cover: "harbour.jpg")]
    }
}
