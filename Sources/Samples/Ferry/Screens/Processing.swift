import Fairway

extension Ferry {
    /// A card is being charged. What comes of it arrives by itself.
    struct Processing: Screen {
        var amountCents: Int

        static let about = "A card is being charged."
        static let examples = [Processing(amountCents: 25_450)]
    }
}
