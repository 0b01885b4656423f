/// The ids of a session's parts. Each is a number with a letter before it on the wire, and none is used twice.
protocol Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    static var letter: Character { get }
    var number: Int { get }
    init(_ number: Int)
}

extension Identifier {
    var description: String { "\(Self.letter)\(number)" }

    /// Reads `s5`; nil for anything that this type would not have written.
    init?(_ text: String) {
        guard text.first == Self.letter, let number = Int(text.dropFirst()), number > 0,
            "\(Self.letter)\(number)" == text
        else { return nil }
        self.init(number)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A shown screen.
struct ScreenID: Identifier {
    static let letter: Character = "s"
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// An active flow controller.
struct NodeID: Identifier {
    static let letter: Character = "f"
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// A stack, tabs or a split view.
struct ContainerID: Identifier {
    static let letter: Character = "c"
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// The numbers to be given out next.
struct NextIdentifiers: Hashable, Sendable, Codable {
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
