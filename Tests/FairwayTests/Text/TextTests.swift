import FairwayWire
import Foundation
import Testing

@testable import Fairway

struct TextTests {
    @Test(
        arguments: [
            ("Passenger", "Passenger", "Passenger"),
            ("Hello \("Ada")", "Hello %@", "Hello Ada"),
            ("\(3) seats of \(1.5) m", "%lld seats of %lf m", "3 seats of 1.5 m"),
            ("\("100%s") of \(5)%", "%@ of %lld%%", "100%s of 5%"),
            ("100% sure", "100% sure", "100% sure"),
            ("\(Text("the \("Nile")")), a river", "%@, a river", "the Nile, a river"),
            ("At \(Date(timeIntervalSince1970: 0))", "At %@", "At Jan 1, 1970 at 12:00 AM UTC"),
            (Text(verbatim: "50%@"), "%@", "50%@"),
            ("", "", ""),
        ] as [(Text, String, String)]
    )
    func keyIsTheLiteralWithAFormatForEachArgument(_ text: Text, key: String, english: String) {
        #expect(text.key == key)
        #expect(text.description == english)
    }

    @Test(arguments: ["Passenger", "\(2) of \("x")", Text(verbatim: "y")] as [Text])
    func storedTextIsReadAgain(_ text: Text) throws {
        #expect(try JSON.decode(Text.self, from: JSON.encode(text)) == text)
    }

    @Test func textIsStoredAsKeyAndArguments() throws {
        let bytes = try JSON.encode(["\(2) seats"] as [Text])
        let expected = #"[{"key":"%lld seats","arguments":[{"integer":{"_0":2}}]}]"#
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func textIsSentAsAString() throws {
        let bytes = try JSON.encode(["\(2) seats"] as [Text], userInfo: [.language: Language.english])
        #expect(String(decoding: bytes, as: UTF8.self) == #"["2 seats"]"#)
    }

    @Test func stringIsReadAsAKey() throws {
        #expect(try JSON.decode([Text].self, from: #"["Seats"]"#.utf8) == ["Seats"])
    }
}
