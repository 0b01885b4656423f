import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

struct StringCatalogTests {
    @Test(
        arguments: [
            ("Seats", "Sitze", "Seats"),
            ("Hello \("Ada")", "Hallo Ada", "Hello Ada"),
            ("From \("A") to \("B")", "Nach B von A", "From A to B"),
            ("\(1) seats", "1 Sitz", "1 seat"),
            ("\(2) seats", "2 Sitze", "2 seats"),
            ("\(0) seats", "Kein Sitz", "0 seats"),
            ("\(1234) seats", "1.234 Sitze", "1,234 seats"),
            ("\(1.5) m", "1,5 m", "1.5 m"),
            ("\(1) adults and \(2) dogs", "1 Mensch mit 2 Hunden", "1 adults and 2 dogs"),
            ("\(3) adults and \(1) dogs", "3 Menschen mit 1 Hund", "3 adults and 1 dogs"),
            ("Go: \("Seats" as Text)", "Los: Sitze", "Go: Seats"),
            (Text(verbatim: "Seats"), "Seats", "Seats"),
            ("Back", "Back", "Back"),
            ("Later", "Later", "Later"),
            ("100% sure", "100% sicher", "100% sure"),
            ("\(5)% off", "5% weniger", "5% off"),
            ("On a phone", "Anderswo", "On a phone"),
            ("Fill this in.", "Füllen Sie das aus.", "Fill this in."),
        ] as [(Text, String, String)]
    )
    func textIsShownInTheLanguage(_ text: Text, german: String, english: String) throws {
        let languages = try Languages([.timetable])
        #expect(languages.language("de").string(text) == german)
        #expect(languages.language("en").string(text) == english)
    }

    @Test(arguments: [(1, "1 место"), (3, "3 места"), (5, "5 мест"), (21, "21 место"), (1.5, "1,5 места")])
    func pluralsFollowTheRulesOfTheLanguage(_ number: Double, _ expected: String) throws {
        let catalog = StringCatalog(
            Array(
                #"""
                {"sourceLanguage": "en", "strings": {"%lf seats": {"localizations": {"ru": {"variations": {"plural": {
                  "one": {"stringUnit": {"value": "%lf место"}}, "few": {"stringUnit": {"value": "%lf места"}},
                  "many": {"stringUnit": {"value": "%lf мест"}}, "other": {"stringUnit": {"value": "%lf места"}}}}}}}}}
                """#.utf8
            )
        )
        #expect(try Languages([catalog]).language("ru").string("\(number) seats") == expected)
    }

    /// The digits after the decimal separator count, also zeros, and so does rounding.
    @Test(arguments: [
        ("en", "%.1lf", 1, "1.0 other"), ("en", "%.1lf", 0.96, "1.0 other"), ("en", "%.2lf", 1, "1.00 other"),
        ("en", "%.0lf", 1, "1 one"), ("en", "%.0lf", 1.04, "1 one"), ("en", "%.0lf", 1.6, "2 other"),
        ("en", "%lf", 1, "1 one"), ("en", "%lf", 1.5, "1.5 other"), ("de", "%.1lf", 1, "1,0 other"),
        ("fr", "%.1lf", 1, "1,0 one"), ("fr", "%.1lf", 1.9, "1,9 one"), ("ru", "%.1lf", 1, "1,0 other"),
        ("lv", "%.1lf", 1.1, "1,1 one"),
    ])
    func pluralsOfFixedDecimalsFollowTheNumberAsItIsShown(
        _ language: String,
        _ specifier: String,
        _ number: Double,
        _ expected: String
    ) throws {
        let forms = ["one", "other"].map { #""\#($0)": {"stringUnit": {"value": "\#(specifier) \#($0)"}}"# }
        let catalog = StringCatalog(
            Array(
                #"""
                {"sourceLanguage": "en", "strings": {"%lf seats": {"localizations": {
                  "\#(language)": {"variations": {"plural": {\#(forms.joined(separator: ","))}}}}}}}
                """#.utf8
            )
        )
        #expect(try Languages([catalog]).language(language).string("\(number) seats") == expected)
    }

    @Test func dateIsShownInUTCWithItsTimeZone() throws {
        let languages = try Languages([.timetable])
        let text: Text = "At \(Date(timeIntervalSince1970: 0))"
        #expect(languages.language("de").string(text) == "Um 1. Jan. 1970, 0:00 UTC")
        #expect(languages.language("en").string(text).hasPrefix("At Jan 1, 1970"))
        #expect(languages.language("en").string(text).hasSuffix(" UTC"))
    }

    @Test func formatsFollowTheRegionOfTheDevice() throws {
        let languages = try Languages([.timetable])
        #expect(languages.language(of: Device(locale: "de-CH")).string("\(1234) seats") == "1’234 Sitze")
        #expect(languages.language(of: Device(locale: "de_DE")).string("\(1234) seats") == "1.234 Sitze")
        #expect(languages.language(of: Device(locale: "fr-FR")).string("\(1234) seats") == "1,234 seats")
        #expect(languages.language(of: Device(locale: "de-CH-x-12345678")).variant == "de-CH")
        #expect(languages.language(of: Device(locale: "de-u-nu-thai")).variant == "de")
        #expect(
            languages.language("en").string(FieldViolation.tooSmall(least: 0.0000001).text(0.0000001))
                == "Enter 0.0000001 or more."
        )
    }

    @Test func regionSelectsTheScript() throws {
        let catalog = StringCatalog(
            Array(
                #"""
                {"sourceLanguage": "en", "strings": {"Seats": {"localizations": {
                 "zh-Hans": {"stringUnit": {"value": "座位"}}, "zh-Hant": {"stringUnit": {"value": "座位數"}}}}}}
                """#.utf8
            )
        )
        let languages = try Languages([catalog])
        #expect(languages.bestMatch("zh-CN, zh;q=0.9, en;q=0.8") == "zh-Hans")
        #expect(languages.language(of: Device(locale: "zh-TW")).string("Seats") == "座位數")
        #expect(languages.bestMatch("fr, ja") == nil)
    }

    @Test func pluralFormsThatAreNewAreMissing() throws {
        let catalog = StringCatalog(
            Array(
                #"""
                {"sourceLanguage": "en", "strings": {"%lld seats": {"localizations": {"de": {"variations": {"plural": {
                 "one": {"stringUnit": {"state": "new", "value": ""}},
                 "other": {"stringUnit": {"state": "new", "value": ""}}}}}}},
                 "Sold out": {"localizations": {"de": {"stringUnit": {"value": "Ausverkauft"}}}}, "%lld": {}}}
                """#.utf8
            )
        )
        let languages = try Languages([catalog])
        #expect(languages.language("de").string("\(1) seats") == "1 seats")
        #expect(languages.language("de").string("\(1)") == "1")
        #expect(languages.keys.missing.map(\.key) == ["%lld seats"])
    }

    @Test(
        arguments: [
            ("{\n  \"sourceLanguage\": \"en\",\n  oops\n}", "in line 3, column 3"),
            ("[]", "is not valid"),
            (#"{"strings": {}}"#, "sourceLanguage"),
            (
                #"{"sourceLanguage": "en", "strings": {"A": {"localizations": {"de": {"stringUnit": {}}}}}}"#,
                "/strings/A/localizations/de/stringUnit/value"
            ),
            (
                #"{"sourceLanguage": "en", "strings": {"A": {"localizations": {"de": {"stringUnit": {"value": "%@"}}}}}}"#,
                "the translation has 1 arguments, and the key only 0"
            ),
            (
                #"{"sourceLanguage": "en", "strings": {"%lld A": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "x"}}}}}}}}}"#,
                "“other” is missing"
            ),
            (
                #"{"sourceLanguage": "en", "strings": {"%lld A": {"localizations": {"de": {"variations": {"plural": {"on": {"stringUnit": {"value": "x"}}}}}}}}}"#,
                "no plural category of that name"
            ),
            (
                ##"{"sourceLanguage": "en", "strings": {"%lld A": {"localizations": {"de": {"stringUnit": {"value": "%#@a@"}}}}}}"##,
                "there is no substitution “a”"
            ),
        ]
    )
    func invalidCatalogStopsTheStart(_ json: String, _ place: String) {
        let mistake = #expect(throws: Mistake.self) {
            try Engine(
                App(initial: Stage(.show("x"))) { StringCatalog(Array(json.utf8), name: "x.xcstrings") },
                store: MemoryStore()
            )
        }
        #expect(mistake?.description.contains("“x.xcstrings”") == true)
        #expect(mistake?.description.contains(place) == true, "\(mistake?.description ?? "")")
    }

    @Test func missingFileStopsTheStart() {
        let mistake = #expect(throws: Mistake.self) {
            try Languages([StringCatalog(at: URL(filePath: "/nowhere/Localizable.xcstrings"))])
        }
        #expect(mistake?.description.contains("/nowhere/Localizable.xcstrings") == true)
    }

    @Test func featuresMayHaveCatalogsOfTheirOwn() throws {
        let other = StringCatalog(
            Array(
                #"""
                {"sourceLanguage": "en", "strings": {"Later": {"localizations": {"de": {"stringUnit": {"value": "Später"}}}},
                 "Seats": {"localizations": {"de": {"stringUnit": {"value": "Plätze"}}}}}}
                """#.utf8
            )
        )
        let german = try Languages([.timetable, other]).language("de")
        #expect(german.string("Later") == "Später")
        #expect(german.string("Seats") == "Sitze")
    }

    @Test func everySentenceOfTheEngineIsTranslated() throws {
        let german = try Languages([.timetable]).language("de").translations
        for code in ProblemCode.allCases { #expect(german.has(code.title), "\(code.title)") }
        #expect(german.has(try #require(Rejection.gone.refusals.first).message.key))
        #expect(german.has(JobFailure(attempts: 1).message.key))
        for sentence in RuleSentence.all { #expect(german.has(sentence.key), "\(sentence.english)") }
    }

    @Test func sentenceHasTheSingularOfItsNumber() {
        #expect(FieldViolation.tooLong(most: 1).text(1).description == "Enter at most one character.")
        #expect(FieldViolation.tooLong(most: 2).text(2).description == "Enter at most 2 characters.")
    }
}

extension StringCatalog {
    /// English and German, with every feature of the format that the engine reads.
    static let timetable = StringCatalog(
        Array(
            ##"""
            {
              "sourceLanguage" : "en",
              "strings" : {
                "Seats" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Sitze" } } } },
                "Tickets" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Karten" } } } },
                "No seat is left." : { "localizations" : { "de" : { "stringUnit" : { "value" : "Es ist kein Sitz mehr frei." } } } },
                "Hello %@" : { "localizations" : { "de" : { "stringUnit" : { "value" : "Hallo %@" } } } },
                "From %@ to %@" : { "localizations" : { "de" : { "stringUnit" : { "value" : "Nach %2$@ von %1$@" } } } },
                "Go: %@" : { "localizations" : { "de" : { "stringUnit" : { "value" : "Los: %@" } } } },
                "At %@" : { "localizations" : { "de" : { "stringUnit" : { "value" : "Um %@" } } } },
                "%lf m" : { "localizations" : { "de" : { "stringUnit" : { "value" : "%lf m" } } } },
                "100% sure" : { "localizations" : { "de" : { "stringUnit" : { "value" : "100% sicher" } } } },
                "%lld%% off" : { "localizations" : { "de" : { "stringUnit" : { "value" : "%lld%% weniger" } } } },
                "Back" : { "shouldTranslate" : false },
                "Later" : { "localizations" : { "de" : { "stringUnit" : { "state" : "new", "value" : "" } } } },
                "On a phone" : { "localizations" : { "de" : { "variations" : { "device" : {
                  "iphone" : { "stringUnit" : { "value" : "Am Telefon" } }, "other" : { "stringUnit" : { "value" : "Anderswo" } } } } } } },
                "%lld seats" : { "localizations" : {
                  "en" : { "variations" : { "plural" : {
                    "one" : { "stringUnit" : { "value" : "%lld seat" } }, "other" : { "stringUnit" : { "value" : "%lld seats" } } } } },
                  "de" : { "variations" : { "plural" : {
                    "zero" : { "stringUnit" : { "value" : "Kein Sitz" } },
                    "one" : { "stringUnit" : { "value" : "%lld Sitz" } }, "other" : { "stringUnit" : { "value" : "%lld Sitze" } } } } } } },
                "%lld adults and %lld dogs" : { "localizations" : { "de" : {
                  "stringUnit" : { "value" : "%#@adults@ mit %#@dogs@" },
                  "substitutions" : {
                    "adults" : { "argNum" : 1, "formatSpecifier" : "lld", "variations" : { "plural" : {
                      "one" : { "stringUnit" : { "value" : "%arg Mensch" } }, "other" : { "stringUnit" : { "value" : "%arg Menschen" } } } } },
                    "dogs" : { "argNum" : 2, "formatSpecifier" : "lld", "variations" : { "plural" : {
                      "one" : { "stringUnit" : { "value" : "%arg Hund" } }, "other" : { "stringUnit" : { "value" : "%arg Hunden" } } } } }
                  } } } }
              },
              "version" : "1.0"
            }
            """##.utf8
        )
    )
}
