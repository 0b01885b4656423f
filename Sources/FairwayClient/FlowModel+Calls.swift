public import FairwayWire

/// Starting and ending sessions. Each method returns whether its call succeeded.
extension FlowModel {
    /// Starts a session: with a flow, at a deep link, or with the app's initial flow. It replaces the present session.
    @discardableResult
    public func start(
        flow: String? = nil,
        input: (some Encodable & Sendable)? = JSONValue?.none,
        link: String? = nil
    ) async -> Bool {
        await run(.start) { () async throws(ClientError) in
            let call = try APICall.start(flow: flow, input: input, link: link, device: device)
            use(try await app.session(repeating(call)))
        }
    }

    /// Resumes a session from stored ``credentials``. If this fails and the content is ``Content/lost(_:)``, start
    /// another one.
    @discardableResult
    public func resume(_ credentials: RemoteSession.Credentials) async -> Bool {
        await run(.resume) { () async throws(ClientError) in use(try await app.resume(credentials)) }
    }

    /// Takes over a session from another device, with the code that it shows.
    @discardableResult
    public func takeHandoff(_ code: String) async -> Bool {
        await run(.takeHandoff) { () async throws(ClientError) in
            use(try await app.session(repeating(try APICall.handoff(code, device))))
        }
    }

    /// Creates a code with which another device can take over the session. When it does, the content here becomes
    /// ``Content/lost(_:)``. Nil if the call fails.
    public func makeHandoff() async -> Handoff? {
        guard let session else { return nil }
        do throws(ClientError) {
            return try await session.makeHandoff()
        } catch {
            if session === self.session { report(error) }
            return nil
        }
    }

    /// Signs the user in to a session that was started without a user. Store ``credentials`` again.
    @discardableResult
    public func signIn() async -> Bool {
        guard let session else { return false }
        return await run(.signIn) { () async throws(ClientError) in
            defer { show(session) }
            try await session.signIn()
        }
    }

    /// Ends the session.
    @discardableResult
    public func end() async -> Bool {
        guard let session else { return false }
        return await run(.end) { () async throws(ClientError) in
            try await session.end()
            show(session)
        }
    }

    /// Fetches the state and follows the session again, for example when the app returns to the foreground.
    public func reload() async {
        guard let session else { return }
        follow()
        do throws(ClientError) {
            try await session.reload()
            show(session)
            saveDrafts()
        } catch {
            // Without an answer, the stream reports the lost connection.
            if error.isAnswer, session === self.session { report(error) }
        }
    }
}

/// What the user does. Each method returns whether its call succeeded.
extension FlowModel {
    /// Sends an action of a screen.
    ///
    /// ```swift
    /// Button("Add") { Task { await model.send("didEnterName", ["name": name]) } }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - params: The action's parameters.
    ///   - screen: The screen's id. The default is the front screen.
    @discardableResult
    public func send(
        _ action: String,
        _ params: (some Encodable & Sendable)? = JSONValue?.none,
        on screen: String? = nil
    ) async -> Bool {
        await send(action, params, on: screen, of: nil)
    }

    /// Sends an action of an enum type that the client declares or shares with the flows: `await
    /// model.send(SignUp.Action.didEnterName(name: "Ada"))`.
    @discardableResult
    public func send<Action: Encodable & Sendable>(_ action: Action, on screen: String? = nil) async -> Bool {
        do throws(ClientError) {
            let (name, params) = try NamedAction.parts(of: action)
            return await send(name, params, on: screen)
        } catch {
            report(error)
            return false
        }
    }

    /// Sends the action of a form, unless a value breaks a rule. The errors are in ``errors(of:)``, and the values are
    /// kept as the screen's draft until the action succeeds.
    ///
    /// ```swift
    /// Button(form.label) { Task { await model.submit(form, values) } }
    /// ```
    ///
    /// - Parameters:
    ///   - form: The form of a visible screen.
    ///   - values: The values of the fields by name.
    ///   - row: The row on which the user chose the control.
    @discardableResult
    public func submit(
        _ form: ScreenForm,
        _ values: [String: JSONValue] = [:],
        row: ScreenForm.Row? = nil
    ) async -> Bool {
        guard request == nil else { return false }
        keep(values, of: form)
        let params = form.params(values, row: row)
        let errors = form.errors(in: params).filter { form.field(of: $0) != nil }
        guard errors.isEmpty else {
            (alert, refusal) = (nil, Refusal(screen: form.screen, action: form.action, errors: errors))
            saveDrafts()
            return false
        }
        return await send(form.action, params, on: form.screen, of: form)
    }

    /// Goes back from a screen, by one step or to an earlier screen of the same stack. The flow may refuse, or ask a
    /// question first, so draw the state in any case.
    @discardableResult
    public func goBack(from screen: String? = nil, to earlier: String? = nil) async -> Bool {
        guard let screen = screen ?? state?.screen?.id else { return false }
        return await change(.back, screen) { session, draft throws(ClientError) in
            try session.backCall(from: screen, to: earlier, draft: draft)
        }
    }

    /// Closes the front modal, sheet or alert, for example when the user pulls it down. Goes back to its first screen,
    /// and then back from that screen.
    @discardableResult
    public func dismiss() async -> Bool {
        guard let front = state?.navigation?.layers.last, front.presentation != nil else { return false }
        if front.frontStack.count > 1 {
            guard await goBack(to: front.frontStack[0].id) else { return false }
            // The flow may have asked a question instead.
            guard path == Array(front.frontStack.prefix(1)) else { return false }
        }
        return await goBack()
    }

    /// Selects a tab.
    @discardableResult
    public func select(_ tab: String, in container: String? = nil) async -> Bool {
        await change(.select(tab: tab)) { session, _ throws(ClientError) in try session.selectCall(tab, in: container) }
    }

    /// Opens a deep link: in the active session, or in a new one.
    @discardableResult
    public func open(link: String) async -> Bool {
        guard state?.status == .active else { return await start(link: link) }
        return await change(.open(link: link)) { session, _ throws(ClientError) in try session.linkCall(link) }
    }

    /// Recomputes the visible view models, for pull to refresh.
    @discardableResult
    public func refresh() async -> Bool {
        await change(.refresh) { session, _ throws(ClientError) in try session.refreshCall() }
    }
}

extension FlowModel {
    /// A call that got no answer, and the revision that the user saw.
    struct UnansweredCall {
        var call: APICall
        var revision: Int?
    }

    private func send(
        _ action: String,
        _ params: (some Encodable & Sendable)?,
        on screen: String?,
        of form: ScreenForm?
    ) async -> Bool {
        guard let screen = screen ?? state?.screen?.id else { return false }
        return await change(.action(action, screen: screen), screen, form) { session, draft throws(ClientError) in
            try session.actionCall(action, params, on: screen, draft: draft)
        }
    }

    /// Makes a change that is sent with the draft of a screen.
    private func change(
        _ request: Request,
        _ screen: String? = nil,
        _ form: ScreenForm? = nil,
        _ call: (RemoteSession, JSONValue?) throws(ClientError) -> APICall
    ) async -> Bool {
        guard let session else { return false }
        return await run(request, form) { () async throws(ClientError) in
            // A draft that arrived after its action would be saved again.
            await saving?.value
            let draft = screen.flatMap { drafts[$0] }
            let sent = draft?.isNull == true ? nil : draft
            defer { show(session) }
            do throws(ClientError) {
                _ = try await session.change(repeating(try call(session, sent)))
            } catch {
                // A refusal by the flow or a guard has saved the draft.
                if error.problem?.state != nil { drafts.markSaved(sent, on: screen) }
                throw error
            }
            drafts.markSaved(sent, on: screen)
            if case .action = request { drafts.remove(draft, on: screen) }
        }
    }

    /// Makes one call at a time.
    private func run(
        _ request: Request,
        _ form: ScreenForm? = nil,
        _ call: () async throws(ClientError) -> Void
    ) async -> Bool {
        guard self.request == nil else { return false }
        (self.request, alert, refusal) = (request, nil, nil)
        defer {
            self.request = nil
            saveDrafts()
        }
        do throws(ClientError) {
            try await call()
            unanswered = nil
            follow()
            return true
        } catch {
            if error.isAnswer { unanswered = nil }
            if !Task.isCancelled { report(error, request, form) }
            return false
        }
    }

    /// Returns the call, or the last call if it was equal and got no answer. The server executes it once, because it
    /// has the same idempotency key. After a new state was shown, an equal call is a new one.
    private func repeating(_ call: APICall) -> APICall {
        if let unanswered, unanswered.revision == state?.revision, unanswered.call.isSame(as: call) {
            return unanswered.call
        }
        unanswered = UnansweredCall(call: call, revision: state?.revision)
        return call
    }

    /// Shows an error at the fields of the form, or in the alert.
    func report(_ error: ClientError, _ request: Request? = nil, _ form: ScreenForm? = nil) {
        switch error.problem?.code {
        case .superseded?: return lose(.superseded)
        case .noSuchSession?: return lose(.noSuchSession)
        // The end of the session is shown.
        case .sessionOver?: return
        default: break
        }
        let errors = error.problem?.errors ?? []
        let atFields = errors.filter { error in
            form.map { $0.field(of: error) != nil } ?? error.pointer.hasPrefix("/params/")
        }
        if case .action(let action, let screen)? = request, !atFields.isEmpty {
            refusal = Refusal(screen: screen, action: action, errors: atFields)
            if atFields.count == errors.count { return }
        }
        alert = error
    }
}
