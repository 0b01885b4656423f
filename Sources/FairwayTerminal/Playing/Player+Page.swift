import FairwayWire

/// The page that the player shows.
extension Player {
    /// The page for a terminal of `width` columns.
    func page(width: Int) -> TerminalPage {
        guard let front = state.screen, let navigation = state.navigation else { return ending(width) }
        let position = NavigationLayout(navigation, width: width)
        var lines = position.lines + [StyledLine()]
        let said = notice.map { StyledLine($0.text, $0.isFailure ? .failure : .quiet) }
        if let form {
            lines += FormLayout(form, width: width).lines
            return TerminalPage(lines: lines, notice: said, question: question)
        }
        var choices: [NumberedAction] = []
        for (index, screen) in screens.enumerated() {
            if index > 0 { lines += [StyledLine(), StyledLine(String(repeating: "─", count: width), .quiet)] }
            let layout = ScreenLayout(screen, schemas: schemas(of: screen), after: choices, width: width)
            lines += layout.lines
            choices = layout.choices
        }
        lines += [StyledLine(), commands(front, hasTabs: !position.tabs.isEmpty).cut(to: width)]
        return TerminalPage(lines: lines, notice: said, question: question, choices: choices, tabs: position.tabs)
    }

    private func schemas(of screen: ScreenDocument) -> JSONObject {
        let all = catalog.screens.filter { $0.name == screen.name }
        return (all.first { $0.version == screen.version } ?? all.first)?.actions ?? [:]
    }

    private func commands(_ front: ScreenDocument, hasTabs: Bool) -> StyledLine {
        let all = [front.back ? "b back" : nil, hasTabs ? "t1 tab" : nil, "r refresh", "/… link", "q quit"]
        return StyledLine(all.compactMap(\.self).joined(separator: "   "), .quiet)
    }

    var question: Question {
        guard state.status == .active else { return Question(id: "over", label: "") }
        guard let form else { return Question(id: "choice", label: isBusy ? "… " : "> ") }
        guard let index = form.current else { return Question(id: "sent", label: "… ") }
        let field = form.fields[index]
        return Question(
            id: "\(form.screen)/\(form.action)/\(index)/\(form.lines[index] ?? "")",
            label: field.label + ": ",
            initial: field.type.isSecret ? "" : form.initialLine(of: index),
            isSecret: field.type.isSecret
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
            lines += ValueText.shortened("Result: \(ValueText.text(result))").wrapped(to: width).map { StyledLine($0) }
        }
        return TerminalPage(lines: lines, question: question)
    }
}
