import Fairway
import FairwayWire

/// What an explorer has tried, and has learnt from it. What is tried has a key.
struct Experience {
    /// One new attempt in so many keeps nothing of those before.
    private static let attemptsPerFreshOne = 8

    private var tries: [String: Int] = [:]
    /// How many attempts there were that were no repetition of one that had worked.
    private var numbers: [String: Int] = [:]
    /// What took too long: it is not tried again.
    private var hopeless: Set<String> = []
    /// Parameters that were not what an action was refused for.
    private var fitting: [String: JSONObject] = [:]
    /// What worked, if that was the last attempt. The next but one is the same again, for who always tries something else does
    /// not get far.
    private var working: [String: Attempt] = [:]

    /// How something is to be tried this time.
    struct Attempt: Equatable {
        /// Another one for other values.
        var number: Int
        /// Parameters that are to be as they are here.
        var kept: JSONObject = [:]
    }

    /// What is to be tried next: of what was tried least, the first.
    func leastTried<Choice>(_ choices: [Choice], key: (Choice) -> String) -> Choice? {
        choices.filter { !hopeless.contains(key($0)) }.min { tries[key($0), default: 0] < tries[key($1), default: 0] }
    }

    /// Counts one more try, or as many as it weighs.
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

    mutating func giveUp(_ key: String) { hopeless.insert(key) }

    func isGivenUp(_ key: String) -> Bool { hopeless.contains(key) }

    /// Remembers what worked; of what was refused, the parameters that nothing is said against.
    mutating func learn(from answer: Answer, to attempt: Attempt, with params: RawJSON?, _ key: String) {
        working[key] = answer.code == nil ? attempt : nil
        fitting[key] = answer.code == nil ? nil : Self.fitting(params, answer)
    }

    /// Nil where the refusal names no parameter.
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
