import FairwayWire
import Foundation
import Synchronization

/// The languages of an app: those of its string catalogs.
final class Languages: Sendable {
    /// The app's own language, in which its keys are written.
    let own: Language
    /// The tags of all languages, the app's own first.
    let tags: [String]
    let keys: UsedKeys
    /// By their tags in lower case.
    private let byTag: [String: Translations]
    /// Whether a language of the app names a script, as `zh-Hans` does.
    private let hasScripts: Bool

    /// - Throws: A sentence about the first catalog that cannot be used.
    init(_ catalogs: [StringCatalog]) throws(Mistake) {
        var contents: [StringCatalog.Contents] = []
        for catalog in catalogs { contents.append(try catalog.contents()) }
        let source = contents.first?.source ?? "en"
        if let other = contents.first(where: { $0.source != source }) {
            throw Mistake(
                "the string catalogs have the source languages \(source) and \(other.source): give all of them the same."
            )
        }
        let tags = [source] + contents.reduce(into: Set()) { $0.formUnion($1.languages) }.subtracting([source]).sorted()
        let phrases = tags.map { tag in
            // A regional variant has the phrases of its language.
            let layers = ([tag] + LanguageTag.shortened(tag)).flatMap { tag in
                contents.map { $0.phrases(in: tag) } + [StringCatalog.engine.phrases(in: tag)]
            }
            return layers.reduce(into: [:]) { all, layer in all.merge(layer) { first, _ in first } }
        }
        let keys = UsedKeys(
            translated: zip(tags, phrases).dropFirst().map { ($0, Set($1.keys)) },
            untranslated: Set(contents.flatMap(\.untranslated))
        )
        var byTag: [String: Translations] = [:]
        for (tag, phrases) in zip(tags, phrases) { byTag[tag.lowercased()] = Translations(tag, phrases, keys) }
        self.tags = tags
        self.keys = keys
        self.byTag = byTag
        hasScripts = tags.contains { LanguageTag.script(of: $0) != nil }
        own = Language(variant: source, translations: byTag[source.lowercased()] ?? Language.english.translations)
    }

    /// The language of a session. The app's own, unless it has the device's.
    func language(of device: Device) -> Language {
        guard let locale = device.locale else { return own }
        if let translations = byTag[locale] { return Language(variant: locale, translations: translations) }
        let tag = locale.utf8.contains(UInt8(ascii: "_")) ? locale.replacing("_", with: "-") : locale
        guard let translations = translations(tag) else { return own }
        return Language(variant: LanguageTag.variant(translations.tag, for: tag), translations: translations)
    }

    /// The language with this tag, or the app's own.
    func language(_ tag: String?) -> Language {
        tag.flatMap { byTag[$0.lowercased()] }.map { Language(variant: $0.tag, translations: $0) } ?? own
    }

    /// The tag of the best match for the value of `Accept-Language` (RFC 9110, section 12.5.4), found by lookup (RFC
    /// 4647, section 3.4). Nil if no language matches.
    func bestMatch(_ acceptLanguage: String) -> String? {
        let ranges = LanguageRange.all(in: acceptLanguage)
        let excluded = Set(ranges.filter { $0.weight == 0 }.map { $0.tag.lowercased() })
        for range in ranges where range.weight > 0 && range.tag != "*" {
            if let match = translations(range.tag), !excluded.contains(match.tag.lowercased()) { return match.tag }
        }
        return nil
    }

    /// The translations to a language or to the shorter tag of it that the app has.
    private func translations(_ tag: String) -> Translations? {
        let found = ([tag] + LanguageTag.shortened(tag)).firstNonNil { byTag[$0.lowercased()] }
        guard found == nil, hasScripts else { return found }
        return LanguageTag.withScript(tag).flatMap { byTag[$0.lowercased()] }
    }
}

/// A tag of BCP 47, such as `zh-Hant-TW`.
private enum LanguageTag {
    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

    /// A language of the app with the region of the user's tag. Nothing else of the tag is used, because Foundation
    /// keeps each locale that it has formatted for.
    static func variant(_ language: String, for tag: String) -> String {
        guard region(of: language) == nil, let region = region(of: tag) else { return language }
        return "\(language)-\(region)"
    }

    private static func region(of tag: String) -> String? {
        // A singleton introduces extensions, whose values can look like a region.
        let subtags = tag.split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }
        return subtags.lazy.map { $0.uppercased() }.first(where: regions.contains)
    }

    static func script(of tag: String) -> Substring? {
        tag.split(separator: "-").dropFirst().first { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) }
    }

    /// The language with the script that the region writes: `zh-Hant` for `zh-TW`.
    static func withScript(_ tag: String) -> String? {
        let language = Locale.Language(identifier: tag).maximalIdentifier
        return script(of: language).map { "\(language.prefix { $0 != "-" })-\($0)" }
    }

    /// The tag without its last subtag, without the last two, and so on, as in RFC 4647, section 3.4.
    static func shortened(_ tag: String) -> [String] {
        var subtags = tag.split(separator: "-", maxSplits: 8, omittingEmptySubsequences: false)
        var tags: [String] = []
        while subtags.count > 1 {
            subtags.removeLast()
            // A singleton introduces the subtags after it.
            if subtags.count > 1, subtags.last?.utf8.count == 1 { subtags.removeLast() }
            tags.append(subtags.joined(separator: "-"))
        }
        return tags
    }
}

/// An element of `Accept-Language`.
struct LanguageRange: Hashable, Sendable {
    let tag: String
    /// From 0 to 1,000.
    let weight: Int

    /// The number of elements that are read.
    private static let mostRanges = 32

    /// The ranges by descending weight. Invalid elements are left out.
    static func all(in field: String) -> [LanguageRange] {
        let ranges = field.split(separator: ",").prefix(mostRanges).compactMap(LanguageRange.init)
        // Stable: of two ranges with one weight, the first is preferred.
        return ranges.enumerated().sorted { left, right in
            left.element.weight == right.element.weight
                ? left.offset < right.offset : left.element.weight > right.element.weight
        }.map(\.element)
    }

    private init?(_ element: Substring) {
        let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let tag = parts.first, !tag.isEmpty,
            tag.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") })
        else { return nil }
        self.tag = tag
        guard let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) else {
            weight = 1_000
            return
        }
        guard let weight = Double(parameter.dropFirst(2)), (0...1).contains(weight) else { return nil }
        self.weight = Int((weight * 1_000).rounded())
    }
}

extension UInt8 {
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// A key that an app shows, and a language that it has no translation to.
public struct MissingTranslation: Hashable, Sendable, Comparable {
    /// The tag of the language.
    public let language: String
    /// The key, which is shown instead.
    public let key: String

    /// Orders by language, then by key.
    public static func < (left: MissingTranslation, right: MissingTranslation) -> Bool {
        (left.language, left.key) < (right.language, right.key)
    }
}

/// The keys that were looked up in this process, and those of them that lack a translation.
final class UsedKeys: Sendable {
    /// Keys that are made at run time are unbounded. Those beyond the limit are not noted.
    private static let most = 10_000

    /// The translated keys of each language but the app's own.
    private let translated: [(language: String, keys: Set<String>)]
    /// The keys that are translated to every language. They need not be noted, so most lookups take no lock.
    private let complete: Set<String>
    private let state = Mutex(State())

    private struct State {
        var keys: Set<String> = []
        var missing: [MissingTranslation] = []
        var report: (@Sendable (MissingTranslation) -> Void)?
    }

    /// - Parameters:
    ///   - translated: The translated keys of each language but the app's own.
    ///   - untranslated: The keys that are the same in every language.
    init(translated: [(language: String, keys: Set<String>)], untranslated: Set<String>) {
        self.translated = translated
        let everywhere = translated.dropFirst().reduce(translated.first?.keys ?? []) { $0.intersection($1.keys) }
        complete = everywhere.union(untranslated)
    }

    /// Notes a key. The first time, its missing translations are reported.
    func note(_ key: String) {
        guard !translated.isEmpty, !complete.contains(key), FormatString(key).hasLetters else { return }
        let (missing, report) = state.withLock { state in
            var missing: [MissingTranslation] = []
            if state.keys.count < Self.most, state.keys.insert(key).inserted {
                missing = translated.filter { !$0.keys.contains(key) }.map {
                    MissingTranslation(language: $0.language, key: key)
                }
                state.missing += missing
            }
            return (missing, state.report)
        }
        if let report { missing.forEach(report) }
    }

    /// The missing translations so far.
    var missing: [MissingTranslation] { state.withLock { $0.missing.sorted() } }

    /// Reports each missing translation once: those so far, and each when it is found.
    func report(to sink: @escaping @Sendable (MissingTranslation) -> Void) {
        let earlier = state.withLock { state in
            state.report = sink
            return state.missing
        }
        earlier.forEach(sink)
    }
}

extension Engine {
    /// The keys without a translation, of those that were shown or were in the catalog.
    public var missingTranslations: [MissingTranslation] { blueprint.languages.keys.missing }

    /// Reports each missing translation once.
    package func reportMissingTranslations(to sink: @escaping @Sendable (MissingTranslation) -> Void) {
        blueprint.languages.keys.report(to: sink)
    }

    /// The tags of the app's languages, its own first.
    package var languages: [String] { blueprint.languages.tags }

    /// The title of a screen in the language with a tag, or in the app's own; nil if it has none or no route names it.
    package func title(of screen: String, in tag: String?) -> String? {
        blueprint.screen(stored: screen, mangled: nil)?.title.map(blueprint.languages.language(tag).string)
    }

    /// A text in the language with a tag, or in the app's own.
    package func string(_ text: Text, in tag: String?) -> String { blueprint.languages.language(tag).string(text) }

    /// The title of a problem in the language with a tag, or in the app's own; nil for the code of another build.
    package func title(ofProblem code: String, in tag: String?) -> String? {
        ProblemCode(rawValue: code).map { string(Text(stringLiteral: $0.title), in: tag) }
    }

    /// The app's language that matches a value of `Accept-Language` best, or nil.
    package func bestLanguage(for acceptLanguage: String) -> String? { blueprint.languages.bestMatch(acceptLanguage) }
}
