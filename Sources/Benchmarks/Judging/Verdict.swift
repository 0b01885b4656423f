/// What one run of a benchmark leaves for a later one to be compared with.
struct Verdict: Codable {
    /// By name.
    var compared: [String: Double] = [:]
}
