import FairwayWire
import Foundation
import Testing

@testable import FairwayClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RemoteAppRetryPolicyTests {
    private let policy = RemoteApp.RetryPolicy()
    private let lost = ClientError.network(URLError(.networkConnectionLost))

    @Test(arguments: [
        (ClientError.network(URLError(.networkConnectionLost)), true),
        (.network(URLError(.cancelled)), false),
        (.network(URLError(.dataLengthExceedsMaximum)), false),
        (.problem(Problem(.storeUnavailable), retryAfter: nil), true),
        (.problem(Problem(.stepUnavailable), retryAfter: nil), false),
        (.problem(Problem(.tooManyRequests), retryAfter: nil), true),
        (.problem(Problem(.flowTimeout), retryAfter: nil), false),
        (.problem(Problem(.rejected), retryAfter: nil), false),
        (.unexpected(status: 502, body: []), true),
        (.unexpected(status: 200, body: []), false),
        (.unsendable(""), false),
    ])
    func onlyTransientFailuresAreRetried(_ failure: ClientError, _ isRetried: Bool) {
        #expect((policy.delay(after: 1, failure) != nil) == isRetried)
        #expect(policy.delay(after: 6, failure) == nil)
    }

    @Test func delaysDoubleUpToACap() {
        let policy = RemoteApp.RetryPolicy(attempts: 9, firstDelay: .seconds(1), longestDelay: .seconds(5))
        #expect((1...5).map { policy.delay(after: $0, lost, chance: 0) } == [1, 2, 4, 5, 5].map { .seconds($0) })
    }

    @Test func delaysOfSeveralClientsAreSpread() {
        let policy = RemoteApp.RetryPolicy(firstDelay: .seconds(2))
        #expect([0, 0.5, 1].map { policy.delay(after: 1, lost, chance: $0) } == [2, 1.5, 1].map { .seconds($0) })
        #expect(Set((0..<100).map { _ in policy.delay(after: 1, lost) }).count > 1)
    }

    @Test func retryAfterOfTheServerIsHonoured() {
        let busy = ClientError.problem(Problem(.overloaded), retryAfter: .seconds(7))
        #expect(policy.delay(after: 1, busy) == .seconds(7))
    }
}
