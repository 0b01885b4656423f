/// A regular expression that a whole text is matched against.
///
/// `@unchecked Sendable`: a `Regex` is immutable, and the standard library compiles it lazily with an atomic exchange.
package struct TextPattern: @unchecked Sendable {
    private let regex: Regex<AnyRegexOutput>

    /// The longest text that is matched. A field may set a lower limit.
    package static let mostCharacters = 1_000

    /// Nil if the pattern cannot be parsed.
    package init?(_ pattern: String) {
        guard let regex = try? Regex(pattern) else { return nil }
        // As JavaScript matches with the flag `u`.
        self.regex = regex.matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
    }

    package func matches(_ text: String) -> Bool { ((try? regex.wholeMatch(in: text)) ?? nil) != nil }

    /// Why a pattern is refused, as the rest of a sentence about it. Nil for a pattern that Swift and JavaScript match
    /// against 1,000 characters within a second.
    ///
    /// Both backtrack, so the time is the number of ways through the pattern:
    /// - It is exponential if a repeated group leaves a choice: `(a+)+`, `(a|ab)*`. In a repeated group, the next
    ///   character must therefore decide the way, as in `([a-z]+-)*` and `([0-9]{1,3}\.){3}`. A group that matches each
    ///   text in one way may still leave a choice on the way, as `(b?ba)*` does, and takes exponential time in Swift 6.3.
    /// - It is a product of lengths if repetitions can also match what follows them: `.*a.*b.*`. One repetition without a
    ///   limit may be like that, or several with small limits.
    /// - It doubles with each option whose character can also begin what follows: `a?a?a?`, `(a|aa)(a|aa)`.
    package static func flaw(in pattern: String) -> String? {
        do throws(PatternFlaw) {
            var parser = PatternParser(pattern)
            try PatternCheck.run(try parser.parse())
            return nil
        } catch {
            return error.clause
        }
    }
}

/// The structure of a pattern.
indirect enum PatternNode {
    /// Matches no character: an anchor, or nothing.
    case empty
    case character(CharacterRanges)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// `most` is nil for no limit. `text` is the source.
    case repetition(PatternNode, least: Int, most: Int?, text: String)
    case lookaround(PatternNode)
    case backreference
}

/// Finds the ways through a pattern: its characters, and the ones that can follow each of them (Glushkov, 1961).
private struct PatternCheck {
    private static let mostTurns = TextPattern.mostCharacters
    /// The characters and classes of a pattern.
    private static let largestPattern = 500
    /// The largest product of the ways on at each place outside of repetitions.
    private static let mostChoices = 100

    private var characters: [CharacterRanges] = []
    private var followers: [[Follower]] = []
    /// The characters with which a turn of a repetition begins.
    private var repeated: Set<Int> = []
    /// The largest number of turns of each repetition.
    private var turns: [Int] = []
    /// The number of parts that match an empty text in several ways, such as `(a?)?`.
    private var emptyInSeveralWays = 0

    private struct Follower {
        var index: Int
        /// The repetition that starts its next turn here.
        var repetition: Int?
    }

    /// A part of the pattern, by the characters with which it begins and ends.
    private struct Part {
        var isOptional = true
        var first: [Int] = []
        var last: [Int] = []
    }

    static func run(_ pattern: PatternNode) throws(PatternFlaw) {
        var check = PatternCheck()
        let part = try check.add(pattern)
        let steps = check.overlapping.reduce(1) { min($0 * check.turns[$1], mostTurns + 1) }
        if steps > mostTurns { throw .overlap }
        var choices = 1
        for followers in check.followers + [part.first.map { Follower(index: $0) }] {
            choices *= check.choices(of: followers)
            if choices > mostChoices { throw .overlap }
        }
    }

    private mutating func add(_ node: PatternNode) throws(PatternFlaw) -> Part {
        switch node {
        case .empty: return Part()
        case .lookaround(let condition):
            // It is never matched in a second way.
            try Self.run(condition)
            return Part()
        case .backreference:
            var part = try add(.character(.all))
            part.isOptional = true
            return part
        case .character(let ranges):
            guard characters.count < Self.largestPattern else { throw .size }
            characters.append(ranges)
            followers.append([])
            return Part(isOptional: false, first: [characters.count - 1], last: [characters.count - 1])
        case .sequence(let nodes):
            var part = Part()
            for node in nodes { part = join(part, try add(node)) }
            return part
        case .choice(let nodes):
            var choice = Part(isOptional: false)
            for node in nodes {
                let part = try add(node)
                if choice.isOptional, part.isOptional { emptyInSeveralWays += 1 }
                choice.isOptional = choice.isOptional || part.isOptional
                choice.first += part.first
                choice.last += part.last
            }
            return choice
        case .repetition(let node, let least, let most, let text):
            return try addRepetition(of: node, least, most, text)
        }
    }

    private mutating func addRepetition(
        of node: PatternNode,
        _ least: Int,
        _ most: Int?,
        _ text: String
    ) throws(PatternFlaw) -> Part {
        let (start, emptyBefore) = (characters.count, emptyInSeveralWays)
        var part = try add(node)
        guard most ?? 2 > 1 else {
            if part.isOptional, least == 0 { emptyInSeveralWays += 1 }
            part.isOptional = part.isOptional || least == 0
            return part
        }
        // The number of turns is fixed. Two turns show what can follow one.
        if least == most { part = join(part, try add(node)) }
        let before = followers
        turns.append(min(most ?? Self.mostTurns, Self.mostTurns))
        connect(part.last, part.first, turns.count - 1)
        repeated.formUnion(part.first)
        let isGroup = if case .character = node { false } else { true }
        if isGroup, part.isOptional || emptyInSeveralWays > emptyBefore || isAmbiguous(start) { throw .ambiguity(text) }
        if least == most { followers = before }
        part.isOptional = least == 0
        return part
    }

    private mutating func join(_ one: Part, _ next: Part) -> Part {
        connect(one.last, next.first, nil)
        return Part(
            isOptional: one.isOptional && next.isOptional,
            first: one.first + (one.isOptional ? next.first : []),
            last: next.last + (next.isOptional ? one.last : [])
        )
    }

    private mutating func connect(_ last: [Int], _ first: [Int], _ repetition: Int?) {
        for end in last {
            for index in first { followers[end].append(Follower(index: index, repetition: repetition)) }
        }
    }

    /// Whether one character of a text can be followed in several ways, among the characters from `start` on.
    private func isAmbiguous(_ start: Int) -> Bool {
        followers[start...].contains { all in
            all.enumerated().contains { count, one in all.dropFirst(count + 1).contains { overlap(one, $0) } }
        }
    }

    /// The repetitions whose next turn begins with a character that can also follow them.
    private var overlapping: Set<Int> {
        var found: Set<Int> = []
        for all in followers {
            for (count, one) in all.enumerated() {
                guard let repetition = one.repetition, !found.contains(repetition) else { continue }
                let others = all.enumerated().filter { $0.offset != count }.map(\.element)
                if others.contains(where: { overlap(one, $0) }) { found.insert(repetition) }
            }
        }
        return found
    }

    /// The largest number of followers that one character can be. The turns of repetitions are counted elsewhere.
    private func choices(of followers: [Follower]) -> Int {
        let others = followers.filter { $0.repetition == nil && !repeated.contains($0.index) }
        return others.map { one in others.count { overlap(one, $0) } }.max() ?? 1
    }

    private func overlap(_ one: Follower, _ other: Follower) -> Bool {
        characters[one.index].overlap(characters[other.index])
    }
}

/// Why a pattern is refused.
enum PatternFlaw: Error {
    case ambiguity(String)
    case overlap
    case syntax(String)
    case size

    var clause: String {
        switch self {
        case .ambiguity(let text):
            "in which “\(text)” leaves a choice at each turn, which takes exponential time: let the next character decide "
                + "how the group continues, as in ([a-z]+-)*[a-z]+"
        case .overlap:
            "whose repetitions can also match what follows them, which takes long: exclude that, as in [^@]+@[^@]+, or "
                + "limit the repetitions, as in {0,20}"
        case .syntax(let text): "with “\(text)”, which Swift and JavaScript do not share: leave it out"
        case .size: "which is too large to check: make it shorter"
        }
    }
}
