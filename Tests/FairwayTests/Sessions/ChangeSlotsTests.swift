import Testing

@testable import Fairway

/// Slots for changes, and the queues for them.
struct ChangeSlotsTests {
    // `#expect` cannot call a mutating method on its argument.
    private static func takes(_ slots: inout ChangeSlots<Int>) -> Bool { slots.take() }
    private static func leaves(_ slots: inout ChangeSlots<Int>) -> Int? { slots.release() }

    @Test func changesGetSlotsInOrderOfArrival() {
        var slots = ChangeSlots<Int>(limit: 2)
        #expect(Self.takes(&slots))
        #expect(Self.takes(&slots))
        #expect(!Self.takes(&slots))
        for change in 1...200 { slots.enqueue(change, asClient: true, at: Double(change)) }
        #expect(slots.waitedSeconds(at: 11) == 10)
        for change in 1...200 {
            #expect(Self.leaves(&slots) == change)
            #expect(slots.waiting == 200 - change)
            #expect(slots.taken == 2)
        }
        #expect(slots.waitedSeconds(at: 11) == nil)
        #expect(Self.leaves(&slots) == nil)
        #expect(Self.leaves(&slots) == nil)
        #expect(slots.taken == 0)
    }

    @Test func slotsAreFullWhenAsManyClientsWait() {
        var slots = ChangeSlots<Int>(limit: 2)
        #expect(Self.takes(&slots))
        #expect(Self.takes(&slots))
        #expect(!slots.isFull)
        slots.enqueue(1, asClient: true, at: 0)
        #expect(!slots.isFull)
        // Other callers' waiting changes do not make the engine full.
        for change in 2...9 { slots.enqueue(change, asClient: false, at: 0) }
        #expect(!slots.isFull)
        slots.enqueue(10, asClient: true, at: 0)
        #expect(slots.isFull)
        _ = Self.leaves(&slots)
        #expect(!slots.isFull)
    }

    @Test func newChangeDoesNotOvertakeWaitingOnes() {
        var slots = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&slots))
        slots.enqueue(1, asClient: true, at: 0)
        slots.enqueue(2, asClient: true, at: 0)
        #expect(Self.leaves(&slots) == 1)
        #expect(!Self.takes(&slots))
    }

    @Test func extraSlotIsNotPassedOn() {
        var slots = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&slots))
        slots.enqueue(1, asClient: true, at: 0)
        slots.takeExtraSlot()
        #expect(Self.leaves(&slots) == nil)
        #expect(Self.leaves(&slots) == 1)
        #expect(slots.taken == 1)
    }

    @Test(arguments: [
        (clients: [1, 2, 3], others: [11, 12, 13, 14, 15], order: [1, 11, 2, 12, 3, 13, 14, 15]),
        (clients: [1, 2, 3, 4], others: [11], order: [1, 11, 2, 3, 4]),
        (clients: [], others: [11, 12], order: [11, 12]),
    ])
    func clientsAndOtherCallersAlternate(clients: [Int], others: [Int], order: [Int]) {
        var slots = ChangeSlots<Int>(limit: 1)
        #expect(Self.takes(&slots))
        for change in others { slots.enqueue(change, asClient: false, at: 0) }
        #expect(slots.waitedSeconds(at: 9) == nil)
        for change in clients { slots.enqueue(change, asClient: true, at: 5) }
        #expect(slots.waitedSeconds(at: 9) == (clients.isEmpty ? nil : 4))
        #expect(order.map { _ in Self.leaves(&slots) } == order)
        #expect(Self.leaves(&slots) == nil)
        #expect(slots.taken == 0)
    }
}
