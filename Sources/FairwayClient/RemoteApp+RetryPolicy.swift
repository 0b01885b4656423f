import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RemoteApp {
    /// How often, and after which delays, a failed call is retried.
    ///
    /// Nested in ``RemoteApp``, because an app may also import `Fairway`, where `RetryPolicy` is for background work.
    public struct RetryPolicy: Hashable, Sendable {
        /// The maximum number of attempts, including the first.
        public var attempts: Int
        /// The delay after the first failure. It doubles after each further one.
        public var firstDelay: Duration
        /// The maximum delay.
        public var longestDelay: Duration

        /// Creates a policy. The default is six attempts within about six seconds, which covers a restart of the
        /// server.
        public init(
            attempts: Int = 6,
            firstDelay: Duration = .milliseconds(250),
            longestDelay: Duration = .seconds(5)
        ) {
            self.attempts = attempts
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
        }

        /// The delay before the next attempt; nil if the call must not be retried.
        ///
        /// `chance`, from 0 to 1, shortens the delay by up to a half (jitter). Clients that lost the same server
        /// therefore do not all reconnect at once.
        func delay(
            after attempt: Int,
            _ failure: ClientError,
            chance: Double = .random(in: 0...1)
        ) -> Duration? {
            guard attempt < attempts else { return nil }
            let delay = longest(after: attempt) * (1 - chance / 2)
            switch failure {
            case .network(let error):
                // The caller cancelled the call.
                return error.code == .cancelled ? nil : delay
            case .problem(let problem, let retryAfter):
                guard [408, 429, 503].contains(problem.code.status) else { return nil }
                return max(retryAfter ?? .zero, delay)
            case .unexpected(let status, _):
                // A proxy's response while the server behind it restarts.
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
