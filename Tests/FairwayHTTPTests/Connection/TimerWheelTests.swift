import Testing

@testable import FairwayHTTP

struct TimerWheelTests {
    @Test
    func tokensAreReturnedWhenDue() {
        var wheel = TimerWheel()
        #expect(wheel.insert(7, at: 3) == 3)
        #expect(wheel.insert(8, at: 5) == 5)
        #expect(wheel.advance(to: 2).isEmpty)
        #expect(wheel.advance(to: 4).map(\.token) == [7])
        #expect(wheel.advance(to: 5).map(\.token) == [8])
        #expect(wheel.advance(to: 500).isEmpty)
    }

    @Test
    func tokenBeyondTheWheelIsReturnedEarlier() {
        var wheel = TimerWheel()
        let due = wheel.insert(7, at: 1000)
        #expect(due < 1000)
        #expect(wheel.advance(to: due - 1).isEmpty)
        #expect(wheel.advance(to: due).map(\.due) == [due])
    }

    @Test
    func advancingBeyondTheWheelReturnsAllTokens() {
        var wheel = TimerWheel()
        for token in 0..<100 { _ = wheel.insert(UInt64(token), at: UInt64(token)) }
        #expect(wheel.advance(to: 10_000).count == 100)
        #expect(wheel.insert(1, at: 5) == 10_001)
    }
}

struct TokenTableTests {
    @Test
    func staleTokenDoesNotFindTheNextValue() {
        var table = TokenTable<String>()
        let first = table.insert("a")
        let other = table.insert("b")
        table.remove(first)
        #expect(table[first] == nil)
        let second = table.insert("c")
        #expect(second != first)
        #expect(table[first] == nil)
        #expect(table[second] == "c")
        #expect(table[other] == "b")
        table.remove(first)
        #expect(table.count == 2)
    }
}
