import FairwayClient
import FairwayWire

/// The content of the terminal: lines, a notice and a prompt.
struct TerminalPage: Hashable, Sendable {
    var lines: [StyledLine]
    /// The most recent message, such as a refusal or a lost connection.
    var notice: StyledLine?
    var question: Question
    /// The numbered choices. The user types the index plus one.
    var choices: [NumberedAction] = []
    /// The tabs that can be selected. The user types `t` and the index plus one.
    var tabs: [NavigationLayout.Tab] = []
}

/// An action that the user can choose by its number.
struct NumberedAction: Hashable, Sendable {
    let form: ScreenForm
    /// The row on which it is drawn.
    let row: ScreenForm.Row?

    /// Whether the user has nothing to enter.
    var isComplete: Bool { form.fields.allSatisfy { row?.params[$0.name] != nil } }

    /// The label beside a row.
    var labelLine: StyledLine { StyledLine(form.label + (isComplete ? "" : " …"), form.role.style) }
}

/// A prompt for a line of input.
struct Question: Hashable, Sendable {
    /// Identifies the prompt. If the next prompt has the same id, the line that the user is typing is kept.
    let id: String
    let label: String
    var initial = ""
    var isSecret = false
}
