package import Fairway
package import FairwayOperators
package import FairwayWire
package import Foundation
import Synchronization

/// Keeps a step that ends the process from ending it again and again.
///
/// A ``FlightRecorder`` knows which steps run. When a server starts, it reads what the last process was doing, and stores
/// what it blames. Such a step is refused unrun, until another build serves the session or an operator releases it.
package final class StepQuarantine: StepMonitor {
    /// The build that this process runs.
    package let build: String
    private let store: any OperatorStore & QuarantineStore
    /// Nil if the file cannot be used. Steps are still refused.
    private let recorder: FlightRecorder?
    private let state: Mutex<State>
    /// Follows the list of `state`. A step that it does not contain takes no lock.
    private let filter: StepFilter

    private static let secondsBetweenLooks = 5.0

    private struct State {
        var list: QuarantineList
        var trials = SuspectTrials()
        /// What this process has found and could not store. The list contains it.
        var unstored: [QuarantinedStep]
    }

    /// Stores what the processes that used the recorder's files did when they ended, and starts to record.
    ///
    /// - Parameters:
    ///   - store: The store of the sessions.
    ///   - path: The recorder's file.
    ///   - build: The build that this process runs.
    ///   - now: The time.
    ///   - report: Called with a sentence for each problem, and for each end of a process.
    package init(
        _ store: any OperatorStore & QuarantineStore,
        recordingAt path: String,
        build: String,
        at now: Date,
        report: (String) -> Void
    ) async throws(StoreError) {
        (self.build, self.store) = (FlightLayout.build.shortened(build), store)
        let files: [FlightFile]
        do {
            files = try FlightFile.free(at: path)
        } catch {
            report(error.description)
            files = []
        }
        var stored = try await store.quarantinedSteps()
        var (kept, unstored): ([FlightFile], [QuarantinedStep]) = ([], [])
        for file in files {
            guard let log = file.log else { continue }
            if let sentence = log.sentenceWithoutSteps(bootedAt: FlightFile.bootedAt) { report(sentence) }
            guard log.mayBlameSteps(bootedAt: FlightFile.bootedAt) else { continue }
            var blamed = QuarantinedStep.blamed(by: log, at: now, known: stored)
            for sentence in blamed.compactMap({ $0.sentence(among: log) }) { report(sentence) }
            do throws(StoreError) {
                try await store.store(&blamed, of: log)
                // If this process is killed before it records, the next one would blame the steps again.
                file.forget()
            } catch {
                report(
                    "The steps that ended the process cannot be stored. The next start tries again: \(error.message)"
                )
                kept.append(file)
                unstored = unstored.replaced(by: blamed)
            }
            stored = stored.replaced(by: blamed)
        }
        for file in files.dropFirst() where !kept.contains(where: { $0 === file }) { file.delete() }
        var recorder: FlightRecorder?
        do throws(FlightFileFailure) {
            if let first = files.first {
                // The kept files are locked until here, so this one is another.
                let isKept = kept.contains { $0 === first }
                let file = try isKept ? FlightFile.unused(at: path) : first
                recorder = try FlightRecorder(file, build: self.build)
            }
        } catch {
            report(error.description)
        }
        self.recorder = recorder
        let list = QuarantineList(stored, build: self.build)
        state = Mutex(State(list: list, unstored: unstored))
        filter = StepFilter(list)
        withExtendedLifetime(kept) {}
    }

    package var isRecording: Bool { recorder != nil }

    package func begin(_ step: RunningStep) throws(Problem) -> StepTicket {
        let trial = filter.mayContain(step) ? try check(step) : nil
        return StepTicket(slot: recorder?.begin(step) ?? -1, trial: trial)
    }

    package func handlerReturned(_ ticket: StepTicket) {
        recorder?.handlerReturned(ticket.slot)
        if let trial = ticket.trial { acquit(trial) }
    }

    package func end(_ ticket: StepTicket) { recorder?.end(ticket.slot) }

    /// Refuses a step in quarantine. Begins the trial of a suspect, and returns its number.
    private func check(_ step: RunningStep) throws(Problem) -> Int? {
        let now = ContinuousClock.now
        let (verdict, trial) = state.withLock { state in
            let verdict = state.list.verdict(on: step)
            guard case .suspect(let suspect) = verdict else { return (verdict, Int?.none) }
            return (verdict, state.trials.begin(suspect, at: now))
        }
        switch verdict {
        case .free: return nil
        case .refused: throw Problem(.stepUnavailable)
        case .suspect:
            if let trial { return trial }
            // It does not wait here, because that would occupy a thread of others.
            let reason = "This step was running when the server ended. It waits for another such step."
            throw Problem(.overloaded, reason, retryAfterSeconds: 1)
        }
    }

    private func acquit(_ trial: Int) {
        let suspect = state.withLock { state in
            let suspect = state.trials.end(trial)
            if let suspect {
                state.list.acquit(suspect)
                state.unstored.removeAll { $0.id == suspect.id }
                filter.update(state.list)
            }
            return suspect
        }
        guard let suspect else { return }
        // If this fails, the step remains a suspect for the next start.
        Task { [store] in try? await store.release(step: suspect.id) }
    }
}

extension StepQuarantine {
    /// What this build refuses in a session: its own steps, and handlers of its root flow that are refused in all sessions.
    package func refused(in session: String, rootFlow: String? = nil) -> [QuarantinedStep] {
        state.withLock { $0.list.refused(in: session, rootFlow: rootFlow) }
    }

    /// What the builds of all servers refuse, the newest first.
    package func refusedSteps() async throws(StoreError) -> [QuarantinedStep] {
        try await quarantinedSteps().filter(\.isRefused).sorted { ($1.at, $0.id) < ($0.at, $1.id) }
    }

    /// Lets what is refused in a session run again. This includes handlers, in all sessions.
    ///
    /// - Returns: The steps and handlers that were refused.
    package func release(_ session: String, rootFlow: String? = nil) async throws(StoreError) -> [QuarantinedStep] {
        let released = refused(in: session, rootFlow: rootFlow)
        try await store.release(session: session)
        for handler in released where handler.isHandler { try await store.release(step: handler.id) }
        let ids = Set(released.map(\.id))
        state.withLock { state in
            state.unstored.removeAll { $0.step.session == session || ids.contains($0.id) }
        }
        try await look()
        return released
    }

    /// Learns of the steps that other servers put in quarantine or release. A store that is not shared has no other servers.
    package func lookRegularly(_ clock: any WallClock) {
        guard store.sharing != nil else { return }
        clock.after(Self.secondsBetweenLooks) { [weak self] in
            guard let self else { return }
            Task {
                try? await self.look()
                self.lookRegularly(clock)
            }
        }
    }

    /// From now on, the end of the process blames no step.
    package func beginStop() { recorder?.beginStop() }

    private func look() async throws(StoreError) {
        let stored = try await store.quarantinedSteps()
        state.withLock { state in
            state.list = QuarantineList(stored.replaced(by: state.unstored), build: build)
            filter.update(state.list)
        }
    }

    /// What is stored, and what could not be stored.
    private func quarantinedSteps() async throws(StoreError) -> [QuarantinedStep] {
        try await store.quarantinedSteps().replaced(by: state.withLock(\.unstored))
    }
}

extension OperatorStore where Self: QuarantineStore {
    /// Stores steps that are blamed for the end of a process, with an incident for each. Work gets its session's revision.
    fileprivate func store(_ blamed: inout [QuarantinedStep], of log: FlightLog) async throws(StoreError) {
        var incidents: [Incident] = []
        for index in blamed.indices where !blamed[index].isHandler {
            let step = blamed[index]
            let stored: StoredSession?
            do {
                stored = try await load(step.step.session)
            } catch {
                guard error.code == .damaged else { throw error }
                stored = nil
            }
            let work = step.step.work.isEmpty ? nil : try await work(step.step.session, id: step.step.work)
            guard let stored else { continue }
            // A performer does not know the revision.
            if !step.step.work.isEmpty { blamed[index].step.revision = stored.session.revision }
            incidents.append(blamed[index].incident(in: stored, work, among: log))
        }
        // The steps come last: with them, a second attempt would regard each as a suspect that has run again.
        try await add(incidents)
        // A handler ran, so the app declares its name, unless that is a tab's.
        try await addProblems(
            incidents.map { incident in
                let group = ProblemGroup(incident, isDeclared: incident.kind != ChangeKind.select.name)
                return SeenProblem(group, session: incident.session, first: incident.at, last: incident.at)
            }
        )
        try await quarantine(blamed)
    }
}

extension FlightLog {
    fileprivate var end: String { fault.map { "trapped (\($0.name))" } ?? "ended without a trap" }

    /// For the log: a fault while no step ran. Nil for another end.
    fileprivate func sentenceWithoutSteps(bootedAt now: Int) -> String? {
        guard fault != nil, running.isEmpty, hasEndedByItself(bootedAt: now) else { return nil }
        return "The process \(end) while no step ran, in build \(build). Nothing is refused."
    }
}

extension [QuarantinedStep] {
    fileprivate func replaced(by steps: [QuarantinedStep]) -> [QuarantinedStep] {
        let ids = Set(steps.map(\.id))
        return filter { !ids.contains($0.id) } + steps
    }
}

extension QuarantinedStep {
    /// For the log, and the cause of the incident. Nil for a handler that is only counted.
    func sentence(among log: FlightLog) -> String? {
        let name = step.name.isEmpty ? step.kind : "\(step.kind) \(step.name)"
        guard !isHandler else {
            let rest = "It is refused in all sessions until another build runs, or one of them is released."
            return isRefused ? "\(name) was running at \(ends) traps of the process, in build \(build). \(rest)" : nil
        }
        let company = log.others == 0 ? "alone" : "beside \(log.others) others"
        let rest =
            isRefused ? "It is refused until another build runs, or the session is released." : "It is tried again."
        let end = log.end
        return "The process \(end) while \(name) of session \(step.session) ran, \(company), in build \(build). \(rest)"
    }

    fileprivate func incident(in stored: StoredSession, _ work: StoredWork?, among log: FlightLog) -> Incident {
        // If the session has changed since, another flow may be in front.
        let isCurrent = step.work.isEmpty && step.revision == stored.session.revision
        let front = isCurrent ? stored.flows.first(where: \.isFront) : nil
        return Incident(
            session: step.session,
            revision: stored.session.revision,
            at: at,
            kind: step.kind,
            node: front?.node,
            flow: front?.flow ?? work?.flow,
            screen: isCurrent ? stored.session.frontScreen : nil,
            name: step.name.isEmpty ? nil : step.name,
            code: ProblemCode.flowFailed.rawValue,
            cause: sentence(among: log)
        )
    }
}
