import Fairway
import FairwayTesting

/// Random commands for puppets and random steps for users.
struct RandomCommands {
    private var generator: SeededGenerator
    private var labels = 0
    private let flowsStay: Bool

    /// - Parameter flowsStay: Restricts flows to commands that dismiss no flow, except for going back.
    init(_ seed: Seed, flowsStay: Bool = false) {
        generator = seed.makeGenerator()
        self.flowsStay = flowsStay
    }

    /// The user's next step.
    mutating func makeStep() -> NavigationRule.Step {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .back
        case 1: .select(["a", "b", "c"].randomElement(using: &generator) ?? "a")
        case 2: .wait(Int.random(in: 0...20, using: &generator))
        default: .perform(makeCommands(most: 3, depth: 3))
        }
    }

    /// A flow that runs random commands when it starts.
    mutating func makePuppet(depth: Int) -> Puppet {
        var puppet = Puppet()
        let first: [Command] =
            depth > 0 && chance(of: 4) ? [makeContainer(depth - 1)] : [.show(makeLabel(), makeStyle())]
        puppet.opening = first + makeCommands(most: 1, depth: depth - 1)
        puppet.onFinish = makeCommands(most: 1, depth: 0)
        puppet.onDismiss = makeCommands(most: 1, depth: 0)
        puppet.onShout = makeCommands(most: 1, depth: 0)
        return puppet
    }

    private mutating func makeCommands(most: Int, depth: Int) -> [Command] {
        (0..<Int.random(in: 0...most, using: &generator)).map { _ in makeCommand(depth: depth) }
    }

    private mutating func makeCommand(depth: Int) -> Command {
        switch Int.random(in: 0..<26, using: &generator) {
        case 0...5: .show(makeLabel(), makeStyle())
        case 6: .landmark(makeLabel())
        case 7: .question(makeLabel())
        case 8: .slip(makeLabel())
        case 9...13 where depth > 0:
            .start(makePuppet(depth: depth - 1), makeStyle(), slot: !flowsStay && chance(of: 3) ? "slot" : nil)
        case 14 where depth > 0: makeContainer(depth - 1)
        case 15: .select(["a", "b"].randomElement(using: &generator) ?? "a")
        case 16: flowsStay ? .back : .finish(makeLabel())
        case 17: flowsStay ? .back : .dismiss
        case 18: .back
        case 19: .backToLandmark
        case 20: .backToRoot
        case 21: .shout("shout")
        case 22: .schedule("timer", seconds: Int.random(in: 1...30, using: &generator), id: chance(of: 2) ? "id" : nil)
        case 23: .work("work")
        case 24: chance(of: 3) ? .fail : .toast("toast")
        default: .rename(makeLabel())
        }
    }

    private mutating func makeContainer(_ depth: Int) -> Command {
        if chance(of: 2) { return .split(makePuppet(depth: depth), makePuppet(depth: depth)) }
        let places = ["a", "b", "c"].map { Command.Place(key: $0, puppet: makePuppet(depth: depth)) }
        return .tabs(places, chance(of: 3) ? .modal : .automatic)
    }

    private mutating func makeStyle() -> Style {
        let style = chance(of: 2) ? .automatic : Self.styles.randomElement(using: &generator) ?? .automatic
        return flowsStay && style == .root ? .push : style
    }

    static let styles: [Style] = [
        .automatic, .push, .modal, .modal(navigation: false), .sheet, .alert, .replace, .root, .pane(.primary),
        .pane(.secondary),
    ]

    private mutating func makeLabel() -> String {
        labels += 1
        return "P\(labels)"
    }

    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}
