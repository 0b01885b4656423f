import Fairway
import Foundation

/// A form for a new or existing passenger.
struct EditPassenger: FlowController {
    typealias Output = Ferry.Passenger

    /// The passenger to edit; nil for a new one.
    var passenger: Ferry.Passenger?

    static let title = "Passenger"
    static let about = "Asks for a passenger's name and age."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form(name: passenger?.name ?? "", age: passenger?.age))
    }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .saveButtonPressed(let name, let age):
                let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
                guard !name.isEmpty else { try nav.reject("name", "empty", "Enter a name.") }
                nav.finish(Ferry.Passenger(name: name, age: age))
            case .cancelButtonPressed:
                nav.dismiss()
            }
        }
    }
}

extension EditPassenger {
    struct Form: Screen {
        var name = ""
        var age: Int?

        enum Action: Codable {
            case saveButtonPressed(name: String, age: Int)
            case cancelButtonPressed
        }

        static let title = "Passenger"

        static var controls: Controls<Self> {
            Control(Action.saveButtonPressed, "Save", role: .primary) { name, age in
                Field(name, "Name", .length(1...100), hint: "As in the passport")
                Field(age, "Age", .range(0...120), hint: "On the day of departure")
            }
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        static let about = "The form."
        static let examples = [Form(), Form(name: "Byron", age: 7)]
    }
}
