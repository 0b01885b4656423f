import Fairway
import FairwayWire

/// The record of an explorer's attempts and their results, by key.
struct AttemptHistory {
    /// One new attempt in this many ignores what earlier attempts have learned.
    private static let attemptsPerFreshOne = 8

    private var tries: [String: Int] = [:]
    /// The number of attempts that did not repeat a successful one.
    private var numbers: [String: Int] = [:]
    /// Keys that timed out and are not tried again.
    private var abandoned: Set<String> = []
    /// Parameters that did not cause the last refusal.
    private var fitting: [String: JSONObject] = [:]
    /// The last attempt, if it succeeded. Every second attempt repeats it, because constant variation rarely gets far
    /// into a flow.
    private var working: [String: Attempt] = [:]

    struct Attempt: Equatable {
        /// Selects the generated values.
        var number: Int
        /// Parameters to keep unchanged.
        var kept: JSONObject = [:]
    }

    /// The choice with the fewest attempts; the first one if several have.
    func leastTried<Choice>(_ choices: [Choice], key: (Choice) -> String) -> Choice? {
        choices.filter { !abandoned.contains(key($0)) }.min { tries[key($0), default: 0] < tries[key($1), default: 0] }
    }

    /// Counts an attempt with its weight, and returns its values.
    mutating func begin(_ key: String, weight: Int = 1) -> Attempt {
        let count = tries[key, default: 0]
        tries[key] = count + weight
        if !count.isMultiple(of: 2), let working = working[key] { return working }
        let number = numbers[key, default: 0]
        numbers[key] = number + 1
        guard number.isMultiple(of: Self.attemptsPerFreshOne) else {
            return Attempt(number: number, kept: fitting[key] ?? [:])
        }
        return Attempt(number: number / Self.attemptsPerFreshOne)
    }

    mutating func giveUp(_ key: String) { abandoned.insert(key) }

    func isGivenUp(_ key: String) -> Bool { abandoned.contains(key) }

    /// Stores the result of an attempt: the whole attempt if it succeeded, or the parameters that the refusal does not
    /// name.
    mutating func learn(from answer: Answer, to attempt: Attempt, with params: RawJSON?, _ key: String) {
        working[key] = answer.code == nil ? attempt : nil
        fitting[key] = answer.code == nil ? nil : Self.fitting(params, answer)
    }

    /// The parameters that the refusal does not name; nil if it names none.
    private static func fitting(_ params: RawJSON?, _ answer: Answer) -> JSONObject? {
        guard let params = params.flatMap({ try? JSON.decode(JSONValue.self, from: $0.bytes) })?.object,
            let problem = try? JSON.decode(JSONValue.self, from: answer.body)
        else { return nil }
        let places = problem["errors"]?.array?.compactMap { $0["pointer"]?.string?.split(separator: "/") } ?? []
        let refused = Set(places.filter { $0.first == "params" }.compactMap { $0.dropFirst().first.map(String.init) })
        guard !refused.isEmpty else { return nil }
        return JSONObject(params.members.filter { name, _ in !refused.contains(name) })
    }
}
