import FairwayHTTP
import FairwayWire
import Foundation

/// A path through a sample: requests, each with the expected screen.
struct Walk: Decodable, Sendable {
    var name: String
    var start: JSONValue
    var first: String
    var steps: [Step]

    struct Step: Decodable, Sendable {
        /// An action, or a call like `/back`.
        var action: String?
        var call: String?
        /// Waits for the next state without a request.
        var waits: Bool?
        /// Fires the session's timers and waits for the next state.
        var rings: Bool?
        var body: JSONValue?
        var params: JSONValue?
        /// The expected front screen, or the code of the expected problem.
        var screen: String?
        var code: String?
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
