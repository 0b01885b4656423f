import Testing

@testable import FairwayPostgres

/// When a connection that says nothing is given up.
struct SilenceTests {
    @Test(
        arguments: [
            ("silent silent", ["listen", "giveUp"]),
            ("heard heard heard heard", ["listen", "listen", "listen", "listen"]),
            ("silent heard silent silent", ["listen", "listen", "listen", "giveUp"]),
            ("silent idle silent silent", ["listen", "none", "listen", "giveUp"]),
        ]
    )
    func onlyWhatSaysNothingForTwoSpellsIsGivenUp(spells: String, verdicts: [String]) {
        var silence = Silence()
        let came = spells.split(separator: " ").map { spell in
            _ = silence.begin()
            if spell == "heard" { silence.hear() }
            return "\(silence.end(isExpecting: spell != "idle"))"
        }
        #expect(came == verdicts)
    }

    @Test func howeverMuchIsAskedThereIsOneSpellAtATime() {
        var silence = Silence()
        #expect((0..<3).map { _ in silence.begin() } == [true, false, false])
        _ = silence.end(isExpecting: true)
        #expect((0..<2).map { _ in silence.begin() } == [true, false])
    }
}
