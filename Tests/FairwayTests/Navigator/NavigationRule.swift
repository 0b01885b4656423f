import Fairway
import FairwayTesting
import Testing

/// A row of a table of navigation rules: the root flow's first commands, the following steps, and the expected screens,
/// moves or problem code.
struct NavigationRule: CustomTestStringConvertible, Sendable {
    var name: String
    var root: Puppet
    var steps: [Step]
    var picture: String
    var movements: String
    var line: SourceLocation

    enum Step: Sendable {
        /// The flow of the front screen runs commands.
        case perform([Command])
        /// The system back gesture.
        case back
        /// A gesture to an earlier screen of the stack.
        case backTo(String)
        /// Selection of another tab.
        case select(String)
        /// A number of seconds passes.
        case wait(Int)
    }

    init(
        _ name: String,
        _ opening: Command...,
        onFinish: [Command] = [],
        onDismiss: [Command] = [],
        onShout: [Command] = [],
        given: [[Command]] = [],
        when: Command...,
        then picture: String,
        _ movements: String,
        line: SourceLocation = #_sourceLocation
    ) {
        self.name = name
        root = Puppet(onFinish: onFinish, onDismiss: onDismiss, onShout: onShout)
        root.opening = opening
        steps = (given + [when]).map(Step.perform)
        self.picture = picture
        self.movements = movements
        self.line = line
    }

    init(
        _ name: String,
        _ opening: Command...,
        onFinish: [Command] = [],
        onDismiss: [Command] = [],
        onShout: [Command] = [],
        after steps: Step...,
        then picture: String,
        _ movements: String,
        line: SourceLocation = #_sourceLocation
    ) {
        self.name = name
        root = Puppet(onFinish: onFinish, onDismiss: onDismiss, onShout: onShout)
        root.opening = opening
        self.steps = steps
        self.picture = picture
        self.movements = movements
        self.line = line
    }

    var testDescription: String { name }

    /// Plays the steps twice: once with the session reloaded from the store after each step, once with every handler
    /// run twice.
    func check() async throws {
        for repeating in [false, true] {
            let tester = try await FlowTester(playing: root, repeatingHandlers: repeating)
            var outcome = ""
            do {
                for step in steps { try await Self.take(step, tester, line: line) }
                outcome = tester.movements
            } catch let problem as Problem {
                outcome = problem.code.rawValue
            }
            #expect(tester.picture == picture, sourceLocation: line)
            #expect(outcome == movements, sourceLocation: line)
        }
    }

    /// Performs a step.
    static func take(
        _ step: Step,
        _ tester: FlowTester<Puppet>,
        line: SourceLocation = #_sourceLocation
    ) async throws {
        switch step {
        case .perform(let commands): try await tester.send(.perform(commands), sourceLocation: line)
        case .back: try await tester.goBack(sourceLocation: line)
        case .backTo(let label):
            let id = try #require(tester.id(labelled: label), sourceLocation: line)
            try await tester.goBack(to: id, sourceLocation: line)
        case .select(let tab): try await tester.select(tab, sourceLocation: line)
        case .wait(let seconds): try await tester.advance(by: .seconds(seconds), sourceLocation: line)
        }
    }
}
