import Fairway

/// A puppet's screen, identified by its label. Its action carries a list of commands.
protocol LabelledScreen: Screen {
    var label: String { get }
}

/// The action of a puppet's screen.
enum Doing: Codable {
    case perform([Command])

    var commands: [Command] {
        switch self {
        case .perform(let commands): commands
        }
    }
}

struct Page: LabelledScreen, Hashable {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}

/// A page of another type, so that a flow can go back to it by its type.
struct Landmark: LabelledScreen {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}

struct Question: Alert, LabelledScreen {
    typealias Action = Doing
    var label: String
    var title: Text = "Really?"
    var message: Text = ""
    var buttons: [AlertButton] = []
    init(_ label: String) { self.label = label }
}

struct Slip: Sheet, LabelledScreen {
    typealias Action = Doing
    var label: String
    init(_ label: String) { self.label = label }
}
