import Fairway
import Foundation

/// A form for a new or existing passenger.
struct EditPassenger: FlowController {
    typealias Output = Ferry.Passenger

    /// The passenger to edit; nil for a new one.
    var passenger: Ferry.Passenger?

    static let about = "Asks for a passenger's name and age."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form(name: passenger?.name ?? "", age: passenger?.age))
    }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .saveButtonPressed(let name, let age):
                let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
                let errors = Form.errors(name, age)
                guard errors.isEmpty else { try nav.reject(errors) }
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

        static func errors(_ name: String, _ age: Int) -> [FieldError] {
            var errors: [FieldError] = []
            if name.isEmpty { errors.append(FieldError("/params/name", "empty", detail: "Give a name.")) }
            if name.count > 100 { errors.append(FieldError("/params/name", "too-long", detail: "Shorten the name.")) }
            if !(0...120).contains(age) {
                errors.append(FieldError("/params/age", "out-of-range", detail: "Give the age in years."))
            }
            return errors
        }

        static let about = "The form."
        static let examples = [Form(), Form(name: "Byron", age: 7)]
    }
}
