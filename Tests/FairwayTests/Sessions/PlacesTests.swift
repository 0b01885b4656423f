import Testing

@testable import Fairway

/// Who is at work, and who waits in line.
struct PlacesTests {
    // What an expectation looks at must not change while it looks.
    private static func takes(_ places: inout ChangeSlots<Int>) -> Bool { places.take() }
    private static func leaves(_ places: inout ChangeSlots<Int>) -> Int? { places.leave() }

    @Test func whoFindsNoPlaceWaitsAndIsLetInInTurn() {
        var places = ChangeSlots<Int>(limit: 2)
        #expect(Self.takes(&places))
        #expect(Self.takes(&places))
        #expect(!Self.takes(&places))
        for visitor in 1...200 { places.enqueue(visitor, asClient: true, at: Double(visitor)) }
        #expect(places.waitedSeconds(at: 11) == 10)
        for visitor in 1...200 {
            #expect(Self.leaves(&places) == visitor)
            #expect(places.waiting == 200 - visitor)
            #expect(places.taken == 2)
        }
        #expect(places.waitedSeconds(at: 11) == nil)
        #expect(Self.leaves(&places) == nil)
        #expect(Self.leaves(&places) == nil)
        #expect(places.taken == 0)
    }

    @Test func handsAreFullOnceAsManyClientsWaitAsMayBeAtWork() {
        var places = ChangeSlots<Int>(limit: 2)
        #expect(Self.takes(&places))
        #expect(Self.takes(&places))
        #expect(!places.isFull)
        places.enqueue(1, asClient: true, at: 0)
        #expect(!places.isFull)
        // However many others wait, they are none that could be left outside.
        for visitor in 2...9 { places.enqueue(visitor, asClient: false, at: 0) }
        #expect(!places.isFull)
        places.enqueue(10, asClient: true, at: 0)
        #expect(places.isFull)
        _ = Self.leaves(&places)
        #expect(!places.isFull)
    }

    @Test func nobodyOvertakesThoseWhoWait() {
        var places = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&places))
        places.enqueue(1, asClient: true, at: 0)
        places.enqueue(2, asClient: true, at: 0)
        #expect(Self.leaves(&places) == 1)
        #expect(!Self.takes(&places))
    }

    @Test func whoSqueezedInLeavesWithoutLettingInAnother() {
        var places = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&places))
        places.enqueue(1, asClient: true, at: 0)
        places.takeExtraSlot()
        #expect(Self.leaves(&places) == nil)
        #expect(Self.leaves(&places) == 1)
        #expect(places.taken == 1)
    }

    @Test(arguments: [
        (clients: [1, 2, 3], others: [11, 12, 13, 14, 15], order: [1, 11, 2, 12, 3, 13, 14, 15]),
        (clients: [1, 2, 3, 4], others: [11], order: [1, 11, 2, 3, 4]),
        (clients: [], others: [11, 12], order: [11, 12]),
    ])
    func clientsAndAllOthersAreLetInByTurns(clients: [Int], others: [Int], order: [Int]) {
        var places = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&places))
        for visitor in others { places.enqueue(visitor, asClient: false, at: 0) }
        #expect(places.waitedSeconds(at: 9) == nil)
        for visitor in clients { places.enqueue(visitor, asClient: true, at: 5) }
        #expect(places.waitedSeconds(at: 9) == (clients.isEmpty ? nil : 4))
        #expect(order.map { _ in Self.leaves(&places) } == order)
        #expect(Self.leaves(&places) == nil)
        #expect(places.taken == 0)
    }
}
