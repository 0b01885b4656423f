import FairwayClient
import FairwayWire

/// A form while the user fills it in, one field after another.
struct Form: Hashable, Sendable {
    private(set) var content: ScreenForm
    /// The row on which the user chose the control.
    let row: ScreenForm.Row?
    /// The input into each field; nil for a field that the user has not reached.
    private(set) var inputs: [Input?]
    private(set) var errors: [Int: String] = [:]
    /// The indices of the fields that the user still has to fill in, the current one first.
    private(set) var asking: [Int]
    /// The text that narrows the options of the current field.
    private(set) var filter: String?
    /// The number of lines taken.
    private(set) var answers = 0
    let format: ValueFormat

    struct Input: Hashable, Sendable {
        let line: String
        let value: JSONValue?
    }

    init(_ content: ScreenForm, row: ScreenForm.Row? = nil, format: ValueFormat) {
        self.content = content
        self.row = row
        self.format = format
        inputs = content.fields.map { _ in nil }
        asking = Array(content.fields.indices)
    }

    var fields: [ScreenForm.Field] { content.fields }
    var current: Int? { asking.first }

    func input(of index: Int) -> FieldInput { FieldInput(field: fields[index], format: format) }

    /// The text of a field before the user edits it.
    func initialLine(of index: Int) -> String {
        inputs[index]?.line ?? fields[index].initial.map(input(of: index).line) ?? ""
    }

    /// The text in the input line when a field is asked for. It is empty after a refusal, because the user enters
    /// another value.
    func promptedLine(of index: Int) -> String {
        fields[index].isSecret || filter != nil || errors[index] != nil ? "" : initialLine(of: index)
    }

    /// The text that a page shows as the field's value.
    func shownLine(of index: Int) -> String {
        guard fields[index].isSecret else { return initialLine(of: index) }
        return inputs[index].map { String(repeating: "•", count: $0.line.count) } ?? ""
    }

    /// The label of a field, with an asterisk if a value is required.
    func label(of index: Int) -> String { fields[index].label + (fields[index].isRequired ? " *" : "") }

    /// Whether the user fills in this form for a control on a row.
    func isOpened(by content: ScreenForm, row: ScreenForm.Row?) -> Bool {
        self.content.screen == content.screen && self.content.action == content.action && self.row == row
    }

    /// The most options that are shown at a time.
    private static let mostShown = 12

    /// The options of the current field that have numbers, and the number of further ones.
    var shownOptions: (options: [Catalog.Option], more: Int) {
        guard let index = current, let options = fields[index].options else { return ([], 0) }
        let matching = filter.map { FieldInput.options(options, containing: $0) } ?? options
        let shown = Array(matching.prefix(Self.mostShown))
        return (shown, matching.count - shown.count)
    }

    /// Takes a line for the current field. If it breaks a rule, the field is asked again.
    mutating func answer(_ line: String) {
        guard let index = asking.first else { return }
        answers += 1
        let reading: FieldInput.Reading
        // A label or a date that is not edited need not be read again.
        if !line.isEmpty, line == initialLine(of: index), errors[index] == nil {
            let value = inputs[index].map(\.value) ?? fields[index].initial
            reading = fields[index].violation(of: value ?? .null).map { .violation($0) } ?? .value(value)
        } else {
            reading = input(of: index).reading(of: line, shown: shownOptions.options)
        }
        errors[index] = nil
        filter = nil
        switch reading {
        case .value(let value):
            inputs[index] = Input(line: value.map(input(of: index).line) ?? line, value: value)
            asking.removeFirst()
        case .violation(let violation):
            inputs[index] = Input(line: line, value: nil)
            errors[index] = input(of: index).sentence(violation)
        case .filter:
            filter = line.trimmed
        }
    }

    mutating func goBack() -> Bool {
        filter = nil
        guard let before = asking.first.map({ $0 - 1 }), before >= 0 else { return false }
        asking.insert(before, at: 0)
        return true
    }

    /// Asks for the refused fields again. Returns the messages that belong to no field.
    mutating func refuse(_ problems: [FieldError]) -> [String] {
        var rest: [String] = []
        for problem in problems {
            let said = problem.detail ?? problem.code
            // An error inside a list is shown at the list.
            if let field = content.field(of: problem), let index = fields.firstIndex(of: field) {
                errors[index] = errors[index].map { "\($0) \(said)" } ?? said
            } else {
                rest.append(said)
            }
        }
        asking = errors.keys.sorted()
        return rest
    }

    /// Takes the options and limits of a newer state, and keeps the input. Returns false if the fields differ.
    mutating func update(to content: ScreenForm) -> Bool {
        guard content.fields.map(\.name) == fields.map(\.name) else { return false }
        self.content = content
        return true
    }

    /// Takes the input of another form of the same action, which may have had different options.
    mutating func continueInput(of earlier: Form) {
        guard earlier.fields.map(\.name) == fields.map(\.name) else { return }
        inputs = earlier.inputs
        errors = earlier.errors
    }

    /// Starts again at the first field. The entered lines are kept.
    mutating func restart() {
        filter = nil
        asking = Array(fields.indices)
    }

    /// The parameters entered so far.
    var parameters: JSONValue? { content.params(values { _ in true }, row: row) }

    /// The entered values without secrets; nil if nothing was entered.
    var draft: JSONValue? {
        guard inputs.contains(where: { $0 != nil }) else { return nil }
        return content.params(values { !$0.isSecret }) ?? [:]
    }

    private func values(where isIncluded: (ScreenForm.Field) -> Bool) -> [String: JSONValue] {
        let entered = zip(fields, inputs).compactMap { field, input in
            isIncluded(field) ? input?.value.map { (field.name, $0) } : nil
        }
        return Dictionary(entered) { first, _ in first }
    }
}
