/// An id within a session: a number with a letter before it on the wire. Ids are never reused.
package protocol Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    static var letter: Character { get }
    var number: Int { get }
    init(_ number: Int)
}

extension Identifier {
    package var description: String { "\(Self.letter)\(number)" }

    /// Parses an id such as `s5`. Returns nil for any other spelling.
    package init?(_ text: String) {
        guard text.first == Self.letter, let number = Int(text.dropFirst()), number > 0,
            "\(Self.letter)\(number)" == text
        else { return nil }
        self.init(number)
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The index of this id among ids that increase. Reads about log2(n) of them.
    func index(in indices: Range<Int>, _ idAt: (Int) -> Self) -> Int? {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let id = idAt(middle)
            if id == self { return middle }
            range = id < self ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

/// Identifies an active flow controller.
package struct NodeID: Identifier {
    package static let letter: Character = "f"
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// Identifies a screen that is shown.
package struct ScreenID: Identifier {
    package static let letter: Character = "s"
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// Identifies a stack, tabs or a split view.
struct ContainerID: Identifier {
    static let letter: Character = "c"
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// The next number of each kind of id.
struct NextIdentifiers: Hashable, Sendable {
    var screen = 1
    var node = 1
    var container = 1
    var effect = 1
    var job = 1

    /// Whether the numbers are in range. Corrupt stored numbers must not cause an overflow.
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
