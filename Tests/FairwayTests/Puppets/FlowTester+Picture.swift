import Fairway
import FairwayTesting
import Testing

extension FlowTester where F: PuppetFlow {
    /// Starts a session of an app in which puppets can start other puppets.
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

    /// Lets the flow of the front screen run commands.
    @discardableResult
    func perform(_ commands: Command...) async throws -> StateDocument {
        try await send(.perform(commands))
    }

    /// Sends commands to a screen, by default to the frontmost one that takes them. All puppets' screens share an action.
    @discardableResult
    func send(
        _ doing: Doing,
        on screen: String? = nil,
        draft: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StateDocument {
        let documents = state.visible + [state.screen].compactMap(\.self)
        let front = visibleScreens.lastIndex { $0.takesCommands }
        return try await send(
            "perform",
            params: RawJSON(encoding: ["value": doing.commands]),
            on: screen ?? front.map { documents[$0].id },
            draft: draft,
            sourceLocation: sourceLocation
        )
    }

    /// A rendering of the navigation: `[A B] modal[C]` for two pages in the base's stack and a modal.
    var picture: String {
        navigation.map { $0.layers.map { picture(of: $0) }.joined(separator: " ") } ?? "over"
    }

    /// A rendering of the last step's moves: `push B`.
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

    /// The id of the latest screen with the label.
    func id(labelled label: String) -> String? {
        navigation?.screens.last { self.label(of: $0.id) == label }?.id
    }

    private func label(of id: String) -> String { (screen(id: id) as? any LabelledScreen)?.label ?? id }
}

extension Screen {
    fileprivate var takesCommands: Bool { Action.self == Doing.self }
}
