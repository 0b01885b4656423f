/// What is written to a node when it is not at the end of the text any more.
struct LateContent {
    enum Piece {
        case text([UInt8])
        case node(Int)
    }

    /// The member's name, which outlives the part of the text where it stood.
    var name: String?
    /// Whether the node's brackets are not in the text, but made when the content is put there.
    var isDetached = false
    var pieces: [Piece] = []
}
