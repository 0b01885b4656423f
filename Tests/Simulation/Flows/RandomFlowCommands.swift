import Fairway

/// Generates random commands with unique names.
struct RandomFlowCommands {
    let dice: Dice
    /// The number of the request, which makes the names unique in the whole simulation.
    let number: Int
    private var count = 0

    init(_ dice: Dice, number: Int) {
        self.dice = dice
        self.number = number
    }

    /// The commands of one action.
    mutating func make(most: Int = 3, depth: Int = 2) -> [FlowCommand] {
        (0..<dice.roll(0...most)).map { _ in makeCommand(depth: depth) }
    }

    /// A flow that runs random commands when it starts.
    mutating func makeNestedFlow(depth: Int) -> NestedFlow {
        let first = depth > 0 && dice.chance(of: 5) ? makeContainer(depth: depth - 1) : .show(makeName(), makeStyle())
        return NestedFlow(makeNumber(), [first] + make(most: 1, depth: depth - 1))
    }

    private mutating func makeCommand(depth: Int) -> FlowCommand {
        switch dice.roll(0...29) {
        case 0...4: .show(makeName(), makeStyle())
        case 5: .target(makeName())
        case 6: .alert(makeName())
        case 7: .sheet(makeName())
        case 8...11 where depth > 0:
            .start(makeNestedFlow(depth: depth - 1), makeStyle(), slot: dice.chance(of: 3) ? "s" : nil)
        case 12 where depth > 0: .steps(makeNumber())
        case 13 where depth > 0: makeContainer(depth: depth - 1)
        case 14: .select("t\(dice.roll(0...2))")
        case 15: .finish
        case 16: .dismiss
        case 17: .back
        case 18: .backToTarget
        case 19: .backToRoot
        case 20, 21: .schedule(makeName(), seconds: dice.roll(0...40), id: dice.chance(of: 3) ? "timer" : nil)
        case 22, 23: .job(makeName(), id: dice.chance(of: 4) ? "job" : nil)
        case 24: .cancel(dice.chance(of: 2) ? "timer" : "job")
        case 25: .raise(makeName())
        case 26: .find(makeName())
        case 27: makeTrouble()
        case 28: .toast(makeName())
        default: .rename(makeName())
        }
    }

    private mutating func makeTrouble() -> FlowCommand {
        switch dice.roll(0...3) {
        case 0: .refuse
        case 1: .fail
        default: .pause(milliseconds: dice.chance(of: 4) ? dice.roll(9_000...12_000) : dice.roll(1...500))
        }
    }

    private mutating func makeContainer(depth: Int) -> FlowCommand {
        if dice.chance(of: 2) { return .split(makeNestedFlow(depth: depth), makeNestedFlow(depth: depth)) }
        // The key of a tab is its flow's number modulo 3, so three consecutive numbers give three different keys.
        let numbers = (0..<3).map { _ in makeNumber() }
        return .tabs(numbers.map { NestedFlow($0, [.show(makeName(), .push)]) })
    }

    private func makeStyle() -> Style {
        dice.chance(of: 2) ? .automatic : dice.pick(Self.styles) ?? .automatic
    }

    private static let styles: [Style] = [
        .automatic, .push, .modal, .modal(navigation: false), .sheet, .alert, .replace, .root, .pane(.primary),
        .pane(.secondary),
    ]

    private mutating func makeName() -> String { "n\(makeNumber())" }

    private mutating func makeNumber() -> Int {
        count += 1
        return number * 1_000 + count
    }
}
