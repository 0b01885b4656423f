public import FairwayWire
public import Foundation

/// Why a call came to nothing. Three kinds, because a client does three different things about them.
public enum ClientError: Error, Sendable {
    /// The server has said no, and why: show it, and carry on with the state that comes with it.
    case problem(Problem, retryAfter: Duration?)
    /// The server could not be reached, or the answer was lost: try again later.
    case network(URLError)
    /// Something answered that is no Fairway server, or one of another age: a proxy, a login page. A redirect is such an
    /// answer; none is followed, so that the session's token goes nowhere else.
    case unexpected(status: Int, body: [UInt8])
    /// What was to be sent cannot be written as JSON: a mistake in the client.
    case unsendable(String)

    /// The problem, where it is one.
    public var problem: Problem? {
        if case .problem(let problem, _) = self { problem } else { nil }
    }

    /// A value as JSON.
    static func encoding(_ value: some Encodable) throws(ClientError) -> RawJSON {
        do {
            return try RawJSON(encoding: value)
        } catch {
            throw .unsendable("\(error)")
        }
    }
}
