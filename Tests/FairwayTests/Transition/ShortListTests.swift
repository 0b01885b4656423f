import Testing

@testable import Fairway

struct ShortListTests {
    @Test(arguments: 0...3)
    func listHoldsWhatAnArrayHolds(count: Int) {
        let array = Array(0..<count)
        var list = ShortList(array)
        #expect(Array(list) == array)
        #expect(list.count == count)
        #expect(list.last == array.last)

        list.append(9)
        #expect(Array(list) == array + [9])
        #expect(list != ShortList(array))
        list.removeLast()
        #expect(list == ShortList(array))
    }
}
