import FairwayClient
import FairwayWire

/// The terminal client's logic as a value: lines and server states in, requests and pages out.
///
/// It interprets screens, controls and the navigation generically, and has no knowledge of a specific flow.
struct Player: Sendable {
    private(set) var state: StateDocument
    var catalog: Catalog
    private(set) var form: Form?
    private(set) var confirmation: Confirmation?
    private(set) var isBusy = false
    private var newNotice: Notice?
    private(set) var isConnected = true
    /// Whether the page lists the commands in place of the screen.
    private(set) var showsHelp = false
    let format: ValueFormat
    /// Forms that the user has filled in but not sent, newest last.
    private(set) var unsentForms: [Form] = []

    private static let mostUnsentForms = 20

    struct Notice: Hashable, Sendable {
        let text: String
        var isFailure = false
    }

    /// A question that the user must answer before an action is sent.
    struct Confirmation: Hashable, Sendable {
        let text: String
        /// The row on which the user chose the action.
        let row: String?
        let request: UserRequest
        let screen: String
        let action: String
    }

    init(_ state: StateDocument, _ catalog: Catalog, format: ValueFormat, notice: String? = nil) {
        self.state = state
        self.catalog = catalog
        self.format = format
        newNotice = notice.map { Notice(text: $0) }
    }

    /// The newest message that the user has not answered. While the connection is lost, there is always one.
    private(set) var notice: Notice? {
        get {
            let lost = Notice(text: "The connection is lost. Reconnecting …")
            return newNotice ?? (isConnected ? nil : lost)
        }
        set { newNotice = newValue }
    }

    /// The visible screens, the front screen first.
    var screens: [ScreenDocument] { [state.screen].compactMap(\.self) + state.visible }

    /// Shows a state, and effects that were not shown before.
    mutating func show(_ new: StateDocument, effects: [EffectDocument] = []) {
        state = new
        showEffects(effects)
        let ids = Set((state.navigation?.screens ?? []).map(\.id))
        unsentForms.removeAll { !ids.contains($0.content.screen) }
        if let confirmation, !isOffered(confirmation.action, on: confirmation.screen) { self.confirmation = nil }
        guard let form, !updateForm() else { return }
        self.form = nil
        // If the player is busy, the form was sent, so the user needs no notice.
        guard !isBusy else { return }
        if ids.contains(form.content.screen) { keep(form) }
        notice = Notice(text: "The form was closed, because its action is no longer available.")
    }

    /// Shows the newest options in the form. Returns false if its action is no longer offered with these fields.
    private mutating func updateForm() -> Bool {
        guard let content = form?.content, let screen = screens.first(where: { $0.id == content.screen }) else {
            return false
        }
        let newest = ScreenForm.all(of: screen, in: catalog).first { $0.action == content.action }
        return newest.flatMap { form?.update(to: $0) } ?? false
    }

    private func isOffered(_ action: String, on screen: String) -> Bool {
        screens.contains { $0.id == screen && $0.actions.contains(action) }
    }

    /// Reports that the stream was connected or lost.
    mutating func connect(_ isConnected: Bool) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        notice = isConnected ? Notice(text: "Connected again.") : nil
    }

    mutating func end(_ failure: Failure?) {
        isBusy = false
        guard let failure else {
            form = nil
            return
        }
        if var refused = form {
            let rest = refused.refuse(failure.errors)
            if refused.asking.isEmpty { refused.restart() }
            form = refused
            let isAtFields = rest.isEmpty && !refused.errors.isEmpty
            notice =
                isAtFields
                ? nil : Notice(text: rest.isEmpty ? failure.text : rest.joined(separator: " "), isFailure: true)
        } else {
            let details = failure.errors.map { $0.detail ?? $0.code }.joined(separator: " ")
            notice = Notice(text: details.isEmpty ? failure.text : details, isFailure: true)
        }
    }

    struct Failure: Hashable, Sendable {
        let text: String
        var errors: [FieldError] = []
    }

    /// Handles a line. The result of a returned request must be reported with ``end(_:)``.
    mutating func answer(_ line: String) -> UserRequest? {
        guard !isBusy else { return nil }
        notice = nil
        let request = confirmation != nil ? confirm(line.trimmed) : form == nil ? choose(line.trimmed) : fill(line)
        isBusy = request != nil && request != .leave
        return request
    }

    /// Closes the question or the form. If the form is opened again, it shows the same input.
    mutating func leaveForm() {
        guard !isBusy else { return }
        showsHelp = false
        confirmation = nil
        guard let form else { return }
        keep(form)
        self.form = nil
        notice = nil
    }

    private mutating func fill(_ line: String) -> UserRequest? {
        guard var filled = form else { return nil }
        let initial = question.initial
        // Accept the command also if the user typed it after the initial text of the input line.
        if line.trimmed == "<" || (!initial.isEmpty && line == initial + "<") {
            if filled.goBack() { form = filled } else { leaveForm() }
            return nil
        }
        filled.answer(line)
        form = filled
        guard filled.current == nil else { return nil }
        let content = filled.content
        return confirmed(
            .act(screen: content.screen, action: content.action, filled.parameters, draft: filled.draft),
            content,
            row: filled.row
        )
    }

    /// The request, or nil if the user has to confirm it first.
    private mutating func confirmed(
        _ request: UserRequest,
        _ form: ScreenForm,
        row: ScreenForm.Row?
    ) -> UserRequest? {
        guard let text = form.confirm else { return request }
        confirmation = Confirmation(
            text: text,
            row: row.flatMap { self.text(of: $0, form) },
            request: request,
            screen: form.screen,
            action: form.action
        )
        return nil
    }

    /// The text of a row in the newest state; nil if the row is gone.
    private func text(of row: ScreenForm.Row, _ form: ScreenForm) -> String? {
        guard let list = form.list, let screen = screens.first(where: { $0.id == form.screen }),
            let index = form.rows?.first(where: { $0.params == row.params })?.index,
            let elements = screen.decodedViewModel.at(list).array, elements.indices.contains(index)
        else { return nil }
        return format.row(elements[index])
    }

    private mutating func confirm(_ answer: String) -> UserRequest? {
        defer { confirmation = nil }
        if ["y", "yes"].contains(answer.lowercased()) { return confirmation?.request }
        form?.restart()
        return nil
    }

    private mutating func choose(_ line: String) -> UserRequest? {
        guard let front = state.screen else { return .leave }
        showsHelp = line == "?"
        switch line {
        case "", "?": return nil
        case "q", "quit": return .leave
        case "r": return .refresh
        case "b": return .goBack(screen: front.id, draft: unsentForms.last { $0.content.screen == front.id }?.draft)
        default: break
        }
        if line.hasPrefix("/") { return .open(link: line) }
        // Any width will do: the choices do not depend on it.
        let page = page(width: 80)
        if line.hasPrefix("t"), let place = place(String(line.dropFirst()), in: page.tabs.indices) {
            let tab = page.tabs[place]
            return .select(tab: tab.key, container: tab.container)
        }
        guard let place = place(line, in: page.choices.indices) else {
            let text = "\"\(line)\" is not a command. ? lists the commands."
            notice = Notice(text: text, isFailure: true)
            return nil
        }
        return begin(page.choices[place])
    }

    /// The index for a number that the user typed. The input may be too large for an `Int`, so compare strings.
    private func place(_ number: String, in places: Range<Int>) -> Int? {
        places.first { String($0 + 1) == number }
    }

    private mutating func begin(_ choice: NumberedAction) -> UserRequest? {
        let content = choice.form
        guard !choice.isComplete else {
            let params = content.params([:], row: choice.row)
            let request = UserRequest.act(screen: content.screen, action: content.action, params, draft: nil)
            return confirmed(request, content, row: choice.row)
        }
        let kept = unsentForms.firstIndex { $0.isOpened(by: content, row: choice.row) }
        form = Form(content, row: choice.row, format: format)
        if let kept { form?.continueInput(of: unsentForms.remove(at: kept)) }
        return nil
    }

    private mutating func keep(_ form: Form) {
        guard form.draft != nil else { return }
        unsentForms.append(form)
        if unsentForms.count > Self.mostUnsentForms { unsentForms.removeFirst() }
    }

    private mutating func showEffects(_ effects: [EffectDocument]) {
        guard !effects.isEmpty else { return }
        let texts = effects.map { effect in
            let said = effect.payload.members.map { format.text($0.value) }.joined(separator: ", ")
            return said.isEmpty ? DisplayNames.name(effect.effect) : "\(DisplayNames.name(effect.effect)): \(said)"
        }
        notice = Notice(text: ValueFormat.shortened(texts.joined(separator: " · ")))
    }
}

enum UserRequest: Hashable, Sendable {
    case act(screen: String, action: String, JSONValue?, draft: JSONValue?)
    case goBack(screen: String, draft: JSONValue?)
    case select(tab: String, container: String)
    case open(link: String)
    case refresh
    /// Quit the client.
    case leave
}
