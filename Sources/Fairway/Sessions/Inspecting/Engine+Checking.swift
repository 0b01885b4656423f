/// Reading stored sessions and work with this build, without changing them.
extension Engine {
    /// What this build cannot read of a session.
    package struct SessionCheck: Sendable {
        /// The flow that this build cannot continue. Nothing else of the session is checked then.
        package var stranded: IncompatibleFlow?
        package var failing: [FailingScreen] = []
        /// The timers and results of jobs that cannot be decoded.
        package var unreadable: [(item: WorkItem, error: any Error)] = []
        /// The members of stored values that were ignored or had defaults.
        package let notes = MemberNotes()
    }

    /// A derived screen whose closure or encoding threw an error.
    public struct FailingScreen: Hashable, Sendable {
        /// The flow that declares it.
        public let flow: String
        /// The screen's name.
        public let screen: String
        /// The error, up to 300 characters of it.
        public let reason: String
    }

    /// Decodes a session, the events of its timers and the results that wait for their delivery, and makes and encodes its
    /// visible derived screens.
    package func check(_ stored: StoredSession, work: [StoredWork]) async -> SessionCheck {
        var check = SessionCheck()
        let state: SessionState
        do throws(IncompatibleFlow) {
            state = try SessionState(stored, blueprint, noting: check.notes)
            for flow in state.tree.unstarted { _ = try blueprint.read(flow, noting: check.notes) }
        } catch {
            check.stranded = error
            return check
        }
        check.failing = await failingScreens(of: state)
        for work in work where !work.progress.isCancelled {
            do {
                try state.tree.checkDelivery(of: work, noting: check.notes)
            } catch {
                check.unreadable.append((work.item, error))
            }
        }
        return check
    }

    /// Decodes a job for its performer.
    package func check(job: WorkItem, noting notes: MemberNotes) throws(UnreadableJob) {
        guard let performer = blueprint.performers[job.name] else {
            throw UnreadableJob(reason: "this build has no performer for it")
        }
        _ = try performer.read(job, notes)
    }

    private func failingScreens(of state: SessionState) async -> [FailingScreen] {
        var failing: [FailingScreen] = []
        for (screen, context) in derivedScreens(of: state) {
            do {
                _ = try await screen.json(in: context)
            } catch {
                let reason = String("\(error)".prefix(300))
                failing.append(
                    FailingScreen(flow: screen.flow.storedName, screen: screen.type.name, reason: reason)
                )
            }
        }
        return failing
    }

    /// The visible derived screens of a session, with the contexts in which they are made.
    func derivedScreens(of state: SessionState) -> [(DerivedScreen, ScreenContext)] {
        guard blueprint.derivesScreens else { return [] }
        // This transaction is never committed. It makes the contexts, as in a change.
        let transaction = app.transaction(.named("\(state.row.id)/check"), on: state, dependencies.makeSession())
        return state.tree.visible.compactMap { entry in
            state.tree.derived(entry).map { ($0, transaction.screenContext(of: entry.owner)) }
        }
    }
}

extension Tree {
    /// Flows of tabs that were never selected.
    fileprivate var unstarted: [UnstartedFlow] { layers.flatMap { $0.area.unstarted } }
}

extension Area {
    fileprivate var unstarted: [UnstartedFlow] {
        var own: [UnstartedFlow] = []
        if case .tabs(let tabs) = self { own = tabs.tabs.compactMap(\.unstarted) }
        return own + parts.flatMap(\.unstarted)
    }
}
