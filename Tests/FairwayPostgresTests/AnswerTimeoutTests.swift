import Testing

@testable import FairwayPostgres

/// The timeout after which a connection that receives no answers is closed.
struct AnswerTimeoutTests {
    @Test(
        arguments: [
            ("silent silent", ["wait", "close"]),
            ("answered answered answered answered", ["wait", "wait", "wait", "wait"]),
            ("silent answered silent silent", ["wait", "wait", "wait", "close"]),
            ("silent idle silent silent", ["wait", "none", "wait", "close"]),
        ]
    )
    func connectionIsClosedAfterTwoSilentIntervals(intervals: String, actions: [String]) {
        var answerTimeout = AnswerTimeout()
        let taken = intervals.split(separator: " ").map { interval in
            _ = answerTimeout.begin()
            if interval == "answered" { answerTimeout.answered() }
            return "\(answerTimeout.end(isExpecting: interval != "idle"))"
        }
        #expect(taken == actions)
    }

    @Test func onlyOneIntervalRunsAtATime() {
        var answerTimeout = AnswerTimeout()
        #expect((0..<3).map { _ in answerTimeout.begin() } == [true, false, false])
        _ = answerTimeout.end(isExpecting: true)
        #expect((0..<2).map { _ in answerTimeout.begin() } == [true, false])
    }
}
