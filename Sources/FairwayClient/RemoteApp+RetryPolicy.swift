import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RemoteApp {
    /// How often a call that got no answer is made again, and after how long.
    ///
    /// Of this module's own, and with a longer name than `RetryPolicy` in `Fairway`, which is about work and not about
    /// calls: an app may import both.
    public struct RetryPolicy: Hashable, Sendable {
        /// How often a call is made at most, the first time included.
        public var attempts: Int
        /// How long after the first failure; twice as long after each further one.
        public var firstDelay: Duration
        /// How long at most.
        public var longestDelay: Duration

        /// By default six attempts within about six seconds: long enough for a server to be started again.
        public init(
            attempts: Int = 6,
            firstDelay: Duration = .milliseconds(250),
            longestDelay: Duration = .seconds(5)
        ) {
            self.attempts = attempts
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
        }

        /// How long to wait before the next attempt; nil where another would be no use.
        ///
        /// - Parameter chance: From 0 to 1: up to a half is left off the delay, so that clients which lost a server
        ///   together do not all come back together.
        func delay(
            after attempt: Int,
            _ failure: ClientError,
            chance: Double = .random(in: 0...1)
        ) -> Duration? {
            guard attempt < attempts else { return nil }
            let delay = longest(after: attempt) * (1 - chance / 2)
            switch failure {
            case .network(let error):
                // Whoever cancelled it wants no answer any more.
                return error.code == .cancelled ? nil : delay
            case .problem(let problem, let retryAfter):
                guard [408, 429, 503].contains(problem.code.status) else { return nil }
                return max(retryAfter ?? .zero, delay)
            case .unexpected(let status, _):
                // What a proxy says while the server behind it starts.
                return [502, 503, 504].contains(status) ? delay : nil
            case .unsendable:
                return nil
            }
        }

        private func longest(after attempt: Int) -> Duration {
            var delay = firstDelay
            for _ in 1..<max(1, attempt) where delay < longestDelay { delay = delay * 2 }
            return min(delay, longestDelay)
        }
    }
}
