import Fairway
import FairwayWire

/// The results of an explorer: coverage and faults.
struct Exploration {
    var steps = 0
    var sessions = 0
    var reached: Set<String> = []
    /// Screens on which the explorer found no step to take.
    var waiting: Set<String> = []
    /// The actions that reached the app's flows, by the names of their steps.
    private var tried: Set<String> = []
    /// The actions in `tried` that a flow has handled, including those that it refused.
    private var handled: Set<String> = []
    private var recorded: [Finding] = []
    private let screens: [String]
    private let actions: [Action]
    /// The screens that are counted; nil for all screens of the catalog.
    private var scope: Set<String>?

    /// An action of a screen.
    struct Action: Hashable {
        var screen: String
        var name: String

        /// The name of the step that performs the action.
        var step: String { "\(screen).\(name)" }
    }

    struct Finding: Equatable {
        var fault: Fault
        var step: String
        /// The effective steps from the start of the session, and this step.
        var walk: [String]
    }

    enum Fault: Equatable {
        /// The flow's code threw or timed out.
        case failed(ProblemCode, String?)
        /// No flow in the responder chain handles an action that the screen offers.
        case unhandled
        /// The result of a job, or a timer, could not be delivered to its flow.
        case undelivered(String)
        /// The session differs after it is read back from the store.
        case changed
        /// The session cannot be read back from the store.
        case unreadable(String)

        /// Whether both are faults of the same kind. Messages may contain ids and values, so they are not compared.
        func isLike(_ other: Fault) -> Bool {
            switch (self, other) {
            case (.failed(let code, _), .failed(let other, _)): code == other
            case (.unhandled, .unhandled), (.undelivered, .undelivered), (.changed, .changed),
                (.unreadable, .unreadable):
                true
            default: false
            }
        }
    }

    /// - Parameters:
    ///   - catalog: The catalog of the app.
    ///   - scope: The screens to count at first; nil to count all screens of the catalog.
    init(_ catalog: Catalog, counting scope: Set<String>? = nil) {
        screens = catalog.screens.map(\.name)
        actions = catalog.screens.flatMap { screen in
            screen.actions.members.map { Action(screen: screen.name, name: $0.name) }
        }
        self.scope = scope
    }

    /// Counts further screens, if not all are counted.
    mutating func count(_ screens: Set<String>) { scope?.formUnion(screens) }

    private func isCounted(_ screen: String) -> Bool { scope?.contains(screen) ?? true }

    /// Records a fault. If the step already has a fault of the same kind, the shorter sequence of steps is kept.
    mutating func record(_ fault: Fault, at step: String, _ walk: [String]) {
        let finding = Finding(fault: fault, step: step, walk: walk)
        guard let index = recorded.firstIndex(where: { $0.fault.isLike(fault) && $0.step == step }) else {
            return recorded.append(finding)
        }
        if walk.count < recorded[index].walk.count { recorded[index] = finding }
    }

    mutating func record(_ code: ProblemCode?, to step: ExplorerStep, _ walk: [String]) {
        switch (step, code) {
        case (.action, nil), (.action, .rejected?), (.action, .flowFailed?), (.action, .flowTimeout?),
            (.action, .unsupportedScreen?), (.action, .stateTooLarge?):
            tried.insert(step.name)
            handled.insert(step.name)
        case (.action, .unhandledAction?):
            tried.insert(step.name)
            record(.unhandled, at: step.name, walk)
        case (.timer, let code?) where code == .rejected || code == .unsupportedScreen,
            (.failure, let code?) where code == .rejected || code == .unsupportedScreen:
            // A refused timer or job result is delivered again and again. No user can correct it.
            record(.undelivered(code.rawValue), at: step.name, walk)
        default: break
        }
    }

    /// The faults, without unhandled actions that were handled in another session. There, the parent of the screen's
    /// flow may handle them.
    var findings: [Finding] { recorded.filter { $0.fault != .unhandled || !handled.contains($0.step) } }

    var unreached: [String] { screens.filter { isCounted($0) && !reached.contains($0) } }

    var untried: [Action] { actions.filter { isCounted($0.screen) && !tried.contains($0.step) } }

    var screenCoverage: Coverage {
        let all = screens.count(where: isCounted)
        return Coverage(reached: all - unreached.count, all: all)
    }

    var actionCoverage: Coverage {
        let all = actions.count(where: { isCounted($0.screen) })
        return Coverage(reached: all - untried.count, all: all)
    }

    struct Coverage: Equatable {
        var reached: Int
        var all: Int

        var isComplete: Bool { reached == all }

        /// A bar of `width` characters. It is full only if everything was reached.
        func bar(width: Int) -> String {
            let filled = all == 0 ? width : reached * width / all
            return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        }
    }
}

/// The attempts of an explorer and their results, by the keys of ``ExploredSession/key(of:)``.
struct AttemptHistory {
    /// One in this many new attempts keeps no parameters of earlier attempts.
    private static let freshAttemptInterval = 8

    /// The sum of the weights of a key's attempts.
    private var tries: [String: Int] = [:]
    /// The number of a key's attempts, without repetitions of a successful one.
    private var numbers: [String: Int] = [:]
    /// Keys that are not tried again, because a handler timed out.
    private var abandoned: Set<String> = []
    /// Those parameters of the last attempt that its refusal did not name.
    private var unrefused: [String: JSONObject] = [:]
    /// The last attempt, if it succeeded. Every second attempt repeats it, to get further into the flow.
    private var lastSuccess: [String: Attempt] = [:]

    struct Attempt: Equatable {
        /// Selects among the generated values (``SampleValues``).
        var number: Int
        /// Parameters to keep unchanged.
        var kept: JSONObject = [:]
    }

    /// The choice with the lowest sum of weights; the first one of several.
    func leastTried<Choice>(_ choices: [Choice], key: (Choice) -> String) -> Choice? {
        choices.filter { !abandoned.contains(key($0)) }.min { tries[key($0), default: 0] < tries[key($1), default: 0] }
    }

    /// Counts an attempt with its weight, and returns the values to try.
    mutating func begin(_ key: String, weight: Int = 1) -> Attempt {
        let count = tries[key, default: 0]
        tries[key] = count + weight
        if !count.isMultiple(of: 2), let attempt = lastSuccess[key] { return attempt }
        let number = numbers[key, default: 0]
        numbers[key] = number + 1
        guard number.isMultiple(of: Self.freshAttemptInterval) else {
            return Attempt(number: number, kept: unrefused[key] ?? [:])
        }
        return Attempt(number: number / Self.freshAttemptInterval)
    }

    mutating func giveUp(_ key: String) { abandoned.insert(key) }

    func isGivenUp(_ key: String) -> Bool { abandoned.contains(key) }

    /// Stores the result of an attempt: if it succeeded, the whole attempt; otherwise, the parameters to keep.
    mutating func learn(from answer: Answer, to attempt: Attempt, with params: RawJSON?, _ key: String) {
        lastSuccess[key] = answer.code == nil ? attempt : nil
        unrefused[key] = answer.code == nil ? nil : Self.unrefused(params, answer)
    }

    /// The parameters that the refusal does not name; nil if it names none.
    private static func unrefused(_ params: RawJSON?, _ answer: Answer) -> JSONObject? {
        guard let params = params.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) })?.object,
            let problem = try? JSON.decode(JSONValue.self, from: answer.body)
        else { return nil }
        let places = problem["errors"]?.array?.compactMap { $0["pointer"]?.string?.split(separator: "/") } ?? []
        let named = places.filter { $0.first == "params" || $0.first == "input" }
        let refused = Set(named.compactMap { $0.dropFirst().first.map(String.init) })
        guard !refused.isEmpty else { return nil }
        return JSONObject(params.members.filter { name, _ in !refused.contains(name) })
    }
}
