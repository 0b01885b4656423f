/// Markdown that the renderer does not know. A page that GitHub and the server would show differently stops the build.
struct MarkdownError: Error, Equatable, CustomStringConvertible {
    var file = ""
    let line: Int
    let message: String

    var description: String { "\(file):\(line): error: \(message)" }
}
