import FairwayClient
import FairwayWire

/// The page that the player shows.
extension Player {
    /// The page for a terminal of `width` columns.
    func page(width: Int) -> TerminalPage {
        guard let front = state.screen, let navigation = state.navigation else { return ending(width) }
        let position = NavigationLayout(navigation, width: width, title: title)
        // A single line with the title of the only screen would repeat the heading.
        let isHeading = position.lines.map(\.text) == [front.title ?? DisplayNames.screen(front.name)]
        var lines = isHeading ? [] : position.lines + [StyledLine()]
        let said = notice.map { StyledLine($0.text, $0.isFailure ? .failure : .quiet) }
        if let confirmation {
            for part in confirmation.text.wrapped(to: width) { lines.append(StyledLine(part, .title)) }
            return TerminalPage(lines: lines, notice: said, question: question)
        }
        if let form {
            lines += FormLayout(form, width: width).lines
            return TerminalPage(lines: lines, notice: said, question: question)
        }
        var choices: [NumberedAction] = []
        for (index, screen) in screens.enumerated() {
            if index > 0 { lines += [StyledLine(), StyledLine(String(repeating: "─", count: width), .quiet)] }
            let layout = ScreenLayout(screen, catalog, after: choices, format: format, width: width)
            lines += layout.lines
            choices = layout.choices
        }
        let commands = commands(front, hasTabs: !position.tabs.isEmpty).wrapped(to: width)
        lines += [StyledLine()] + commands.map { StyledLine($0, .quiet) }
        return TerminalPage(lines: lines, notice: said, question: question, choices: choices, tabs: position.tabs)
    }

    private func title(of reference: ScreenReference) -> String {
        let visible = screens.first { $0.id == reference.id }
        let title = visible.map(\.title) ?? catalog.screens.first { $0.name == reference.name }?.title
        return title ?? DisplayNames.screen(reference.name)
    }

    private func commands(_ front: ScreenDocument, hasTabs: Bool) -> String {
        let all = [
            front.back ? ("b", "back") : nil, hasTabs ? ("t1", "tab") : nil, ("r", "refresh"), ("/…", "link"),
            ("q", "quit"),
        ]
        return all.compactMap(\.self).map { "\($0) \(format.phrase($1))" }.joined(separator: "   ")
    }

    var question: Question {
        guard state.status == .active else { return Question(id: "over", label: "") }
        if let confirmation {
            return Question(id: "confirm/\(confirmation.text)", label: format.phrase("y or n") + ": ")
        }
        guard let form else { return Question(id: "choice", label: isBusy ? "… " : "> ") }
        guard let index = form.current else { return Question(id: "sent", label: "… ") }
        let field = form.fields[index]
        return Question(
            id: "\(form.content.screen)/\(form.content.action)/\(index)/\(form.answers)",
            label: field.label + ": ",
            initial: field.isSecret || form.filter != nil ? "" : form.initialLine(of: index),
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
        var lines = [StyledLine(format.phrase(outcome), .title)]
        if let result = state.result.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) }), !result.isNull {
            lines += ValueFormat.shortened(format.phrase("Result: {}", format.text(result))).wrapped(to: width).map {
                StyledLine($0)
            }
        }
        return TerminalPage(lines: lines, question: question)
    }
}
