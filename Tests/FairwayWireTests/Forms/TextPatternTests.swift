import Testing

@testable import FairwayWire

/// Patterns that would hold a thread are refused (`Rule.pattern(_:)`).
struct TextPatternTests {
    @Test(
        arguments: [
            #"[A-Z]{2}[0-9]{4}"#, #"([a-z]+-)*[a-z]+"#, #"[a-z0-9]+(-[a-z0-9]+)*"#, #"([0-9]{1,3}\.){3}[0-9]{1,3}"#,
            #"([0-9A-F]{2})+"#, #"([0-9A-F]{2}){8}"#, #"((ab){2}c?)*"#, #"(?:[01][0-9]|2[0-3]):[0-5][0-9]"#,
            #"[\w.+-]+@[\w-]+(\.[\w-]+)+"#, #"([a-z0-9]+(-+[a-z0-9]+)*\.)+[a-z]{2,}"#,
            #"^(?=.*\d)(?=.*[a-z]).{8,64}$"#, #".*[0-9].*"#, #"(AT|BE|BG|CH)(, (AT|B[EG]|CH))*"#,
            #"\p{L}+( \p{L}+)*"#, #"(?<year>\d{4})-\k<year>"#, #"(['"])[^'"]*\1"#, #"[^@]+@[^@.]+\..+"#, #"(a|b?c)*"#,
            #"[\u0041-\u{5A}\x61-\x7a\-\].]+"#, #"\+?[0-9 ()-]{7,20}"#, #"(?!0)[0-9]+?"#, #".*\.(jpg|jpeg|png)"#,
            #"[0-9]?[0-9]:[0-5][0-9]"#, #"\p{Script=Greek}+"#, #"\bword\b"#, "",
        ]
    )
    func fastPatternIsAccepted(_ pattern: String) {
        #expect(TextPattern(pattern) != nil)
        #expect(TextPattern.flaw(in: pattern) == nil)
    }

    @Test(
        arguments: [
            ("(a+)+$", "(a+)+"), ("(a*)*", "(a*)*"), ("(a|a)*b", "(a|a)*"), ("(a|b|ab)*", "(a|b|ab)*"),
            ("x([a-z]+ ?)*", "([a-z]+ ?)*"), (#"(\w+\s?){2,}"#, #"(\w+\s?){2,}"#), ("(a?){20}", "(a?){20}"),
            ("(a{1,2})*", "(a{1,2})*"), ("([0-9]+){4}", "([0-9]+){4}"), ("(a|aa)+", "(a|aa)+"), ("(.*,)*", "(.*,)*"),
            ("((a|b)+c?)*", "((a|b)+c?)*"), ("(?=(a+)+b)a*", "(a+)+"), (#"(\p{L}+1?)*"#, #"(\p{L}+1?)*"#),
            (#"(a\1?)*"#, #"(a\1?)*"#), ("(|a)+", "(|a)+"), ("([^x]*y)*", "([^x]*y)*"),
            ("(a|ab)*", "(a|ab)*"), (".+(b?ba)*", "(b?ba)*"), ("((a?)?b)*", "((a?)?b)*"),
            ("((a?|c*)b)*", "((a?|c*)b)*"), ("(AT|BE|BG)+", "(AT|BE|BG)+"),
        ]
    )
    func repeatedGroupThatLeavesAChoiceIsRefused(_ pattern: String, group: String) {
        let flaw = TextPattern.flaw(in: pattern)
        #expect(flaw?.hasPrefix("in which “\(group)” leaves a choice at each turn") == true)
    }

    @Test(
        arguments: ["a*a*a*", ".*a.*b.*", #"\s*[a-z ]+\s*"#, #".+@.+\..+"#, ".{0,99}a.{0,99}b.*"] + [
            String(repeating: "a?", count: 27) + "a{2}b", String(repeating: #"(\d|\d\d)"#, count: 27),
        ]
    )
    func repetitionsThatOverlapAreRefused(_ pattern: String) {
        #expect(TextPattern.flaw(in: pattern)?.hasPrefix("whose repetitions can also match what follows them") == true)
    }

    @Test(
        arguments: [
            ("(?i)a", "(?i"), ("a++", "++"), ("(?>a)", "(?>"), ("[[:alpha:]]", "["), ("[a&&b]", "&&"),
            (#"\Aa"#, #"\A"#), ("a{,3}", "{"), ("a**", "*"), ("(a", "(a"), ("a)", ")"),
            (#"[0-9]{3}\-[0-9]{4}"#, #"\-"#), (#"a\@b"#, #"\@"#), ("^*a", "^*"), (#"\b+a"#, #"\b+"#),
            ("(?=a)*a", "(?=a)*"),
            (#"\p{greek}"#, #"\p{greek}"#),
        ]
    )
    func syntaxThatIsNotSharedIsRefused(_ pattern: String, part: String) {
        let flaw = "with “\(part)”, which Swift and JavaScript do not share: leave it out"
        #expect(TextPattern.flaw(in: pattern) == flaw)
    }

    @Test func patternThatIsTooLargeToCheckIsRefused() {
        let flaw = TextPattern.flaw(in: String(repeating: "a", count: 501))
        #expect(flaw == "which is too large to check: make it shorter")
    }
}
