extension Array where Element == Double {
    /// The value in the middle, or between the two that are; of none, 0.
    var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
