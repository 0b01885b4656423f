import FairwayWire
import Foundation
import Testing
import WireChecking

/// The rules that the web client loads are those of this module.
struct RuleFileTests {
    @Test func webClientHasTheSameRules() throws {
        let path = "Public/web/rules.js"
        let file = Self.project.appending(path: path)
        if ProcessInfo.processInfo.environment["FAIRWAY_RECORD_SNAPSHOTS"] == "1" {
            try Data(Self.text.utf8).write(to: file)
        } else {
            let isCurrent = try String(contentsOf: file, encoding: .utf8) == Self.text
            #expect(isCurrent, "\(path) is stale. Record it with FAIRWAY_RECORD_SNAPSHOTS=1.")
        }
    }

    @Test(arguments: RuleCode.allCases)
    func codeHasSentenceAndDocumentation(_ code: RuleCode) throws {
        #expect(!RuleSentence.about(code, nil).english.isEmpty)
        let page = try String(contentsOf: Self.project.appending(path: "docs/protocol.md"), encoding: .utf8)
        let table = page.split(separator: "\n").drop { $0 != "| `code` of an error | The value |" }
            .prefix { $0.hasPrefix("|") }
        #expect(table.contains { $0.contains("`\(code.rawValue)`") })
    }

    @Test func sentencesAreOfKnownCodes() {
        let codes = RuleSentence.all.flatMap(\.violations).map { String($0.prefix { $0 != "/" }) }
        #expect(Set(codes) == Set(RuleCode.allCases.map(\.rawValue)))
    }

    @Test(arguments: TextFormat.allCases)
    func formatIsMatchedInLinearTime(_ format: TextFormat) {
        #expect(TextPattern.flaw(in: format.pattern) == nil)
    }

    /// Without a case for a code, a client could differ in it unnoticed.
    @Test func everyCodeAndSentenceHasCase() {
        #expect(Set(RuleCase.all.compactMap(\.code)) == Set(RuleCode.allCases.map(\.rawValue)))
        for sentence in RuleSentence.all {
            let pattern = sentence.english.split(separator: "{}", omittingEmptySubsequences: false)
            #expect(
                RuleCase.all.contains { rule in
                    guard let english = rule.english, let first = pattern.first, let last = pattern.last else {
                        return false
                    }
                    return pattern.count == 1
                        ? english == first : english.hasPrefix(first) && english.hasSuffix(last)
                },
                "\(sentence.english)"
            )
        }
    }

    private static let project = (0..<4).reduce(URL(filePath: #filePath)) { file, _ in
        file.deletingLastPathComponent()
    }

    private static var text: String {
        let named = RuleSentence.all.flatMap { sentence in sentence.violations.map { ($0, sentence.english) } }
        return """
            // The rules of forms, from `RuleCode`, `RuleSentence` and `TextFormat` of FairwayWire. Do not edit: `RuleFileTests` writes it.

            /** The codes of broken rules. */
            export const codes = /** @type {const} */ ([\(RuleCode.allCases.map { quoted($0.rawValue) }.joined(separator: ", "))]);

            /** The patterns of formats. @type {Record<string, string>} */
            export const patterns = {
            \(table(TextFormat.allCases.map { ($0.rawValue, $0.pattern) }))
            };

            /** The longest text that has a format, in code points. */
            export const longestOfFormat = \(TextFormat.mostCharacters);

            /** The sentences by `code`, or by `code/subject` for one format, type or limit. @type {Record<string, string>} */
            export const sentences = {
            \(table(named))
            };

            /** The sentences in German. @type {Record<string, string>} */
            export const germanSentences = {
            \(table(RuleSentence.all.map { ($0.english, $0.german) }))
            };

            """
    }

    private static func table(_ rows: [(String, String)]) -> String {
        rows.map { "    \(quoted($0)): \(quoted($1))," }.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        (try? JSON.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
