extension Ferry {
    /// Where ferries call.
    struct Port: Codable, Hashable {
        var key: String
        var name: String
    }
}
