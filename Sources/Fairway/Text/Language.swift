import Foundation
// Foundation has no public interface to plural rules on Linux. Its copy of ICU has, under a prefix.
import _FoundationICU

/// A language in which texts are shown.
struct Language: Sendable {
    /// The app's language: the tag of its translations (BCP 47).
    var tag: String { translations.tag }
    /// The user's variant of it, such as `de-AT`. Numbers and dates are formatted for it.
    let variant: String
    let translations: Translations

    /// The engine's own English.
    static let english = Language(
        variant: "en",
        translations: Translations("en", StringCatalog.engine.phrases(in: "en"))
    )

    /// The text as it is shown.
    func string(_ text: Text) -> String {
        if text.key == "%@", case .string(let verbatim)? = text.arguments.first { return verbatim }
        let phrase = translations.phrase(text.key)
        guard !text.arguments.isEmpty else {
            return FormatString.withoutArguments(phrase?.text ?? text.key)
        }
        return (phrase ?? Phrase(FormatString(text.key))).string(text.arguments, in: self)
    }

    func string(_ argument: Text.Argument, fractionDigits: Int?) -> String {
        switch argument {
        case .string(let value): return value
        case .integer(let value): return value.formatted(.number.locale(locale))
        case .number(let value):
            let style = FloatingPointFormatStyle<Double>.number.locale(locale)
            return value.formatted(
                fractionDigits.map { style.precision(.fractionLength($0)) } ?? style.precision(.fractionLength(0...20))
            )
        case .date(let value):
            let style = Date.FormatStyle(
                date: .abbreviated,
                time: .shortened,
                locale: locale,
                timeZone: .gmt
            )
            return "\(value.formatted(style)) UTC"
        case .text(let value): return string(value)
        }
    }

    private var locale: Locale { Locale(identifier: variant) }
}

/// The translations to one language: those of the app, then those of the engine.
final class Translations: Sendable {
    let tag: String
    let plurals: PluralRules
    private let phrases: [String: Phrase]
    private let keys: UsedKeys?

    /// - Parameter keys: Where the keys that are looked up are noted.
    init(_ tag: String, _ phrases: [String: Phrase], _ keys: UsedKeys? = nil) {
        self.tag = tag
        plurals = PluralRules(tag)
        self.phrases = phrases
        self.keys = keys
    }

    func phrase(_ key: String) -> Phrase? {
        keys?.note(key)
        return phrases[key]
    }

    func has(_ key: String) -> Bool { phrases[key] != nil }
}

/// The plural rules of a language, from ICU's copy of the CLDR.
///
/// `@unchecked Sendable`: ICU's rules never change, and its `const` functions may be called from any thread.
final class PluralRules: @unchecked Sendable {
    private let rules: OpaquePointer?

    /// The categories of the CLDR, which are the names in a String Catalog.
    static let categories: Set<String> = ["zero", "one", "two", "few", "many", "other"]

    /// The rules of a language that ICU does not know have the category `other` only.
    init(_ language: String) {
        var status = U_ZERO_ERROR
        rules = swift_uplrules_open(language.replacing("-", with: "_"), &status)
    }

    deinit {
        if let rules { swift_uplrules_close(rules) }
    }

    /// The category of a number as it is shown. In English, “1” is `one` and “1.0” is `other`.
    ///
    /// - Parameter fractionDigits: The digits after the decimal separator; nil if the number is shown with as few as
    ///   possible.
    func category(of number: Double, fractionDigits: Int?) -> String {
        guard let rules else { return "other" }
        var status = U_ZERO_ERROR
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 8) { buffer in
            let length =
                if let fractionDigits {
                    Self.formatting(number, fractionDigits, &status) { shown, status in
                        swift_uplrules_selectFormatted(rules, shown, buffer.baseAddress, 8, &status)
                    }
                } else {
                    swift_uplrules_select(rules, number, buffer.baseAddress, 8, &status)
                }
            // After an error, the buffer is not initialized.
            guard status.rawValue <= U_ZERO_ERROR.rawValue else { return "other" }
            let category = String(decoding: buffer.prefix(Int(length)), as: UTF16.self)
            return Self.categories.contains(category) ? category : "other"
        }
    }

    /// Calls `body` with a number that ICU has formatted. The locale does not matter for its digits.
    private static func formatting(
        _ number: Double,
        _ fractionDigits: Int,
        _ status: inout UErrorCode,
        _ body: (OpaquePointer?, inout UErrorCode) -> Int32
    ) -> Int32 {
        let skeleton = fractionDigits == 0 ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits)
        let characters = Array(skeleton.utf16)
        let formatter = swift_unumf_openForSkeletonAndLocale(characters, Int32(characters.count), "en", &status)
        defer { swift_unumf_close(formatter) }
        let result = swift_unumf_openResult(&status)
        defer { swift_unumf_closeResult(result) }
        swift_unumf_formatDouble(formatter, number, result, &status)
        return body(result, &status)
    }
}
