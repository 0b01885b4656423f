extension Sequence {
    /// The first value that is made of an element.
    ///
    /// Each element is asked once. `lazy.compactMap(…).first` asks again for what it has found, which is three to the power of
    /// the depth where the question goes down a tree, and another answer where the question changes something.
    package func firstNonNil<Value>(_ make: (Element) throws -> Value?) rethrows -> Value? {
        for element in self {
            if let value = try make(element) { return value }
        }
        return nil
    }
}
