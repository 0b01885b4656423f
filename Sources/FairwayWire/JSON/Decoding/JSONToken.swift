/// One value or member name of a document: an entry of the index that a single pass over the text makes.
///
/// Tokens stand in the order of the text. A container is followed by its content, a member's name by its value.
struct JSONToken {
    enum Kind: UInt8 {
        case null, bool, number, string, array, object
    }

    /// Where it begins: a string behind its quote, everything else at its first byte.
    var offset: UInt32
    /// How many bytes it has, a string without its quotes.
    var length: UInt32
    /// The number of the first token behind it and its content. While a container is open: the one it is in.
    var next: UInt32
    var kind: Kind
    /// A string with escapes; a number with a fraction or an exponent.
    var isComplex: Bool

    /// For an object: the name of the member that was found last.
    var cursor: UInt32 = 0

    /// What is open around the outermost container.
    static let noParent = UInt32.max
}
