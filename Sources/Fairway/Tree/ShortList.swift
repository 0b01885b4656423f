/// A list that usually has one element or none. The first element needs no array, so such a list allocates nothing.
struct ShortList<Element>: RandomAccessCollection {
    private var head: Element?
    private var tail: [Element] = []

    init() {}

    var startIndex: Int { 0 }
    var endIndex: Int { head == nil ? 0 : tail.count + 1 }

    subscript(index: Int) -> Element {
        guard index > 0 else {
            guard let head else { preconditionFailure("the list is empty") }
            return head
        }
        return tail[index - 1]
    }

    mutating func append(_ element: Element) {
        if head == nil { head = element } else { tail.append(element) }
    }

    /// Removes the last element. The list must not be empty.
    mutating func removeLast() {
        if tail.isEmpty { head = nil } else { tail.removeLast() }
    }
}

extension ShortList: Equatable where Element: Equatable {}
extension ShortList: Sendable where Element: Sendable {}

extension ShortList {
    init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }
}
