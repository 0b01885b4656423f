import FairwayWire
import Foundation
import Testing

@testable import FairwayClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RetryPolicyTests {
    @Test(arguments: [
        (ClientError.network(URLError(.networkConnectionLost)), true),
        (.network(URLError(.cancelled)), false),
        (.problem(Problem(.storeUnavailable), retryAfter: nil), true),
        (.problem(Problem(.tooManyRequests), retryAfter: nil), true),
        (.problem(Problem(.flowTimeout), retryAfter: nil), false),
        (.problem(Problem(.rejected), retryAfter: nil), false),
        (.unexpected(status: 502, body: []), true),
        (.unexpected(status: 200, body: []), false),
        (.unsendable(""), false),
    ])
    func onlyWhatMayGoBetterNextTimeIsTriedAgain(_ failure: ClientError, _ isTriedAgain: Bool) {
        #expect((RetryPolicy().delay(after: 1, failure) != nil) == isTriedAgain)
        #expect(RetryPolicy().delay(after: 6, failure) == nil)
    }

    @Test func delaysDoubleUpToACap() {
        let lost = ClientError.network(URLError(.networkConnectionLost))
        let retry = RetryPolicy(attempts: 9, firstDelay: .seconds(1), longestDelay: .seconds(5))
        #expect((1...5).map { retry.delay(after: $0, lost) } == [1, 2, 4, 5, 5].map { .seconds($0) })
    }

    @Test func theServerSaysHowLongToWait() {
        let busy = ClientError.problem(Problem(.overloaded), retryAfter: .seconds(7))
        #expect(RetryPolicy().delay(after: 1, busy) == .seconds(7))
    }
}
