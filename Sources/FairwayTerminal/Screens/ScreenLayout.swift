import FairwayWire

/// Lays out a screen from its view model and schemas, without knowledge of the flow.
struct ScreenLayout {
    private(set) var lines: [StyledLine] = []
    /// The choices, in the order of their numbers.
    private(set) var choices: [NumberedAction]
    let width: Int
    private let screen: ScreenDocument
    private let viewModel: JSONValue
    private let types: [String: FormFieldType]
    private let rowActions: [RowAction]

    /// The maximum number of rows shown of a list, and the maximum depth of members shown of a value.
    static let mostRows = 500
    static let mostDepth = 8

    /// Lays out a screen with the schemas of its actions' parameters. Numbers its choices after `choices`, those of the
    /// screens above.
    init(_ screen: ScreenDocument, schemas: JSONObject, after choices: [NumberedAction] = [], width: Int) {
        self.screen = screen
        self.choices = choices
        self.width = max(width, 8)
        viewModel = (try? JSON.decode(JSONValue.self, from: screen.viewModel.bytes)) ?? .null
        types = Dictionary(
            screen.actions.map { ($0, FormFieldType(schema: schemas[$0] ?? [:])) },
            uniquingKeysWith: { first, _ in first }
        )
        rowActions = RowAction.all(in: viewModel, screen.actions, types)
        drawHeading()
        drawMembers()
        drawActions()
        while lines.last?.spans.isEmpty == true { lines.removeLast() }
    }

    /// The initial values for a form of this screen: the draft, then the view model.
    static func known(_ screen: ScreenDocument) -> [JSONValue] {
        [screen.draft, screen.viewModel].compactMap { $0 }.compactMap {
            try? JSON.decode(JSONValue.self, from: $0.bytes)
        }
    }

    private mutating func drawHeading() {
        let title = viewModel["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        add(title ?? DisplayNames.screen(screen.name), .title)
        if let message = viewModel["message"]?.string, !message.isEmpty { add(message) }
        lines.append(StyledLine())
    }

    private mutating func drawMembers() {
        guard let members = viewModel.object?.members else {
            add(value: viewModel, named: "", indent: 0)
            return
        }
        let edited = editedNames
        for (name, value) in members where !isHeading(name, value) {
            if let rows = value.array {
                add(rows: rows, named: name)
            } else if !edited.contains(name) || value.object != nil {
                add(value: value, named: name, indent: 0)
            }
        }
        if lines.last?.spans.isEmpty == false { lines.append(StyledLine()) }
    }

    /// The names of the values that the screen's forms edit. Such values are shown in the forms only.
    private var editedNames: Set<String> {
        let forms = screen.actions.filter { action in !rowActions.contains { $0.action == action } }
        return Set(forms.flatMap { types[$0]?.members?.map(\.name) ?? [] })
    }

    private func isHeading(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "title", "message": value.string != nil
        case "buttons": value.array?.allSatisfy { $0["action"]?.string != nil } == true
        default: false
        }
    }

    private mutating func drawActions() {
        let buttons = (viewModel["buttons"]?.array ?? []).filter { button in
            button["action"]?.string.map(screen.actions.contains) == true
        }
        var claimed = Set(rowActions.map(\.action))
        for button in buttons {
            guard let action = button["action"]?.string, claimed.insert(action).inserted else { continue }
            addChoice(action, titled: button["title"]?.string ?? DisplayNames.action(action))
        }
        for action in screen.actions where !claimed.contains(action) {
            addChoice(action, titled: DisplayNames.action(action))
        }
    }

    private mutating func addChoice(_ action: String, titled title: String) {
        let type = types[action] ?? FormFieldType(kind: .json, isOptional: true)
        let asks: NumberedAction.Asks = type.isEmpty ? .nothing(nil) : .form(type)
        number(NumberedAction(screen: screen.id, action: action, asks: asks), title + (type.isEmpty ? "" : " …"))
    }

    private mutating func number(_ choice: NumberedAction, _ text: String) {
        choices.append(choice)
        let number = String(choices.count)
        let label = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
        for (index, part) in text.wrapped(to: width - label.count).enumerated() {
            let margin = index == 0 ? label : String(repeating: " ", count: label.count)
            lines.append(StyledLine(margin, .choice) + StyledLine(part))
        }
    }
}

extension ScreenLayout {
    private mutating func add(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) {
        let margin = margin(indent)
        for part in ValueText.shortened(text).wrapped(to: width - margin.count) {
            lines.append(StyledLine(margin + part, style))
        }
    }

    private func margin(_ indent: Int) -> String { String(repeating: " ", count: min(indent, width / 2)) }

    private mutating func add(rows: [JSONValue], named name: String) {
        if let last = lines.last, !last.spans.isEmpty { lines.append(StyledLine()) }
        add(DisplayNames.name(name), .quiet)
        if rows.isEmpty { add("Nothing here yet", .quiet, indent: 2) }
        let action = rowActions.first { $0.member == name }
        for (index, row) in rows.prefix(Self.mostRows).enumerated() {
            let text = ValueText.shortened(ValueText.row(row))
            if let action {
                let asks = NumberedAction.Asks.nothing(action.parameters(of: row, at: index))
                number(NumberedAction(screen: screen.id, action: action.action, asks: asks), text)
            } else {
                for (index, part) in text.wrapped(to: width - 4).enumerated() {
                    lines.append(StyledLine(index == 0 ? "  - " : "    ", .quiet) + StyledLine(part))
                }
            }
        }
        if rows.count > Self.mostRows { add("and \(rows.count - Self.mostRows) more", .quiet, indent: 2) }
        lines.append(StyledLine())
    }

    private mutating func add(value: JSONValue, named name: String, indent: Int) {
        let label = name.isEmpty ? "" : DisplayNames.name(name) + ": "
        let margin = margin(indent)
        if let members = value.object?.members, !members.isEmpty, indent / 2 < Self.mostDepth {
            if !label.isEmpty { lines.append(StyledLine(margin + label, .quiet).cut(to: width)) }
            for member in members { add(value: member.value, named: member.name, indent: indent + 2) }
            return
        }
        let text = ValueText.shortened(value.array == nil ? ValueText.text(value) : ValueText.row(value))
        let room = width - margin.count - label.columns
        // A value that does not fit beside its name is put below it.
        guard room >= 8, !text.contains("\n") else {
            lines.append(StyledLine(margin + label, .quiet).cut(to: width))
            add(text, indent: indent + 2)
            return
        }
        for (index, part) in text.wrapped(to: room).enumerated() {
            let before = index == 0 ? label : String(repeating: " ", count: label.columns)
            lines.append(StyledLine(margin + before, .quiet) + StyledLine(part))
        }
    }
}
