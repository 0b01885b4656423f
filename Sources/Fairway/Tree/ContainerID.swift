/// A stack, tabs or a split view.
struct ContainerID: Identifier {
    static let letter: Character = "c"
    let number: Int
    init(_ number: Int) { self.number = number }
}
