/// An active flow controller.
struct NodeID: Identifier {
    static let letter: Character = "f"
    let number: Int
    init(_ number: Int) { self.number = number }
}
