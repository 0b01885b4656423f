import Testing

@testable import FairwayHTTP

struct RequestsUnderWayTests {
    private static func underWay(_ number: Int) -> RequestsUnderWay {
        var requests = RequestsUnderWay()
        for _ in 0..<number { requests.begin() }
        return requests
    }

    @Test(arguments: [(0, false), (RequestsUnderWay.most - 1, false), (RequestsUnderWay.most, true)])
    func answersAreLookedForFirstOnceThereAreMany(number: Int, areMany: Bool) {
        #expect(Self.underWay(number).areMany == areMany)
    }

    @Test func anAnswerMakesRoomForARequest() {
        var requests = Self.underWay(RequestsUnderWay.most)
        requests.end()
        #expect(!requests.areMany)
        requests.begin()
        #expect(requests.areMany)
    }

    @Test func whatWasWaitedForInVainIsNotWaitedForAgain() {
        var requests = Self.underWay(RequestsUnderWay.most)
        requests.noteLook(foundWork: false)
        #expect(!requests.areMany)
        for _ in 1..<RequestsUnderWay.most { requests.begin() }
        #expect(!requests.areMany)
        requests.begin()
        #expect(requests.areMany)
    }

    @Test func workThatLeadsToNoAnswerIsNotWaitedForLong() {
        var requests = Self.underWay(RequestsUnderWay.most + 1)
        for _ in 1..<RequestsUnderWay.looksWithoutAnswer { requests.noteLook(foundWork: true) }
        #expect(requests.areMany)
        requests.end()
        for _ in 1..<RequestsUnderWay.looksWithoutAnswer { requests.noteLook(foundWork: true) }
        #expect(requests.areMany)
        requests.noteLook(foundWork: true)
        #expect(!requests.areMany)
    }

    /// Streams that have ended do not leave more room than there is.
    @Test func whatHasEndedIsNoLongerLeftOut() {
        var requests = Self.underWay(1_000)
        requests.noteLook(foundWork: false)
        requests.end(1_000)
        #expect(requests.count == 0)
        for _ in 0..<RequestsUnderWay.most { requests.begin() }
        #expect(requests.areMany)
    }
}
