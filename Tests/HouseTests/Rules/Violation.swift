/// A place where a rule is not kept. It reads like a compiler's message, so that an editor can jump there.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    var line = 1
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
