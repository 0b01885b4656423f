import Fairway
import FairwayTesting
import Testing

extension FlowTester where F: PuppetFlow {
    /// A session of an app in which puppets may start each other.
    convenience init(
        playing puppet: F,
        restoring: Restoring = .afterEveryStep,
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits()
    ) async throws {
        let app =
            F.self == Puppet.self
            ? App(initial: Stage(.show("nothing"))) { Flow(Puppet()) }
            : App(initial: Stage()) { Flow(Puppet()) }
        try await self.init(
            puppet,
            in: app,
            restoring: restoring,
            repeatingHandlers: repeatingHandlers,
            limits: limits
        )
    }

    /// The screen in front has its flow do these things.
    @discardableResult
    func perform(_ commands: Command...) async throws -> StateDocument {
        try await send(Doing.perform(commands))
    }

    /// Where everything is: `[A B] modal[C]` for two pages in the base's stack under a modal.
    var picture: String {
        navigation.map { $0.layers.map { picture(of: $0) }.joined(separator: " ") } ?? "over"
    }

    /// What moved in the last step: `push B`.
    var movements: String {
        moves.map { move in
            ([move.move.rawValue, move.tab, move.screen.map { label(of: $0) }] as [String?])
                .compactMap(\.self).joined(separator: " ")
        }.joined(separator: ", ")
    }

    private func picture(of container: Navigation) -> String {
        let kind = container.presentation?.rawValue ?? ""
        switch container.content {
        case .stack(let screens):
            return kind + "[" + screens.map { label(of: $0.id) }.joined(separator: " ") + "]"
        case .tabs(let selected, let tabs):
            let parts = tabs.map { ($0.key == selected ? "*" : "") + $0.key + picture(of: $0.content) }
            return kind + "tabs(" + parts.joined(separator: " ") + ")"
        case .split(let primary, let secondary):
            return kind + "split(" + picture(of: primary) + " " + picture(of: secondary) + ")"
        }
    }

    /// The id of the latest screen with a label.
    func id(labelled label: String) -> String? {
        navigation?.screens.last { self.label(of: $0.id) == label }?.id
    }

    private func label(of id: String) -> String { (screen(id: id) as? any LabelledScreen)?.label ?? id }
}
