import Foundation

/// What a client of a load does again and again, and what it has to be answered.
struct LoadScript: Sendable {
    /// One call: its method, the end of its path and its body, and the text that its answer has to have.
    struct Step: Sendable {
        var method = "POST"
        var call: String
        var body: String
        var expected: @Sendable (_ cycle: Int) -> String
    }

    /// The flow whose sessions are driven, with its input; nil for a server that has no sessions.
    var flow: String?
    var input: String = "{}"
    /// Whether each answer has to have the revision that follows the last.
    var makesRevisions = true
    var steps: [Step]

    /// Counts: every answer has to have the count.
    static let counter = LoadScript(
        flow: "Counter",
        steps: [
            Step(call: "/actions", body: #"{"action":"incrementButtonPressed"}"#) {
                #""viewModel":{"count":\#($0 + 1)}"#
            }
        ]
    )

    /// Counts at the bare server, which has no flows.
    static let bare = LoadScript(flow: nil, steps: counter.steps)

    /// Turns a page and back again.
    static let tutorial = LoadScript(
        flow: "Tutorial",
        steps: [
            Step(call: "/actions", body: #"{"action":"nextToPage2ButtonPressed"}"#) { _ in #""name":"Tutorial.Page2""#
            },
            Step(call: "/back", body: "{}") { _ in #""viewModel":{"title":"First page"}"# },
        ]
    )

    /// Counts on top of forty-nine other flows.
    static let deep = LoadScript(flow: "Shaft", input: #"{"depth":48}"#, steps: counter.steps)

    /// The same request again and again, for an answer that has a text.
    static func constant(_ method: String, _ path: String, _ body: String, _ text: String) -> LoadScript {
        LoadScript(
            flow: nil,
            makesRevisions: false,
            steps: [Step(method: method, call: path, body: body) { _ in text }]
        )
    }
}
