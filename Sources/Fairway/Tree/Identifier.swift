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
