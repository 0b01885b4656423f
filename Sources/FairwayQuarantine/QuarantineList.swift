import Fairway
import Foundation

/// The steps in quarantine that concern one build, and the rules about them. Pure.
struct QuarantineList: Sendable {
    let build: String
    /// By session.
    private var steps: [String: [QuarantinedStep]] = [:]
    /// The handlers that are refused in all sessions.
    private var handlers: [RunningStep: QuarantinedStep] = [:]

    enum Verdict: Hashable {
        case free
        /// The step may run, but only while no other suspect does.
        case suspect(QuarantinedStep)
        case refused
    }

    init(_ stored: [QuarantinedStep], build: String) {
        self.build = build
        for step in stored where step.build == build {
            if !step.isHandler {
                steps[step.step.session, default: []].append(step)
            } else if step.isRefused {
                handlers[step.step] = step
            }
        }
    }

    var isEmpty: Bool { steps.isEmpty && handlers.isEmpty }
    var sessions: some Collection<String> { steps.keys }
    var refusedHandlers: some Collection<RunningStep> { handlers.keys }

    func verdict(on step: RunningStep) -> Verdict {
        let step = step.shortened
        if let handler = step.handler, handlers[handler] != nil { return .refused }
        guard let found = steps[step.session]?.first(where: { $0.step.isSame(as: step) }) else { return .free }
        return found.isRefused ? .refused : .suspect(found)
    }

    /// What is refused in a session: its own steps, and handlers of its root flow and performers in all sessions.
    func refused(in session: String, rootFlow: String?) -> [QuarantinedStep] {
        let own = steps[session]?.filter(\.isRefused) ?? []
        guard let rootFlow = rootFlow.map(FlightLayout.rootFlow.shortened) else { return own }
        return own + handlers.values.filter { ["", rootFlow].contains($0.step.rootFlow) }.sorted { $0.id < $1.id }
    }

    /// Removes a suspect that has run without ending the process.
    mutating func acquit(_ suspect: QuarantinedStep) {
        let session = suspect.step.session
        steps[session]?.removeAll { $0.id == suspect.id && !$0.isRefused }
        if steps[session]?.isEmpty == true { steps[session] = nil }
    }
}

extension QuarantinedStep {
    /// A handler that was running at so many faults is refused in every session. Otherwise a client could keep the server down
    /// with a new session, or a new revision, for each try.
    static let mostEndsOfHandler = 8
    /// After a time without a fault, those of a handler are counted anew. Other code may have a fault, too.
    static let secondsBetweenEnds = 86_400.0
    /// How long a step runs before another one is as likely to have ended the process.
    static let millisecondsToBlame = 500

    /// The steps and handlers that are blamed for the end of a process.
    ///
    /// A step is refused if the log has the mark of a fault, and it ran alone or began on the fault's thread. Then no other
    /// one is blamed. Otherwise all steps become suspects at first: the process may have been killed, and a repeated request
    /// must still be executed once. A suspect of an earlier end is refused, because suspects run one at a time, so that no
    /// other step was running both times. This holds without a mark, too: a step may use up the memory. At its second end, it
    /// remains a suspect if another step began well after it: most traps come at once, so the other one is more likely to be
    /// the cause.
    ///
    /// Handlers are counted at faults only. Otherwise kills would refuse the handler that runs most often.
    static func blamed(by log: FlightLog, at now: Date, known: [QuarantinedStep]) -> [QuarantinedStep] {
        let known = Dictionary(known.map { ($0.id, $0) }) { $1 }
        let blamable = log.blamable
        let latest = blamable.map(\.began).max() ?? 0
        let steps = blamable.map { recorded in
            var blamed = QuarantinedStep(recorded.step, build: log.build, at: now)
            blamed.isRefused = log.isCauseKnown
            guard let before = known[blamed.id] else { return blamed }
            blamed.ends = before.ends + 1
            blamed.isRefused =
                before.isRefused || blamed.ends > 2 || latest - recorded.began <= millisecondsToBlame
            return blamed
        }
        guard log.fault != nil else { return steps }
        let handlers = Set(blamable.compactMap(\.step.handler)).map { handler in
            var blamed = QuarantinedStep(handler, build: log.build, at: now)
            guard let before = known[blamed.id] else { return blamed }
            if now.timeIntervalSince(before.at) < secondsBetweenEnds { blamed.ends = before.ends + 1 }
            blamed.isRefused = before.isRefused || blamed.ends >= mostEndsOfHandler
            return blamed
        }
        return steps + handlers
    }
}

/// The runs of suspects. One suspect runs at a time, so that the next end of the process shows which one is the cause.
///
/// A performer may take minutes, so suspects of work do not wait for those of other changes, and the other way round.
struct SuspectTrials: Sendable {
    private var running: [Int: Trial] = [:]
    private var last = 0
    /// Since when suspects wait, by their ids. The quarantine limits their number.
    private var waiting: [String: ContinuousClock.Instant] = [:]

    /// After this time, a suspect need not wait: a handler may never return, and others may always come before it.
    static let mostWaiting = Duration.seconds(10)

    private struct Trial {
        let suspect: QuarantinedStep
        let began: ContinuousClock.Instant
    }

    /// Returns the number of the trial; nil if the suspect has to wait for another one.
    mutating func begin(_ suspect: QuarantinedStep, at now: ContinuousClock.Instant) -> Int? {
        let since = waiting[suspect.id, default: now]
        let mustWait =
            now - since < Self.mostWaiting
            && running.values.contains { trial in
                trial.suspect.step.work.isEmpty == suspect.step.work.isEmpty && now - trial.began < Self.mostWaiting
            }
        waiting[suspect.id] = mustWait ? since : nil
        guard !mustWait else { return nil }
        last += 1
        running[last] = Trial(suspect: suspect, began: now)
        return last
    }

    /// Returns the suspect, which has not ended the process.
    mutating func end(_ trial: Int) -> QuarantinedStep? {
        guard let suspect = running.removeValue(forKey: trial)?.suspect else { return nil }
        waiting[suspect.id] = nil
        return suspect
    }
}
