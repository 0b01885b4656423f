extension Ferry {
    /// Somebody who travels.
    struct Passenger: Codable, Hashable {
        var name: String
        var age: Int

        /// Those travel for half the fare, and not alone.
        var isChild: Bool { age < 16 }

        static let examples = [Passenger(name: "Ada Lovelace", age: 36), Passenger(name: "Byron", age: 7)]
    }
}
