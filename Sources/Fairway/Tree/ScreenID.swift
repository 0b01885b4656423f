/// A shown screen.
struct ScreenID: Identifier {
    static let letter: Character = "s"
    let number: Int
    init(_ number: Int) { self.number = number }
}
