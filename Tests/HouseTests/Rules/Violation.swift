/// A breach of a rule. Its description has the form of a compiler message, which editors can jump to.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    var line = 1
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
