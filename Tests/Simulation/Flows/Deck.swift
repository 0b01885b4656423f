import Fairway

/// An ordinary screen.
struct Deck: Screen {
    var label: String
    typealias Action = Doing

    func viewModel(in context: ScreenContext) -> Seen { Seen(label: label, done: 0, results: []) }

    /// What the client is shown of it; most flows show more than this.
    struct Seen: Codable, Sendable {
        var label: String
        var done: Int
        var results: [Int]
    }
}

/// A screen that can be gone back to by its type.
struct Chart: Screen {
    typealias Action = Doing
    var label: String
}

/// An alert.
struct Hail: Alert {
    typealias Action = Doing
    var title: String
    var message = ""
    var buttons: [AlertButton] = []
}

/// A sheet.
struct Slip: Sheet {
    typealias Action = Doing
    var label: String
}

/// What a user does on any screen.
enum Doing: Codable {
    case act(number: Int, deeds: [Deed])

    var order: Act {
        switch self {
        case .act(let number, let deeds): Act(number: number, deeds: deeds)
        }
    }
}

/// An action as it goes over the wire, told from every other by its number.
struct Act: Codable {
    var number: Int
    var deeds: [Deed]
}
