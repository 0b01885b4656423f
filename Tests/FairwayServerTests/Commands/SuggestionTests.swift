import Testing

@testable import FairwayServer

struct SuggestionTests {
    @Test(arguments: [
        ("prot", "port"), ("por", "port"), ("ports", "port"), ("hots", "host"), ("admin-tokn", "admin-token"),
        ("admintoken", "admin-token"), ("event-queue", "event-queues"),
    ])
    func misspeltWordIsRecognised(word: String, meant: String) {
        #expect(Suggestion.nearest(to: word, in: ["host", "port", "admin-token", "event-queues"]) == meant)
    }

    @Test(arguments: ["", "zebra", "p", "token", "portcullis"])
    func distantWordIsNotSuggested(word: String) {
        #expect(Suggestion.nearest(to: word, in: ["host", "port", "admin-token", "event-queues"]) == nil)
    }
}
