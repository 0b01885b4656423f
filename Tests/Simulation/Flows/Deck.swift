import Fairway

/// A screen with a list of children as its view model.
struct Deck: Screen {
    var label: String
    typealias Action = Doing

    func viewModel(in context: ScreenContext) -> Seen { Seen(label: label, done: 0, results: []) }

    /// The view model. Most flows provide their own.
    struct Seen: Codable, Sendable {
        var label: String
        var done: Int
        var results: [Int]
    }
}

/// A screen with its own type, as a target for going back.
struct Chart: Screen {
    typealias Action = Doing
    var label: String
}

struct Hail: Alert {
    typealias Action = Doing
    var title: String
    var message = ""
    var buttons: [AlertButton] = []
}

struct Slip: Sheet {
    typealias Action = Doing
    var label: String
}

/// The action of every screen.
enum Doing: Codable {
    case act(number: Int, deeds: [Deed])

    var order: Act {
        switch self {
        case .act(let number, let deeds): Act(number: number, deeds: deeds)
        }
    }
}

/// An action with a unique number.
struct Act: Codable {
    var number: Int
    var deeds: [Deed]
}
