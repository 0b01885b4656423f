import FairwayWire
import Testing

@testable import FairwayServer

struct PlayOptionsTests {
    @Test func flowIsPositionalAndSwitchNeedsNoValue() throws {
        let options = try PlayOptions(arguments: ["--new", "Tutorial", "--idiom", "pad"], environment: [:])
        #expect(options.flow == "Tutorial")
        #expect(options.isNew)
        #expect(options.idiom == .pad)
        #expect(try PlayOptions(arguments: ["--new=no"], environment: ["FAIRWAY_NEW": "yes"]).isNew == false)
        #expect(try PlayOptions(arguments: [], environment: ["FAIRWAY_NEW": "yes"]).isNew)
    }

    @Test(arguments: ["example.org", "ftp://example.org", "http://", "http:"])
    func invalidServerURLIsRejected(text: String) {
        let error = #expect(throws: CommandError.self) {
            try PlayOptions(arguments: ["--server", text], environment: [:])
        }
        #expect(error?.code == .badValue)
    }

    @Test func serverAndStoreExcludeEachOther() {
        let error = #expect(throws: CommandError.self) {
            try PlayOptions(arguments: ["--server", "http://a", "--store", "sqlite:b"], environment: [:])
        }
        #expect(error?.code == .contradiction)
    }

    @Test(arguments: [
        (["--server", "https://a/b"], "https://a/b"), (["--store", "sqlite:/a/../b"], "sqlite:/b"), ([], nil),
        (["--store", "memory:"], nil),
    ])
    func savedSessionIsKeyedByServerOrStore(arguments: [String], key: String?) throws {
        #expect(try PlayOptions(arguments: arguments, environment: [:]).savedSessionKey == key)
    }
}
