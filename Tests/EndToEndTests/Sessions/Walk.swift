import FairwayHTTP
import FairwayWire
import Foundation

/// A sample walked screen by screen over HTTP: each step a request, and the screen it leads to.
struct Walk: Decodable, Sendable {
    var name: String
    var start: JSONValue
    var first: String
    var steps: [Step]

    /// One step.
    struct Step: Decodable, Sendable {
        /// An action, or a call like `/back`.
        var action: String?
        var call: String?
        /// Nothing but a wait for what comes by itself.
        var waits: Bool?
        /// An operator lets the session's timers ring now, and what comes of that is waited for.
        var rings: Bool?
        var body: JSONValue?
        var params: JSONValue?
        /// The screen in front afterwards, or the code of the refusal.
        var screen: String?
        var code: String?
        var outcome: String?
        /// Members of the view model afterwards.
        var shows: [String: JSONValue]?

        /// What is sent; nil: nothing.
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

    /// The walks of a file.
    static func read(_ file: URL) throws -> [Walk] {
        try JSON.decode([Walk].self, from: Array(Data(contentsOf: file)))
    }
}
