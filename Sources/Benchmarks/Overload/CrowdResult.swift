import Foundation

/// What became of a crowd's requests.
struct CrowdResult: CustomStringConvertible {
    private let seconds: Double
    private var answered: [UInt32] = []
    private var refused: [UInt32] = []
    private var answersByClient: [Int]

    init(clients: Int, seconds: Double) {
        self.seconds = seconds
        answersByClient = Array(repeating: 0, count: clients)
    }

    mutating func note(_ outcome: LoadConnection.Outcome, of client: Int, nanoseconds: UInt64) {
        let took = UInt32(clamping: nanoseconds)
        switch outcome {
        case .answered:
            answered.append(took)
            answersByClient[client] += 1
        case .refused: refused.append(took)
        }
    }

    /// What was answered.
    var figures: LoadResult { LoadResult(answered, inTime: answered.count, seconds: seconds) }

    var description: String {
        let sentAway = LoadResult(refused, inTime: refused.count, seconds: seconds)
        let sorted = answersByClient.sorted()
        let (few, most) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
        return String(
            format: "%6d clients %8.0f answers/s, p50 %7.1f ms, p99 %7.1f ms; %8.0f sent away a second, p99 %7.1f ms; "
                + "answers of a client, first and last tenth: %d and %d, none: %d",
            answersByClient.count,
            figures.perSecond,
            figures.p50Microseconds / 1_000,
            figures.p99Microseconds / 1_000,
            sentAway.perSecond,
            sentAway.p99Microseconds / 1_000,
            few,
            most,
            sorted.count { $0 == 0 }
        )
    }
}
