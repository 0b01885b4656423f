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
    let screen: String
    let action: String
    let asks: Asks

    enum Asks: Hashable, Sendable {
        /// No input: the parameters are known, or the action has none.
        case nothing(JSONValue?)
        /// The user fills in a form.
        case form(FormFieldType)
    }
}

/// A prompt for a line of input.
struct Question: Hashable, Sendable {
    /// Identifies the prompt. If the next prompt has the same id, the line that the user is typing is kept.
    let id: String
    let label: String
    var initial = ""
    var isSecret = false
}

/// Lays out a form: each field with its input, and its error below.
struct FormLayout {
    let lines: [StyledLine]

    init(_ form: Form, width: Int) {
        var lines = [StyledLine(DisplayNames.action(form.action), .title), StyledLine()]
        for (index, field) in form.fields.enumerated() {
            let isAsked = index == form.current
            let typed = form.lines[index].map { field.type.isSecret ? String(repeating: "•", count: $0.count) : $0 }
            let shown = typed ?? (field.type.isSecret ? "" : form.initialLine(of: index))
            let label = StyledLine(isAsked ? "› " : "  ", .choice) + StyledLine(field.label, isAsked ? .title : .plain)
            let value = StyledLine(isAsked ? "  (\(field.hint))" : ": \(shown)", isAsked ? .quiet : .plain)
            lines.append((label + value).cut(to: width))
            for part in (form.errors[index] ?? "").wrapped(to: width - 4) where !part.isEmpty {
                lines.append(StyledLine("    \(part)", .failure))
            }
        }
        self.lines =
            lines + [
                StyledLine(),
                StyledLine("Enter accepts a field, < returns to the previous one.", .quiet).cut(to: width),
            ]
    }
}
