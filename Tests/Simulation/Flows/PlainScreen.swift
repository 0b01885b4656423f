import Fairway

/// A screen with a label. `StepsFlow` declares it as a step. The other flows pass it to `nav.show`.
struct PlainScreen: Screen {
    var label: String
    typealias Action = CommandAction

    func viewModel(in context: ScreenContext) -> Model { Model(label: label) }

    /// The view model.
    struct Model: Codable, Sendable {
        var label: String
    }
}

/// A derived screen, and a target for going back.
struct TargetScreen: Screen {
    typealias Action = CommandAction
    var label: String
    var done: Int
}

struct AlertScreen: Alert {
    typealias Action = CommandAction
    var title: Text
    var message: Text = ""
    var buttons: [AlertButton] = []
}

struct SheetScreen: Sheet {
    typealias Action = CommandAction
    var label: String
}

/// The action of every screen.
enum CommandAction: Codable {
    case act(number: Int, commands: [FlowCommand])

    var order: NumberedCommands {
        switch self {
        case .act(let number, let commands): NumberedCommands(number: number, commands: commands)
        }
    }
}

/// The parameters of ``CommandAction``: a unique number, and the commands that the flow carries out.
struct NumberedCommands: Codable {
    var number: Int
    var commands: [FlowCommand]
}
