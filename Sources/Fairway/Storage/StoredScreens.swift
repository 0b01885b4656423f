import FairwayWire

/// The screens of one flow as they are stored, and what else its node has to remember.
struct StoredScreens: Codable {
    var shown: [StoredScreen]
    var retained: [StoredScreen]?
    /// The container in which the flow's first screen was put.
    var home: Int?
    var hasReplacedRoot: Bool?

    struct StoredScreen: Codable {
        var id: Int?
        var name: String
        /// The type's mangled name, only for a screen that no route names.
        var type: String?
        var version: Int
        var state: RawJSON
        var step: StepKey?
        var isRetained: Bool?
        var isBarrier: Bool?

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            if let id { try members.encode(id, forKey: .id) }
            try members.encode(name, forKey: .name)
            if let type { try members.encode(type, forKey: .type) }
            try members.encode(version, forKey: .version)
            try members.encode(state, forKey: .state)
            if let step { try members.encode(step, forKey: .step) }
            if let isRetained { try members.encode(isRetained, forKey: .isRetained) }
            if let isBarrier { try members.encode(isBarrier, forKey: .isBarrier) }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(shown, forKey: .shown)
        if let retained { try members.encode(retained, forKey: .retained) }
        if let home { try members.encode(home, forKey: .home) }
        if let hasReplacedRoot { try members.encode(hasReplacedRoot, forKey: .hasReplacedRoot) }
    }
}

extension StoredScreens {
    /// The screens of a node whose shown screens have been encoded.
    init(_ node: Node, _ blueprint: Blueprint) throws {
        shown = try node.screens.map { screen in
            StoredScreen(
                id: screen.id.number,
                name: screen.type.name,
                type: blueprint.mangledName(of: screen.type),
                version: screen.type.version,
                state: try screen.encoded ?? RawJSON(encoding: screen.value),
                step: screen.step,
                isRetained: screen.isRetained ? true : nil,
                isBarrier: screen.isBarrier ? true : nil
            )
        }
        retained =
            node.retained.isEmpty
            ? nil
            : try node.retained.map { screen in
                StoredScreen(
                    name: screen.type.name,
                    type: blueprint.mangledName(of: screen.type),
                    version: screen.type.version,
                    state: try RawJSON(encoding: screen.value),
                    step: screen.step
                )
            }
        home = node.home?.number
        hasReplacedRoot = node.hasReplacedRoot ? true : nil
    }
}

extension Blueprint {
    /// How a screen's type is found again when its name alone does not tell.
    fileprivate func mangledName(of type: ScreenType) -> String? {
        isDeclared(type) ? nil : type.mangledName
    }
}
