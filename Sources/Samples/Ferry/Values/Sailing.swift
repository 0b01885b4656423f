import Foundation

extension Ferry {
    /// One ferry on one day.
    struct Sailing: Codable, Hashable {
        var id: String
        var title: String
        var from: String
        var to: String
        var departs: Date
        var arrives: Date
        var fareCents: Int

        static let example = Sailing(
            id: "kiel-oslo-2030-06-01-840",
            title: "Kiel – Oslo",
            from: "kiel",
            to: "oslo",
            departs: Date(timeIntervalSince1970: 1_906_552_800),
            arrives: Date(timeIntervalSince1970: 1_906_624_800),
            fareCents: 8_900
        )
    }
}
