import Testing

@testable import FairwayPostgres

/// The timeout after which a connection that receives no answers is closed.
struct AnswerTimeoutTests {
    @Test(
        arguments: [
            ("silent silent", ["wait", "close"]),
            ("heard heard heard heard", ["wait", "wait", "wait", "wait"]),
            ("silent heard silent silent", ["wait", "wait", "wait", "close"]),
            ("silent idle silent silent", ["wait", "none", "wait", "close"]),
        ]
    )
    func connectionIsClosedAfterTwoSilentIntervals(silentIntervals: String, verdicts: [String]) {
        var answerTimeout = AnswerTimeout()
        let came = silentIntervals.split(separator: " ").map { spell in
            _ = answerTimeout.begin()
            if spell == "heard" { answerTimeout.answered() }
            return "\(answerTimeout.end(isExpecting: spell != "idle"))"
        }
        #expect(came == verdicts)
    }

    @Test func onlyOneIntervalRunsAtATime() {
        var answerTimeout = AnswerTimeout()
        #expect((0..<3).map { _ in answerTimeout.begin() } == [true, false, false])
        _ = answerTimeout.end(isExpecting: true)
        #expect((0..<2).map { _ in answerTimeout.begin() } == [true, false])
    }
}
