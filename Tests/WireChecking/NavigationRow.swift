public import FairwayWire
import Foundation

/// A row of `Tests/Fixtures/navigation.json`, the table that all clients are tested with: moves and their result.
public struct NavigationRow: Decodable, CustomStringConvertible, Sendable {
    /// A description of the change.
    public let name: String
    /// The old navigation.
    public let before: Navigation
    /// The moves from `before` to `after`.
    public let moves: [Move]
    /// The new navigation; nil when the session is over.
    public let after: Navigation?
    /// Whether the client cannot apply the moves to `before`. It must then replace the whole navigation.
    public let heals: Bool

    private enum CodingKeys: String, CodingKey {
        case name, before, moves, after, heals
    }

    /// Decodes a row. An absent `heals` is false.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        before = try members.decode(Navigation.self, forKey: .before)
        moves = try members.decode([Move].self, forKey: .moves)
        after = try members.decodeIfPresent(Navigation.self, forKey: .after)
        heals = try members.decodeIfPresent(Bool.self, forKey: .heals) ?? false
    }

    /// Whether the moves can be computed from `before` and `after`. A `refresh` cannot: it reports changed content.
    public var isAboutTheTree: Bool { moves.allSatisfy { $0.move != .refresh } }
    /// The name in test reports.
    public var description: String { name }

    /// All rows.
    public static func all() throws -> [NavigationRow] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/navigation.json")
        return try JSON.decode([NavigationRow].self, from: Array(Data(contentsOf: file)))
    }
}
