import FairwayHTTP
import FairwayWire
import Foundation

/// A sequence of requests to a sample, each with the expected screen.
struct Walk: Decodable, Sendable {
    var name: String
    var start: JSONValue
    var first: String
    var steps: [Step]

    struct Step: Decodable, Sendable {
        /// The action to send.
        var action: String?
        /// The path to call instead of an action, such as `/back`.
        var call: String?
        /// Waits for the next state without a request.
        var waits: Bool?
        /// Fires the session's timers and waits for the next state.
        var rings: Bool?
        /// The request body of a call.
        var body: JSONValue?
        /// The action's parameters.
        var params: JSONValue?
        /// The expected front screen.
        var screen: String?
        /// The code of the expected problem, if the request is refused.
        var code: String?
        /// The expected outcome of the session, if the step ends it.
        var outcome: String?
        /// Expected members of the view model.
        var shows: [String: JSONValue]?

        /// The request body; nil for none.
        var json: String? {
            get throws {
                var members = JSONObject()
                if let action { members["action"] = .string(action) }
                if let params { members["params"] = params }
                guard let value = members.members.isEmpty ? body : .some(.object(members)) else { return nil }
                return String(decoding: try JSON.encode(value), as: UTF8.self)
            }
        }
    }

    static func read(_ file: URL) throws -> [Walk] {
        try JSON.decode([Walk].self, from: Array(Data(contentsOf: file)))
    }
}
