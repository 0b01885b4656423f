import Fairway

/// A puppet's screen, told apart by its label. Its one action is a list of commands.
protocol LabelledScreen: Screen {
    var label: String { get }
}

/// What a test has a puppet do.
enum Doing: Codable {
    case perform([Command])

    var commands: [Command] {
        switch self {
        case .perform(let commands): commands
        }
    }
}

/// An ordinary screen.
struct Page: LabelledScreen, Hashable {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}

/// A screen that can be gone back to by its type.
struct Landmark: LabelledScreen {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}

/// An alert.
struct Question: Alert, LabelledScreen {
    typealias Action = Doing
    var label: String
    var title = "Really?"
    var message = ""
    var buttons: [AlertButton] = []
    init(_ label: String) { self.label = label }
}

/// A sheet.
struct Slip: Sheet, LabelledScreen {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}
