import FairwayClient
import FairwayServer
import FairwayWire

/// Lays out a screen from its view model and its controls, without knowledge of the flow.
struct ScreenLayout {
    private(set) var lines: [StyledLine] = []
    /// The choices, in the order of their numbers.
    private(set) var choices: [NumberedAction]
    private let width: Int
    private let screen: ScreenDocument
    private let viewModel: JSONValue
    private let format: ValueFormat
    private let forms: [ScreenForm]
    private let rowActions: RowActions
    private let unsent: [Form]

    /// The maximum number of rows shown of a list, and the maximum depth of members shown of a value.
    static let mostRows = 500
    static let mostDepth = 8

    /// Lays out a screen. Numbers its choices after `choices`, those of the screens above.
    ///
    /// - Parameters:
    ///   - unsent: Forms that the user has filled in but not sent. Their input is shown.
    ///   - showsTitle: Whether the first line is the title. It is not if the user's position ends with it.
    init(
        _ screen: ScreenDocument,
        _ catalog: Catalog,
        after choices: [NumberedAction] = [],
        unsent: [Form] = [],
        showsTitle: Bool = true,
        format: ValueFormat,
        width: Int
    ) {
        self.screen = screen
        self.choices = choices
        self.unsent = unsent
        self.format = format
        self.width = max(width, 8)
        viewModel = screen.decodedViewModel
        forms = ScreenForm.all(of: screen, in: catalog)
        rowActions = RowActions(forms, in: viewModel)
        drawHeading(showsTitle)
        drawMembers()
        drawActions()
        while lines.last?.spans.isEmpty == true { lines.removeLast() }
    }

    private mutating func drawHeading(_ showsTitle: Bool) {
        let titles = screen.titles
        if showsTitle { add(screen.heading, .title) }
        if titles.count > 1, titles[1] != titles[0] { add(titles[1]) }
        if let message = viewModel["message"]?.string, !message.isEmpty { add(message) }
        lines.append(StyledLine())
    }

    private mutating func drawMembers() {
        guard let object = viewModel.object else {
            add(viewModel, named: "", at: "", indent: 0)
            return
        }
        let hidden = hiddenMembers
        for (name, value) in object.members where !isHeading(name, value) && !ValueFormat.isRepeated(name, in: object) {
            guard !hidden.contains(name) || value.object != nil else { continue }
            add(value, named: name, at: JSONPointer.pointer([name]), indent: 0)
        }
        if lines.last?.spans.isEmpty == false { lines.append(StyledLine()) }
    }

    /// The members that the screen's forms show: the values that they edit, and the options of their choices.
    private var hiddenMembers: Set<String> {
        let drawn = forms.filter { !rowActions.actions.contains($0.action) }
        let rows = Set(forms.compactMap(\.list))
        let lists = forms.flatMap(\.optionLists).filter { list in
            // A list with more than values and labels is shown, so that the user can compare the options.
            !rows.contains(list) && viewModel.at(list).array?.allSatisfy { $0.object?.members.count ?? 0 <= 2 } == true
        }
        let edited = drawn.flatMap { $0.fields.compactMap(\.path.first) }
        return Set(edited + lists.compactMap { JSONPointer.tokens($0).first })
    }

    private func isHeading(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "title", "message": value.string != nil || value.isNull
        case "buttons": value.array?.allSatisfy { $0["action"]?.string != nil } == true
        default: false
        }
    }

    private mutating func drawActions() {
        let onRows = rowActions.actions
        let drawn = forms.filter { !onRows.contains($0.action) }
        for form in drawn.filter({ $0.role != .cancel }) + drawn.filter({ $0.role == .cancel }) {
            let choice = NumberedAction(form: form, row: nil)
            number(choice, form.label + (choice.isComplete ? "" : " …"), form.role.style)
            if !choice.isComplete { drawFields(of: form) }
        }
    }

    /// Draws the values of a form's fields below its button.
    private mutating func drawFields(of content: ScreenForm) {
        var form = Form(content, format: format)
        if let kept = unsent.first(where: { $0.isOpened(by: content, row: nil) }) { form.continueInput(of: kept) }
        for index in form.fields.indices {
            let value = form.shownLine(of: index)
            let label = "       " + form.label(of: index) + (value.isEmpty ? "" : ": ")
            lines.append((StyledLine(label, .quiet) + StyledLine(value)).cut(to: width))
        }
    }

    /// Draws a choice: its number, a text, and labels beside the text.
    private mutating func number(
        _ choice: NumberedAction,
        _ text: String,
        _ style: TextStyle = .plain,
        beside labels: [StyledLine] = []
    ) {
        let number = numbered(choice)
        let margin = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
        let parts = Self.side(text, style, labels, width: width - margin.count)
        for (index, part) in parts.enumerated() {
            let margin = index == 0 ? margin : String(repeating: " ", count: margin.count)
            lines.append(StyledLine(margin, .choice) + part)
        }
    }

    private mutating func numbered(_ choice: NumberedAction) -> String {
        choices.append(choice)
        return String(choices.count)
    }
}

/// The values of the view model.
extension ScreenLayout {
    private mutating func add(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) {
        let margin = margin(indent)
        for part in ValueFormat.shortened(text).wrapped(to: width - margin.count) {
            lines.append(StyledLine(margin + part, style))
        }
    }

    private func margin(_ indent: Int) -> String { String(repeating: " ", count: min(indent, width / 2)) }

    private mutating func add(_ value: JSONValue, named name: String, at pointer: String, indent: Int) {
        if let rows = value.array, indent == 0 || rows.contains(where: { $0.object != nil }) {
            add(rows: rows, named: name, at: pointer, indent: indent)
            return
        }
        let margin = margin(indent)
        if let object = value.object, !object.members.isEmpty, indent / 2 < Self.mostDepth {
            let label = name.isEmpty ? "" : DisplayNames.name(name) + ":"
            if !label.isEmpty { lines.append(StyledLine(margin + label, .quiet).cut(to: width)) }
            for member in object.members where !ValueFormat.isRepeated(member.name, in: object) {
                let pointer = pointer + JSONPointer.pointer([member.name])
                add(member.value, named: member.name, at: pointer, indent: indent + 2)
            }
            return
        }
        let member = format.member(name, value)
        let label = name.isEmpty ? "" : member.name + ": "
        let text = ValueFormat.shortened(member.text)
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

    private mutating func add(rows: [JSONValue], named name: String, at list: String, indent: Int) {
        if let last = lines.last, !last.spans.isEmpty, indent == 0 { lines.append(StyledLine()) }
        let heading = DisplayNames.name(name)
        // The screen's title may already name the list.
        if heading != screen.title || indent > 0 { add(heading, .quiet, indent: indent) }
        if rows.isEmpty { add("Nothing here yet", .quiet, indent: indent + 2) }
        var group: String?
        for (index, row) in rows.prefix(Self.mostRows).enumerated() {
            if let next = ValueFormat.group(of: row), next != group {
                group = next
                if indent == 0 { lines.append(StyledLine()) }
                add(next, .quiet, indent: indent)
            }
            let text = ValueFormat.shortened(format.row(row))
            let actions = rowActions.choices(on: list, row, index)
            if actions.count == 1 {
                number(actions[0], text, beside: actions[0].form.isDeclared ? [actions[0].labelLine] : [])
            } else {
                let tokens = actions.map { action in
                    StyledLine(numbered(action) + " ", .choice) + action.labelLine
                }
                let room = width - min(indent, width / 2) - 4
                for (index, part) in Self.side(text, .plain, tokens, width: room).enumerated() {
                    lines.append(StyledLine(margin(indent) + (index == 0 ? "  - " : "    "), .quiet) + part)
                }
            }
        }
        if rows.count > Self.mostRows {
            add("and \(rows.count - Self.mostRows) more", .quiet, indent: indent + 2)
        }
        if indent == 0 { lines.append(StyledLine()) }
    }

    /// A text with labels beside it, or below it if they do not fit.
    private static func side(
        _ text: String,
        _ style: TextStyle,
        _ labels: [StyledLine],
        width: Int
    ) -> [StyledLine] {
        var lines = text.wrapped(to: width).map { StyledLine($0, style) }
        for label in labels {
            let line = lines[lines.count - 1] + StyledLine("   ") + label
            if line.columns <= width {
                lines[lines.count - 1] = line
            } else {
                lines.append(label.cut(to: width))
            }
        }
        return lines
    }
}

extension ScreenForm.Role {
    var style: TextStyle {
        switch self {
        case .primary: .title
        case .normal: .plain
        case .destructive: .failure
        case .cancel: .quiet
        }
    }
}

extension ScreenDocument {
    var decodedViewModel: JSONValue {
        (try? JSON.decode(JSONValue.self, from: viewModel.bytes)) ?? .null
    }

    /// The titles of the screen and of its view model.
    fileprivate var titles: [String] {
        [title, decodedViewModel["title"]?.string].compactMap(\.self).filter { !$0.isEmpty }
    }

    /// The line above the screen.
    var heading: String { titles.first ?? DisplayNames.screen(name) }
}
