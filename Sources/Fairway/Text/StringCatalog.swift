import FairwayWire
public import Foundation

/// The translations of an app, or of a feature: an Apple String Catalog.
///
/// ```swift
/// App(initial: Home()) {
///     StringCatalog(at: URL(filePath: "Localizable.xcstrings"))
///     FerryFeature.parts
/// }
/// ```
///
/// Xcode edits such a file. The engine uses its plural variations and substitutions, including those for English. Of the
/// variations by device, it uses only `other`. If a catalog is not valid, the app does not start.
public struct StringCatalog: AppPart {
    private let name: String
    private let bytes: @Sendable () throws -> [UInt8]

    /// A catalog in a file, read when the engine is created.
    public init(at file: URL) {
        name = file.path
        bytes = { Array(try Data(contentsOf: file)) }
    }

    /// A catalog that is embedded in the executable, such as with SwiftPM's `.embedInCode("Localizable.xcstrings")`.
    ///
    /// ```swift
    /// StringCatalog(PackageResources.Localizable_xcstrings)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - name: The file's name in error messages.
    public init(_ bytes: [UInt8], name: String = "Localizable.xcstrings") {
        self.name = name
        self.bytes = { bytes }
    }

    /// Reads and checks the catalog.
    func contents() throws(Mistake) -> Contents {
        let bytes: [UInt8]
        do {
            bytes = try self.bytes()
        } catch {
            throw Mistake("the string catalog “\(name)” cannot be read: \(error.localizedDescription)")
        }
        do {
            return Contents(try JSON.decode(CatalogFile.self, from: bytes))
        } catch let error as JSONError {
            throw Mistake("the string catalog “\(name)” is not valid: \(Self.place(of: error, in: bytes)).")
        } catch {
            throw Mistake("the string catalog “\(name)” is not valid: \(error)")
        }
    }

    private static func place(of error: JSONError, in bytes: [UInt8]) -> String {
        guard let offset = error.offset else { return "\(error.message), at \(error.pointer ?? "the start")" }
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        return "\(error.message), in line \(line), column \(column)"
    }

    /// A valid catalog.
    struct Contents: Sendable {
        /// The language of the keys.
        let source: String
        /// The keys that are the same in every language.
        let untranslated: Set<String>
        private let phrases: [String: [String: Phrase]]

        /// The contents of a catalog that is written in Swift.
        init(source: String, phrases: [String: [String: Phrase]]) {
            (self.source, self.phrases, untranslated) = (source, phrases, [])
        }

        fileprivate init(_ file: CatalogFile) {
            source = file.sourceLanguage
            untranslated = Set(file.strings.filter { $0.value.shouldTranslate == false }.keys)
            var phrases: [String: [String: Phrase]] = [:]
            for (key, entry) in file.strings {
                for (language, phrase) in entry.localizations?.phrases ?? [:] {
                    phrases[language, default: [:]][key] = phrase
                }
            }
            self.phrases = phrases
        }

        /// The languages of the catalog.
        var languages: Set<String> { Set(phrases.keys).union([source]) }

        /// The translated keys of a language.
        func phrases(in language: String) -> [String: Phrase] { phrases[language] ?? [:] }
    }
}

/// The JSON of a String Catalog.
private struct CatalogFile: Decodable {
    var sourceLanguage: String
    var strings: [String: Entry]

    struct Entry: Decodable {
        var shouldTranslate: Bool?
        var localizations: Localizations?
    }

    /// The translations of the key that is the last component of the path.
    struct Localizations: Decodable {
        let phrases: [String: Phrase]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: AnyName.self)
            let key = decoder.codingPath.dropLast().last.map { FormatString($0.stringValue) }
            var phrases: [String: Phrase] = [:]
            for language in members.allKeys {
                let localization = try members.decode(Localization.self, forKey: language)
                guard let phrase = localization.phrase else { continue }
                if let key, phrase.argumentCount > key.argumentCount {
                    throw DecodingError.dataCorruptedError(
                        forKey: language,
                        in: members,
                        debugDescription: "the translation has \(phrase.argumentCount) arguments, and the key only "
                            + "\(key.argumentCount); write %% for a percent sign"
                    )
                }
                phrases[language.stringValue] = phrase
            }
            self.phrases = phrases
        }
    }

    struct Localization: Decodable {
        var stringUnit: StringUnit?
        var variations: Variations?
        var substitutions: [String: Substitution]?

        /// Nil if it is not translated yet.
        var phrase: Phrase? {
            if let plurals = variations?.plural {
                return plurals.forms["other"] == nil ? nil : Phrase(plurals: plurals.forms, of: nil)
            }
            guard let value = stringUnit?.translation else { return variations?.device?["other"]?.phrase }
            return Phrase(FormatString(value), text: value, substitutions: (substitutions ?? [:]).mapValues(\.phrase))
        }

        enum CodingKeys: CodingKey { case stringUnit, variations, substitutions }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            stringUnit = try members.decodeIfPresent(StringUnit.self, forKey: .stringUnit)
            variations = try members.decodeIfPresent(Variations.self, forKey: .variations)
            substitutions = try members.decodeIfPresent([String: Substitution].self, forKey: .substitutions)
            let formats =
                [stringUnit].compactMap(\.self).map { FormatString($0.value) }
                + (variations?.plural?.forms.values.map(\.self) ?? [])
            let named = formats.flatMap(\.substitutions)
            if let missing = named.first(where: { substitutions?[$0] == nil }) {
                throw DecodingError.dataCorruptedError(
                    forKey: .substitutions,
                    in: members,
                    debugDescription: "there is no substitution “\(missing)”"
                )
            }
        }
    }

    struct StringUnit: Decodable {
        var state: String?
        var value: String

        /// Nil while the state is `new`: Xcode adds such units for every language.
        var translation: String? { state == "new" ? nil : value }
    }

    struct Variations: Decodable {
        var plural: Plurals?
        var device: [String: Localization]?
    }

    struct Plurals: Decodable {
        let forms: [String: FormatString]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: AnyName.self)
            var forms: [String: FormatString] = [:]
            for category in members.allKeys {
                guard PluralRules.categories.contains(category.stringValue) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: category,
                        in: members,
                        debugDescription: "there is no plural category of that name"
                    )
                }
                let form = try members.decode(Form.self, forKey: category)
                guard let translation = form.stringUnit.translation else { continue }
                forms[category.stringValue] = FormatString(translation)
            }
            guard members.contains(AnyName("other")) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "the plural category “other” is missing")
                )
            }
            self.forms = forms
        }

        private struct Form: Decodable { var stringUnit: StringUnit }
    }

    struct Substitution: Decodable {
        var argNum: UInt16?
        var variations: PluralVariations

        /// The plural of the argument `argNum`, counted from 1.
        var phrase: Phrase { Phrase(plurals: variations.plural.forms, of: Int(max(1, argNum ?? 1)) - 1) }

        struct PluralVariations: Decodable { var plural: Plurals }
    }

    /// A member's name.
    struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
