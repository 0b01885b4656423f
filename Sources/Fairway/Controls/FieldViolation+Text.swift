import FairwayWire
import Foundation

extension FieldViolation {
    /// The error in a response.
    ///
    /// - Parameters:
    ///   - pointer: The pointer to the value.
    ///   - language: The language of the sentence.
    ///   - messages: The sentences that the author has given to rules.
    ///   - limit: The limit that the value breaks, if people type it in another unit.
    func error(
        at pointer: String,
        _ language: Language,
        _ messages: [RuleCode: Text] = [:],
        limit: Decimal? = nil
    ) -> FieldError {
        if let message = messages[rule] {
            return FieldError(pointer, code, message, language, forOperators: message.withoutValues)
        }
        // The values of a general sentence are limits that the author has written.
        let text = text(limit ?? self.limit)
        return FieldError(pointer, code, text, language, forOperators: text)
    }

    /// The general sentence.
    ///
    /// - Parameter limit: The limit that the value breaks, in the unit that people type.
    func text(_ limit: Decimal?) -> Text {
        let argument: Text.Argument? =
            switch self {
            case .tooShort(let limit), .tooLong(let limit): .integer(limit)
            default: limit.map { .number($0.nearestDouble) }
            }
        return Text(key: general.key, arguments: general.hasLimit ? [argument].compactMap(\.self) : [])
    }
}

extension FieldError {
    /// An error with a text of the app or of the engine, and the text that operators may see.
    init(_ pointer: String, _ code: String, _ text: Text, _ language: Language, forOperators shown: Text?) {
        self.init(pointer, code, detail: language.string(text))
        sentence = shown.flatMap { try? RawJSON(encoding: $0) }
    }

    /// The sentence for operators.
    package var text: Text? { sentence.flatMap { try? JSON.decode(Text.self, from: $0.bytes) } }
}

extension RuleSentence {
    /// The key in a string catalog.
    var key: String { format(english) }

    /// The German format of the key.
    var germanFormat: String { format(german) }

    fileprivate var hasLimit: Bool { english.contains("{}") }

    private func format(_ sentence: String) -> String {
        let countsCharacters = !Self.ofCharacters.isDisjoint(with: violations)
        return sentence.replacing("{}", with: countsCharacters ? "%lld" : "%lf")
    }

    private static let ofCharacters: Set = [RuleCode.tooShort.rawValue, RuleCode.tooLong.rawValue]
}
