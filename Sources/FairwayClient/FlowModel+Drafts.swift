public import FairwayWire

extension FlowModel {
    /// Saves the user's unsent input, and returns immediately. Calls while an earlier draft is being sent are combined,
    /// so this can be called after each key press. If the server cannot save it now, the draft is sent again with the
    /// next draft or call, or after the next reconnection.
    ///
    /// - Parameters:
    ///   - draft: The draft; nil to delete it.
    ///   - screen: The screen's id. The default is the front screen.
    public func saveDraft(_ draft: JSONValue?, on screen: String? = nil) {
        guard let screen = screen ?? state?.screen?.id, document(of: screen) != nil else { return }
        drafts.put(draft ?? .null, on: screen)
        saveDrafts()
    }

    /// Saves the values of a form as a part of its screen's draft, without secrets.
    public func saveDraft(_ values: [String: JSONValue], of form: ScreenForm) {
        keep(values, of: form)
        saveDrafts()
    }

    func keep(_ values: [String: JSONValue], of form: ScreenForm) {
        guard let document = document(of: form.screen), form.fields.contains(where: { !$0.isSecret }) else { return }
        let draft = document.draft.flatMap { try? JSON.decode(JSONValue.self, from: $0.bytes) }
        drafts.put(form.draft(values, over: draft), on: form.screen)
    }

    /// Saves the drafts one after another. A change is sent with its screen's draft, so drafts wait for the answer to a
    /// running change.
    func saveDrafts() {
        savesAgain = saving != nil
        guard saving == nil, let session, nextDraft(of: session) != nil else { return }
        saving = Task { [weak self] in
            while let (screen, draft) = self?.nextDraft(of: session) {
                do throws(ClientError) {
                    if draft.isNull {
                        try await session.forgetDraft(on: screen)
                    } else {
                        try await session.keep(draft: draft, on: screen)
                    }
                    self?.drafts.markSaved(draft, on: screen)
                } catch {
                    // The screen is gone, or the draft is too large.
                    guard case .problem(let problem, _) = error, [404, 410, 413].contains(problem.code.status) else {
                        break
                    }
                    self?.drafts.remove(draft, on: screen)
                }
            }
            self?.saving = nil
            if self?.savesAgain == true { self?.saveDrafts() }
        }
    }

    private func nextDraft(of session: RemoteSession) -> (screen: String, draft: JSONValue)? {
        request == nil && session === self.session ? drafts.next : nil
    }
}

/// The user's input that is newer than the server's documents. A deleted draft is null.
struct LocalDrafts: Hashable, Sendable {
    private var drafts: [String: JSONValue] = [:]
    /// The screens with drafts that the server has not saved, oldest first.
    private var unsaved: [String] = []

    subscript(screen: String) -> JSONValue? { drafts[screen] }

    /// The next draft to save.
    var next: (screen: String, draft: JSONValue)? {
        unsaved.first.flatMap { screen in drafts[screen].map { (screen, $0) } }
    }

    mutating func put(_ draft: JSONValue, on screen: String) {
        guard drafts[screen] != draft else { return }
        drafts[screen] = draft
        if !unsaved.contains(screen) { unsaved.append(screen) }
    }

    /// The server has saved a draft. The user may have entered another one since.
    mutating func markSaved(_ draft: JSONValue?, on screen: String?) {
        guard let screen, drafts[screen] == draft else { return }
        unsaved.removeAll { $0 == screen }
    }

    /// Removes a draft that no longer exists, unless the user has entered another one since.
    mutating func remove(_ draft: JSONValue?, on screen: String?) {
        guard let screen, drafts[screen] == draft else { return }
        drafts[screen] = nil
        unsaved.removeAll { $0 == screen }
    }

    /// Drops the drafts of all other screens.
    mutating func keep(_ screens: Set<String>) {
        drafts = drafts.filter { screens.contains($0.key) }
        unsaved.removeAll { !screens.contains($0) }
    }
}
