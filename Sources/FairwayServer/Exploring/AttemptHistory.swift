import Fairway
import FairwayWire

/// The attempts of an explorer and their results, by the keys of ``ExploredSession/key(of:)``.
struct AttemptHistory {
    /// One in this many new attempts keeps no parameters of earlier attempts.
    private static let freshAttemptInterval = 8

    /// The sum of the weights of a key's attempts.
    private var tries: [String: Int] = [:]
    /// The number of a key's attempts, without repetitions of a successful one.
    private var numbers: [String: Int] = [:]
    /// Keys that are not tried again, because a handler timed out.
    private var abandoned: Set<String> = []
    /// The parameters of the last attempt that its refusal did not name.
    private var unrefused: [String: JSONObject] = [:]
    /// The last attempt, if it succeeded. Every second attempt repeats it, to get further into the flow.
    private var lastSuccess: [String: Attempt] = [:]

    struct Attempt: Equatable {
        /// Selects among the generated values (``SampleValues``).
        var number: Int
        /// Parameters to keep unchanged.
        var kept: JSONObject = [:]
    }

    /// The choice with the lowest sum of weights; the first one of several.
    func leastTried<Choice>(_ choices: [Choice], key: (Choice) -> String) -> Choice? {
        choices.filter { !abandoned.contains(key($0)) }.min { tries[key($0), default: 0] < tries[key($1), default: 0] }
    }

    /// Counts an attempt with its weight, and returns the values to try.
    mutating func begin(_ key: String, weight: Int = 1) -> Attempt {
        let count = tries[key, default: 0]
        tries[key] = count + weight
        if !count.isMultiple(of: 2), let attempt = lastSuccess[key] { return attempt }
        let number = numbers[key, default: 0]
        numbers[key] = number + 1
        guard number.isMultiple(of: Self.freshAttemptInterval) else {
            return Attempt(number: number, kept: unrefused[key] ?? [:])
        }
        return Attempt(number: number / Self.freshAttemptInterval)
    }

    mutating func giveUp(_ key: String) { abandoned.insert(key) }

    func isGivenUp(_ key: String) -> Bool { abandoned.contains(key) }

    /// Stores the result of an attempt: if it succeeded, the whole attempt; otherwise, the parameters to keep.
    mutating func learn(from answer: Answer, to attempt: Attempt, with params: RawJSON?, _ key: String) {
        lastSuccess[key] = answer.code == nil ? attempt : nil
        unrefused[key] = answer.code == nil ? nil : Self.unrefused(params, answer)
    }

    /// The parameters that the refusal does not name; nil if it names none.
    private static func unrefused(_ params: RawJSON?, _ answer: Answer) -> JSONObject? {
        guard let params = params.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) })?.object,
            let problem = try? JSON.decode(JSONValue.self, from: answer.body)
        else { return nil }
        let places = problem["errors"]?.array?.compactMap { $0["pointer"]?.string?.split(separator: "/") } ?? []
        let refused = Set(places.filter { $0.first == "params" }.compactMap { $0.dropFirst().first.map(String.init) })
        guard !refused.isEmpty else { return nil }
        return JSONObject(params.members.filter { name, _ in !refused.contains(name) })
    }
}
