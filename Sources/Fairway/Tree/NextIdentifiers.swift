/// The numbers to be given out next.
struct NextIdentifiers: Hashable, Sendable {
    var screen = 1
    var node = 1
    var container = 1
    var effect = 1
    var job = 1

    /// Whether there are numbers left: what is stored may be damaged, and counting on must not end the process.
    var areUsable: Bool { [screen, node, container, effect, job].allSatisfy { $0 > 0 && $0 < Int.max / 2 } }

    mutating func makeScreen() -> ScreenID {
        defer { screen += 1 }
        return ScreenID(screen)
    }

    mutating func makeNode() -> NodeID {
        defer { node += 1 }
        return NodeID(node)
    }

    mutating func makeContainer() -> ContainerID {
        defer { container += 1 }
        return ContainerID(container)
    }

    mutating func makeEffect() -> String {
        defer { effect += 1 }
        return "e\(effect)"
    }

    mutating func makeJob() -> String {
        defer { job += 1 }
        return "j\(job)"
    }
}
