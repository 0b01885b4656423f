import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayClient

@Suite(.waiting)
struct RemoteSessionTests {
    @Test func updatesEndWithTheFinalState() async throws {
        let app = RemoteApp(try #require(URL(string: "http://127.0.0.1:1")))
        let first = StateDocument(session: "a", revision: 1)
        let session = RemoteSession(app, RemoteSession.Credentials(session: "a", token: "t"), first)
        var watchers = [session.updates.makeAsyncIterator(), session.updates.makeAsyncIterator()]
        for index in watchers.indices { #expect(await watchers[index].next()?.state.revision == 1) }
        session.receive(StateDocument(session: "a", revision: 2, status: .over))
        for index in watchers.indices {
            #expect(await watchers[index].next()?.state.status == .over)
            #expect(await watchers[index].next() == nil)
        }
    }
}
