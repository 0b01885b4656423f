import Fairway
import Foundation

/// The steps in quarantine that concern one build, and the rules about them. Pure.
struct QuarantineList: Sendable {
    /// A handler of which so many steps have ended the process is refused in every session. Otherwise a client could keep
    /// the server down with a new session, or a new revision, for each try.
    static let mostStepsOfHandler = 8

    let build: String
    private var steps: [String: [QuarantinedStep]] = [:]
    /// The number of refused steps.
    private var handlers: [Handler: Int] = [:]

    /// A handler with a name.
    private struct Handler: Hashable {
        let kind: String
        let rootFlow: String
        let name: String

        /// Nil for handlers without a name, which may be those of any flow.
        init?(_ step: RunningStep) {
            guard !step.name.isEmpty else { return nil }
            (kind, rootFlow, name) = (step.kind, step.rootFlow, step.name)
        }
    }

    enum Verdict: Hashable {
        case free
        /// The step may run, but only while no other suspect does.
        case suspect(QuarantinedStep)
        case refused
    }

    init(_ stored: [QuarantinedStep], build: String) {
        self.build = build
        for step in stored where step.build == build {
            steps[step.step.session, default: []].append(step)
            if step.isRefused, let handler = Handler(step.step) { handlers[handler, default: 0] += 1 }
        }
    }

    var isEmpty: Bool { steps.isEmpty }

    func verdict(on step: RunningStep) -> Verdict {
        let step = step.shortened
        if let found = steps[step.session]?.first(where: { $0.step.isSame(as: step) }) {
            return found.isRefused ? .refused : .suspect(found)
        }
        let count = Handler(step).flatMap { handlers[$0] } ?? 0
        return count < Self.mostStepsOfHandler ? .free : .refused
    }

    /// The refused steps of a session.
    func refused(in session: String) -> [QuarantinedStep] { steps[session]?.filter(\.isRefused) ?? [] }

    /// Removes a suspect that has run without ending the process.
    mutating func acquit(_ suspect: QuarantinedStep) {
        let session = suspect.step.session
        steps[session]?.removeAll { $0.id == suspect.id && !$0.isRefused }
        if steps[session]?.isEmpty == true { steps[session] = nil }
    }
}

extension QuarantinedStep {
    /// The steps that are blamed for the end of a process.
    ///
    /// All become suspects at first, also one that ran alone: a process that was killed looks the same, and a repeated request
    /// must still be executed once. A suspect of an earlier end is refused: suspects run one at a time, so that no other step
    /// was running both times.
    static func blamed(by log: FlightLog, at now: Date, known: [QuarantinedStep]) -> [QuarantinedStep] {
        func blame(_ steps: [RunningStep], isRefused: Bool) -> [QuarantinedStep] {
            steps.map { QuarantinedStep($0, build: log.build, at: now, isRefused: isRefused) }
        }
        let suspects = known.filter { $0.build == log.build && !$0.isRefused }
        let again = log.running.filter { step in suspects.contains { $0.step.isSame(as: step) } }
        return again.isEmpty ? blame(log.running, isRefused: false) : blame(again, isRefused: true)
    }
}

/// The runs of suspects. One suspect runs at a time, so that the next end of the process shows which one is the cause.
///
/// A performer may take minutes, so suspects of work do not wait for those of other changes, and the other way round.
struct Trials: Sendable {
    private var running: [Int: Trial] = [:]
    private var last = 0

    /// After this time, others need not wait: a handler may never return.
    static let mostWaiting = Duration.seconds(10)

    private struct Trial {
        let suspect: QuarantinedStep
        let began: ContinuousClock.Instant
    }

    /// Returns the number of the trial; nil if the suspect has to wait for another one.
    mutating func begin(_ suspect: QuarantinedStep, at now: ContinuousClock.Instant) -> Int? {
        let mustWait = running.values.contains { trial in
            trial.suspect.step.work.isEmpty == suspect.step.work.isEmpty && now - trial.began < Self.mostWaiting
        }
        guard !mustWait else { return nil }
        last += 1
        running[last] = Trial(suspect: suspect, began: now)
        return last
    }

    /// Returns the suspect, which has not ended the process.
    mutating func end(_ trial: Int) -> QuarantinedStep? { running.removeValue(forKey: trial)?.suspect }
}
