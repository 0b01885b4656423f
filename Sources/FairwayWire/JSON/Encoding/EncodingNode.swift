/// A container that a type has asked the encoder for.
///
/// Made for every object and array, so it is plain memory: what only late nodes need is in ``LateContent``.
struct EncodingNode {
    enum Shape {
        case object
        case array
        /// Handed out as an encoder that has not been told yet what the value is; `{}` if it never is.
        case undecided
        /// A value that is not a container, or a whole one written at once.
        case single
    }

    var shape: Shape
    /// Whether its end is the end of the text, but for what is open inside it.
    var isOpen: Bool
    /// Whether the next late value needs a comma in front. Kept up for nodes that are not open.
    var hasValues = false
    /// The node that this one is in; -1 for the outermost.
    let parent: Int
    /// Where it is in its parent: the offset of its member's name in the text, or its index in an array.
    let place: Int
    /// Where the newest value inside is, likewise. Kept up for nodes that are not the current one.
    var latest = -1
    /// Where late values go in the text; -1 for an open node, and for one that is among another's late values.
    var end = -1
}
