import FairwayClient
import FairwayServer
import FairwayWire

/// The page that the player shows.
extension Player {
    /// The page for a terminal of `width` columns.
    func page(width: Int) -> TerminalPage {
        guard let front = state.screen, let navigation = state.navigation else { return ending(width) }
        let position = NavigationLayout(navigation, width: width, title: title)
        // A single line with the title of the only screen would repeat the heading of a form or a question.
        let isAlone = position.lines.map(\.text) == [front.heading]
        var lines = isAlone ? [] : position.lines + [StyledLine()]
        let said = notice.map { StyledLine($0.text, $0.isFailure ? .failure : .quiet) }
        if let confirmation {
            for part in confirmation.text.wrapped(to: width) { lines.append(StyledLine(part, .title)) }
            for part in confirmation.row?.wrapped(to: width) ?? [] { lines.append(StyledLine(part)) }
            return TerminalPage(lines: lines, notice: said, question: question)
        }
        if let form {
            lines += FormLayout(form, width: width).lines
            return TerminalPage(lines: lines, notice: said, question: question)
        }
        // The title is shown once: as the end of the user's position, or above each of several screens.
        let showsTitles = screens.count > 1 || position.lines.last?.text.hasSuffix(front.heading) != true
        if !showsTitles { lines = position.lines }
        var choices: [NumberedAction] = []
        for (index, screen) in screens.enumerated() {
            if index > 0 { lines += [StyledLine(), StyledLine(String(repeating: "─", count: width), .quiet)] }
            let layout = ScreenLayout(
                screen,
                catalog,
                after: choices,
                unsent: unsentForms,
                showsTitle: showsTitles,
                format: format,
                width: width
            )
            lines += layout.lines
            choices = layout.choices
        }
        let commands = commands(front, hasTabs: !position.tabs.isEmpty).wrapped(to: width)
        lines += [StyledLine()] + commands.map { StyledLine($0, .quiet) }
        if showsHelp { lines = help(width) }
        return TerminalPage(lines: lines, notice: said, question: question, choices: choices, tabs: position.tabs)
    }

    private func title(of reference: ScreenReference) -> String {
        let visible = screens.first { $0.id == reference.id }
        let title = visible?.heading ?? catalog.screens.first { $0.name == reference.name }?.title
        return title ?? DisplayNames.screen(reference.name)
    }

    private func commands(_ front: ScreenDocument, hasTabs: Bool) -> String {
        let all = [
            front.back ? ("b", "back") : nil, hasTabs ? ("t1", "tab") : nil, ("r", "refresh"), ("/…", "link"),
            ("q", "quit"), ("?", "help"),
        ]
        return all.compactMap(\.self).map { "\($0) \($1)" }.joined(separator: "   ")
    }

    private static let commands = [
        ("1", "choose the action with this number"), ("b", "go back"), ("t1", "select the tab with this number"),
        ("r", "fetch the newest state"), ("/…", "open a link of the app"),
        ("q, quit", "end this client"),
        ("↑ ↓", "scroll; the page keys scroll further"), ("Ctrl-L", "draw the page again"),
    ]

    private static let commandsOfForms = [
        ("Enter", "accept the field"), ("Ctrl-U", "clear the field"), ("<", "return to the previous field"),
        ("Esc", "leave the form; it keeps its input"), ("\"<\"", "enter the text between the quotes"),
    ]

    private func help(_ width: Int) -> [StyledLine] {
        let columns = 8
        let groups = [("Commands", Self.commands), ("In a form", Self.commandsOfForms)].map { title, commands in
            let rows = commands.flatMap { command, meaning in
                meaning.wrapped(to: width - columns).enumerated().map { index, part in
                    let command = index == 0 ? command : ""
                    let gap = String(repeating: " ", count: columns - command.columns)
                    return StyledLine(command + gap, .choice) + StyledLine(part)
                }
            }
            return [StyledLine(title, .title)] + rows
        }
        return Array(groups.joined(separator: [StyledLine()]))
    }

    var question: Question {
        guard state.status == .active else { return Question(id: "over", label: "") }
        if let confirmation {
            return Question(id: "confirm/\(confirmation.text)", label: "y or n: ")
        }
        guard let form else { return Question(id: "choice", label: isBusy ? "… " : "> ") }
        guard let index = form.current else { return Question(id: "sent", label: "… ") }
        let field = form.fields[index]
        return Question(
            id: "\(form.content.screen)/\(form.content.action)/\(index)/\(form.answers)",
            label: field.label + ": ",
            initial: form.promptedLine(of: index),
            isSecret: field.isSecret
        )
    }

    private func ending(_ width: Int) -> TerminalPage {
        let outcome =
            switch state.outcome {
            case .completed: "The flow is completed."
            case .dismissed: "The flow was left."
            case .ended: "The session was ended."
            case .expired: "The session has expired."
            case nil: "The session is over."
            }
        var lines = [StyledLine(outcome, .title)]
        if let result = state.result.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) }), !result.isNull {
            lines += ValueFormat.shortened("Result: \(format.text(result))").wrapped(to: width).map {
                StyledLine($0)
            }
        }
        return TerminalPage(lines: lines, question: question)
    }
}

/// Lays out a form: each field with its input, the options of the current one, and errors below their fields.
struct FormLayout {
    private(set) var lines: [StyledLine]
    private let width: Int

    init(_ form: Form, width: Int) {
        self.width = max(width, 8)
        lines = [StyledLine(form.content.label, .title).cut(to: width), StyledLine()]
        for index in form.fields.indices { draw(index, of: form) }
        lines.append(StyledLine())
        let isMarked = form.fields.contains(where: \.isRequired)
        let help =
            "Enter accepts a field, Ctrl-U clears it, < returns to the previous one, Esc leaves the form."
            + (isMarked ? " * is required." : "")
        for part in help.wrapped(to: self.width) { lines.append(StyledLine(part, .quiet)) }
    }

    private mutating func draw(_ index: Int, of form: Form) {
        let field = form.fields[index]
        let isAsked = index == form.current
        let margin = StyledLine(isAsked ? "› " : "  ", .choice)
        if isAsked {
            lines.append((margin + StyledLine(form.label(of: index), .title)).cut(to: width))
            add(form.input(of: index).hint, .quiet)
            if let hint = field.hint { add(hint, .quiet) }
        } else {
            let label = StyledLine("\(form.label(of: index)): ")
            lines.append((margin + label + StyledLine(form.shownLine(of: index))).cut(to: width))
        }
        if let error = form.errors[index] {
            add(error, .failure)
            let refused = form.shownLine(of: index)
            if isAsked, !field.isSecret, !refused.isEmpty {
                add("You entered: \(refused)", .quiet)
            }
        }
        if isAsked { drawOptions(of: form) }
    }

    private mutating func drawOptions(of form: Form) {
        let (options, more) = form.shownOptions
        for (index, option) in options.enumerated() {
            let number = "    \(index + 1)  "
            for (line, part) in option.label.wrapped(to: width - number.count).enumerated() {
                let margin = line == 0 ? number : String(repeating: " ", count: number.count)
                lines.append(StyledLine(margin, .choice) + StyledLine(part))
            }
        }
        if more > 0 { add("and \(more) more; type a part of a name to find it", .quiet) }
    }

    private mutating func add(_ text: String, _ style: TextStyle) {
        for part in ValueFormat.shortened(text).wrapped(to: width - 4) where !part.isEmpty {
            lines.append(StyledLine("    \(part)", style))
        }
    }
}
