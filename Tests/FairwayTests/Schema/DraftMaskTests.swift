import FairwayWire
import Testing

@testable import Fairway

/// Drafts as operators see them: masked by the parameters of the screen's actions.
struct DraftMaskTests {
    private struct Checkout: Screen {
        enum Action: Codable {
            case pay(name: String, card: Sensitive<String>, tip: Int?)
            case ship(address: Address, notes: [String], tags: [String: Int], gift: Bool)
            case give(gift: Sensitive<Bool>, to: [Address]?, how: How)
            case find(String)
        }

        struct Address: Codable {
            var street: String
            var door: Sensitive<String>?
        }

        enum How: String, Codable { case post, hand }
    }

    private struct Plain: Screen { var title = "" }

    @Test(arguments: [
        (#"{"name":"Ada","card":"5105105105105100","tip":3}"#, #"{"name":"Ada","card":"•••","tip":3}"#),
        // Half-typed values, and values of another type than the parameter.
        (#"{"name":"","card":"51","tip":"3 Eu"}"#, #"{"name":"","card":"•••","tip":"3 Eu"}"#),
        (#"{"name":{"a":"5105"},"tip":["5105"],"card":null}"#, #"{"name":"•••","tip":"•••","card":null}"#),
        // Members that are not a parameter.
        (#"{"nam":"5105","name ":"5105","pay":{"name":"5105"}}"#, #"{"nam":"•••","name ":"•••","pay":"•••"}"#),
        (
            #"{"address":{"street":"Main St","door":"4711","city":"Oslo"},"notes":["a",{"b":1}]}"#,
            #"{"address":{"street":"Main St","door":"•••","city":"•••"},"notes":["a","•••"]}"#
        ),
        (#"{"address":"Main St","tags":{"a":1},"notes":"a"}"#, #"{"address":"•••","tags":{"a":1},"notes":"•••"}"#),
        // Sensitive in one of two actions.
        (#"{"gift":true}"#, #"{"gift":"•••"}"#),
        (#"{"to":[{"street":"A","door":"4711"}],"how":"post"}"#, #"{"to":[{"street":"A","door":"•••"}],"how":"post"}"#),
        (#"{"value":"Oslo"}"#, #"{"value":"Oslo"}"#),
        (#""5105105105105100""#, #""•••""#), (#"["5105"]"#, #""•••""#), ("5105", #""•••""#), ("{}", "{}"),
    ])
    func draftIsMaskedByTheFormsSchema(_ draft: String, _ masked: String) throws {
        let type = ScreenType(Checkout.self, routedKinds: [])
        #expect(try type.masked(draft: RawJSON(validating: Array(draft.utf8))).description == masked)
    }

    @Test func draftOfAScreenWithoutActionsIsMasked() throws {
        let type = ScreenType(Plain.self, routedKinds: [])
        let draft = try RawJSON(validating: Array(#"{"title":"5105"}"#.utf8))
        #expect(try type.masked(draft: draft).description == #"{"title":"•••"}"#)
    }
}
