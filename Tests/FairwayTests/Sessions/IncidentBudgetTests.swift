import Testing

@testable import Fairway
@testable import FairwayOperators

/// The incidents of a session and of a source are limited in count and in bytes.
struct IncidentBudgetTests {
    private var limits: OperatorLimits {
        var limits = OperatorLimits()
        limits.incidentsPerSession = OperatorLimits.Incidents(count: 3, bytes: 100)
        limits.incidentsPerSource = OperatorLimits.Incidents(count: 5, bytes: 150)
        limits.incidentOrigins = 6
        return limits
    }

    @Test func countOfASessionIsLimited() {
        let budget = Spending(limits)
        let answers = (0..<5).map { _ in budget.spend(1, of: "a", from: nil, at: 0) }
        #expect(answers == [true, true, true, false, false])
        #expect(budget.spend(1, of: "b", from: nil, at: 0))
    }

    @Test func bytesOfASessionAreLimited() {
        let budget = Spending(limits)
        #expect(budget.spend(60, of: "a", from: nil, at: 0))
        #expect(!budget.spend(41, of: "a", from: nil, at: 0))
        #expect(budget.spend(40, of: "a", from: nil, at: 0))
    }

    @Test func sourceIsLimitedOverAllSessions() {
        let budget = Spending(limits)
        let source = CallSource.user("ada")
        #expect(budget.spend(100, of: "a", from: source, at: 0))
        #expect(!budget.spend(51, of: "b", from: source, at: 0))
        #expect(budget.spend(50, of: "b", from: source, at: 0))
        // What the source may not spend is not counted for the session.
        #expect(budget.spend(50, of: "b", from: .network(1), at: 0))
        #expect(!budget.spend(1, of: "b", from: .network(1), at: 0))
    }

    @Test func hourBeginsWithTheFirstIncident() {
        let budget = Spending(limits)
        #expect(budget.spend(100, of: "a", from: nil, at: 1_000))
        #expect(!budget.spend(1, of: "a", from: nil, at: 4_599))
        #expect(budget.spend(100, of: "a", from: nil, at: 4_600))
    }

    @Test func numberOfCountedSessionsAndSourcesIsBounded() {
        let budget = Spending(limits)
        for number in 0..<3 { #expect(budget.spend(100, of: "\(number)", from: .network(UInt64(number)), at: 0)) }
        #expect(budget.spend(100, of: "0", from: nil, at: 0))
    }

    @Test(arguments: [
        ("", 0, ""), ("abc", 3, "abc"), ("abc", 2, "ab"), ("aü", 2, "a"), ("aü", 3, "aü"), ("👩‍👩‍👧", 5, "👩"),
        ("e\u{301}", 1, "e"), ("\u{10348}", 3, ""),
    ])
    func textIsCutBetweenScalars(text: String, bytes: Int, shortened: String) {
        #expect(text.shortened(toBytes: bytes).utf8.elementsEqual(shortened.utf8))
    }

    /// A budget that `#expect` can spend, because it is a class.
    private final class Spending {
        private var budget = IncidentBudget()
        private let limits: OperatorLimits

        init(_ limits: OperatorLimits) { self.limits = limits }

        func spend(_ bytes: Int, of session: String, from source: CallSource?, at now: Double) -> Bool {
            budget.spend(bytes, of: session, from: source, at: now, limits)
        }
    }
}
