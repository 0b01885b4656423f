import FairwayWire

/// The terminal client's logic as a value: lines and server states in, requests and pages out.
///
/// It interprets screens, schemas and the navigation generically, and has no knowledge of a specific flow.
struct Player: Sendable {
    private(set) var state: StateDocument
    var catalog: Catalog
    private(set) var form: Form?
    private(set) var isBusy = false
    private(set) var notice: Notice?
    private(set) var isConnected = true
    /// Forms that the user has filled in but not sent, newest last.
    private var unsentForms: [Form] = []

    private static let mostUnsentForms = 20

    struct Notice: Hashable, Sendable {
        let text: String
        var isFailure = false
    }

    init(_ state: StateDocument, _ catalog: Catalog, notice: String? = nil) {
        self.state = state
        self.catalog = catalog
        self.notice = notice.map { Notice(text: $0) }
        showEffects(state.effects)
    }

    /// The visible screens, the front screen first.
    var screens: [ScreenDocument] { [state.screen].compactMap(\.self) + state.visible }

    mutating func show(_ new: StateDocument) {
        let isNew = new.revision > state.revision
        state = new
        if isNew { showEffects(new.effects) }
        let ids = Set((state.navigation?.screens ?? []).map(\.id))
        unsentForms.removeAll { !ids.contains($0.screen) }
        guard let form, !screens.contains(where: { $0.id == form.screen && $0.actions.contains(form.action) }) else {
            return
        }
        self.form = nil
        // If the player is busy, the form was sent, so the user needs no notice.
        guard !isBusy else { return }
        if ids.contains(form.screen) { keep(form) }
        notice = Notice(text: "The form was closed, because its action is no longer available.")
    }

    /// Reports that the stream was connected or lost.
    mutating func connect(_ isConnected: Bool) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        notice = Notice(text: isConnected ? "Connected again." : "The connection is lost. Reconnecting …")
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
        let request = form == nil ? choose(line.trimmed) : fill(line)
        isBusy = request != nil && request != .leave
        return request
    }

    /// Closes the form. If it is opened again, it shows the same input.
    mutating func leaveForm() {
        guard !isBusy, let form else { return }
        keep(form)
        self.form = nil
        notice = nil
    }

    private mutating func fill(_ line: String) -> UserRequest? {
        guard var filled = form else { return nil }
        if line.trimmed == "<" {
            if filled.goBack() { form = filled } else { leaveForm() }
            return nil
        }
        filled.answer(line)
        form = filled
        guard filled.current == nil else { return nil }
        return .act(screen: filled.screen, action: filled.action, filled.parameters, draft: filled.draft)
    }

    private mutating func choose(_ line: String) -> UserRequest? {
        guard let front = state.screen else { return .leave }
        switch line {
        case "": return nil
        case "q": return .leave
        case "r": return .refresh
        case "b": return .goBack(screen: front.id, draft: unsentForms.last { $0.screen == front.id }?.draft)
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
            let text = "\"\(line)\" is not a command. Type a number or a letter from the page."
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
        switch choice.asks {
        case .nothing(let parameters):
            return .act(screen: choice.screen, action: choice.action, parameters, draft: nil)
        case .form(let type):
            if let index = unsentForms.firstIndex(where: { $0.screen == choice.screen && $0.action == choice.action }) {
                form = unsentForms.remove(at: index)
                form?.restart()
            } else {
                let known = screens.first { $0.id == choice.screen }.map(ScreenLayout.known) ?? []
                form = Form(screen: choice.screen, action: choice.action, type: type, known: known)
            }
            return nil
        }
    }

    private mutating func keep(_ form: Form) {
        guard form.draft != nil else { return }
        unsentForms.append(form)
        if unsentForms.count > Self.mostUnsentForms { unsentForms.removeFirst() }
    }

    private mutating func showEffects(_ effects: [EffectDocument]) {
        guard !effects.isEmpty else { return }
        let texts = effects.map { effect in
            let said = effect.payload.members.map { ValueText.text($0.value) }.joined(separator: ", ")
            return said.isEmpty ? DisplayNames.name(effect.effect) : "\(DisplayNames.name(effect.effect)): \(said)"
        }
        notice = Notice(text: ValueText.shortened(texts.joined(separator: " · ")))
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
