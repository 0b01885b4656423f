/// A container that a type has asked the encoder for.
struct EncodingNode {
    enum Shape {
        case object
        case array
        /// Handed out as an encoder that has not been told yet what the value is; `{}` if it never is.
        case undecided
        /// A value that is not a container, or a whole one written at once.
        case single
    }

    /// Something that is written to a node which is not at the end of the text any more.
    enum Addition {
        case text([UInt8])
        case node(Int)
    }

    var shape: Shape
    /// The node that this one is in; -1 for the outermost.
    let parent: Int
    /// Where it is in its parent: the offset of its member's name in the text, or its index in an array.
    let place: Int
    /// The member's name, for a node that outlives that part of the text.
    var name: String?
    /// Where the newest value inside is. Kept up for nodes that are not the current one.
    var latest = -1
    /// Whether a bracket closes it at the end of the text.
    var isOpen = false
    /// Where additions go in the text, for a node that is not open and not part of another's additions.
    var end: Int?
    /// Whether its brackets are not in the text, but made when it is put there.
    var isDetached = false
    /// Whether the next addition needs a comma in front.
    var hasValues = false
    var additions: [Addition] = []
}
