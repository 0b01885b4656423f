extension Array where Element == Double {
    /// The value in the middle; of none, 0.
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
