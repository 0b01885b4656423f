extension Ferry {
    /// Where somebody sleeps.
    struct Cabin: Codable, Hashable {
        var number: String
        var kind: Kind
        var sleeps: Int
        var priceCents: Int

        /// What there is to see from it.
        enum Kind: String, Codable, CaseIterable {
            case inside, outside, suite
        }

        static let example = Cabin(number: "302", kind: .outside, sleeps: 4, priceCents: 10_900)
    }

    /// A cabin, and whether it can be had.
    struct CabinOffer: Codable, Hashable {
        var number: String
        var kind: Cabin.Kind
        var sleeps: Int
        var priceCents: Int
        var isFree: Bool

        var cabin: Cabin { Cabin(number: number, kind: kind, sleeps: sleeps, priceCents: priceCents) }
    }
}
