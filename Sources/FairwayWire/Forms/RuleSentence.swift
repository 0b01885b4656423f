/// A general sentence for the user about a value that breaks a rule, with `{}` in place of the limit.
///
/// The engine, the Swift client and, through `Public/web/rules.js`, the web client take it from ``all``.
package struct RuleSentence: Hashable, Sendable {
    package let english: String
    package let german: String
    /// The names of the violations: a ``RuleCode``, or `code/subject` for one format, type or limit.
    package let violations: [String]

    private init(_ english: String, _ german: String, _ violations: String...) {
        (self.english, self.german, self.violations) = (english, german, violations)
    }

    /// The sentence for a code and a subject, or the one for the code.
    package static func about(_ code: RuleCode, _ subject: String?) -> RuleSentence {
        let own = subject.flatMap { named["\(code.rawValue)/\($0)"] }
        guard let sentence = own ?? named[code.rawValue] else { preconditionFailure("\(code) has no sentence") }
        return sentence
    }

    private static let named = Dictionary(
        uniqueKeysWithValues: all.flatMap { sentence in sentence.violations.map { ($0, sentence) } }
    )

    /// All sentences.
    package static let all: [RuleSentence] = [
        Self("Fill this in.", "Füllen Sie das aus.", "required", "too-short/1"),
        Self("Choose one of the options.", "Wählen Sie eine der Möglichkeiten.", "required/choice", "not-an-option"),
        Self("Enter at least {} characters.", "Geben Sie mindestens {} Zeichen ein.", "too-short"),
        Self("Enter at most {} characters.", "Geben Sie höchstens {} Zeichen ein.", "too-long"),
        Self("Enter at most one character.", "Geben Sie höchstens ein Zeichen ein.", "too-long/1"),
        Self("Enter {} or more.", "Geben Sie mindestens {} ein.", "too-small"),
        Self("Enter a larger number.", "Geben Sie eine größere Zahl ein.", "too-small/type"),
        Self("Enter {} or less.", "Geben Sie höchstens {} ein.", "too-large"),
        Self("Enter a smaller number.", "Geben Sie eine kleinere Zahl ein.", "too-large/type"),
        Self("Enter a multiple of {}.", "Geben Sie ein Vielfaches von {} ein.", "step", "type-mismatch/digits"),
        Self("This does not have the right form.", "Das hat nicht die richtige Form.", "pattern", "format"),
        Self("Enter an e-mail address.", "Geben Sie eine E-Mail-Adresse ein.", "format/email"),
        Self(
            "Enter a phone number with + and the country code.",
            "Geben Sie eine Telefonnummer mit + und der Landesvorwahl ein.",
            "format/phone"
        ),
        Self(
            "Enter a web address that begins with https://.",
            "Geben Sie eine Webadresse ein, die mit https:// beginnt.",
            "format/url"
        ),
        Self("Enter a date such as 2026-12-04.", "Geben Sie ein Datum wie 2026-12-04 ein.", "format/date"),
        Self("Enter a time such as 09:30.", "Geben Sie eine Uhrzeit wie 09:30 ein.", "format/time"),
        Self(
            "Enter a date and a time such as 2026-12-04T09:30:00Z.",
            "Geben Sie Datum und Uhrzeit wie 2026-12-04T09:30:00Z ein.",
            "format/date-time",
            "type-mismatch/date-time"
        ),
        Self("This cannot be read.", "Das kann nicht gelesen werden.", "type-mismatch"),
        Self("Enter text.", "Geben Sie Text ein.", "type-mismatch/text"),
        Self("Enter a whole number.", "Geben Sie eine ganze Zahl ein.", "type-mismatch/integer"),
        Self("Enter a number.", "Geben Sie eine Zahl ein.", "type-mismatch/decimal"),
        Self("Choose yes or no.", "Wählen Sie Ja oder Nein.", "type-mismatch/toggle"),
        Self("This takes no input.", "Hier wird keine Eingabe angenommen.", "not-accepted"),
    ]
}
