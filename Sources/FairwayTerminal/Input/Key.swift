/// What a key means to a line that is typed.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter, tab, escape
    case backspace, delete, deleteWord, deleteLine
    case left, right, home, end
    case up, down, pageUp, pageDown
    case redraw
    /// Control-C.
    case interrupt
    /// Control-D.
    case endOfInput
}
