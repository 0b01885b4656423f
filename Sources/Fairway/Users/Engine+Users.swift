public import FairwayWire

/// Calls about the user of a session.
extension Engine {
    /// A page of a user's sessions, newest first. It includes the sessions that this build cannot read.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - status: Only sessions with this status.
    ///   - cursor: The cursor from the previous page; nil for the first page.
    ///   - limit: The maximum number of sessions.
    @concurrent public func sessions(
        of user: User,
        status: SessionStatus? = nil,
        cursor: String? = nil,
        limit: Int = 50
    ) async throws(EngineError) -> Page<ListedSession> {
        do {
            let query = UserSessionsQuery(user.id, status: status, cursor: cursor, limit: limit)
            let page = try await store.userSessions(query)
            // A user has few devices. To decode one takes longer than the rest of a row.
            var languages: [RawJSON: Language] = [:]
            let rows = page.rows.map { row in
                let language =
                    languages[row.device] ?? blueprint.languages.language(of: Device(stored: row.device.bytes))
                languages[row.device] = language
                return listed(row, in: language)
            }
            return Page(rows: rows, next: page.next)
        } catch  where error.code == .invalidCursor {
            throw EngineError(answer: answer(to: Problem(.malformedRequest, error.message), state: nil))
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    private func listed(_ row: UserSessionRow, in language: Language) -> ListedSession {
        ListedSession(
            session: row.id,
            revision: row.revision,
            status: row.status,
            outcome: row.outcome,
            flow: row.rootFlow,
            screen: row.frontScreen,
            title: title(of: row.frontScreen, in: language),
            createdAt: row.createdAt,
            touchedAt: row.touchedAt
        )
    }
}

extension Engine {
    /// Drops sessions that were deleted while they may be in use. Their streams end.
    package func forgetDeleted(_ sessions: [String]) {
        for session in sessions { forgetDeleted(session) }
        // Those who follow all sessions have to list them again.
        if !sessions.isEmpty { tell(ofMissed: sessions.count) }
    }

    private func forgetDeleted(_ session: String) {
        guard sessions.find(session) != nil else { return }
        let live = sessions.checkOut(session)
        live.markDeleted()
        Task(executorPreference: executor) {
            defer { self.sessions.checkIn(live) }
            // A call in the mailbox may have read the session before it was deleted.
            guard (try? await self.admission.enter(live.mailbox, asClient: false)) != nil else { return }
            defer { live.mailbox.leave() }
            live.markDeleted()
        }
    }
}

extension Engine {
    /// The title of a session's front screen, in the session's language. Nil if it has none, or if this build does not know
    /// the screen.
    package func title(of row: SessionRow) -> String? {
        title(of: row.frontScreen, in: blueprint.languages.language(of: row.device))
    }

    private func title(of screen: String?, in language: Language) -> String? {
        let screen = screen.flatMap { blueprint.screen(stored: $0, mangled: nil) }
        return screen?.title.map(language.string)
    }
}

extension Transaction {
    /// Makes the session a user's, and informs the nearest flow from the front that has a route for ``SignedIn``.
    func signIn(_ user: User) async throws {
        guard context.user == nil else {
            throw Problem(.malformedRequest, "The session has a user; call Engine.signIn(_:to:by:).")
        }
        adopt(user)
        if try await !inform(of: SignedIn()) { viewModels.isRefresh = true }
    }

    /// Informs the nearest flow from the front that has a route for the event. Returns false if there is none.
    func inform<E: Event>(of event: E) async throws -> Bool {
        guard let front = editor.tree.front,
            let (responder, handler) = editor.tree.responder(from: front.owner, to: RouteKey(.event, E.self))
        else { return false }
        _ = try await handler(self, responder, event)
        return true
    }
}
