public import FairwayWire
import Foundation

/// One row of `Tests/Fixtures/navigation.json`, the table that every client is held to: moves, and where they lead.
public struct NavigationRow: Decodable, CustomStringConvertible, Sendable {
    /// What happens.
    public let name: String
    /// The tree that is shown.
    public let before: Navigation
    /// How to get from one to the other.
    public let moves: [Move]
    /// The tree that is to be shown; nil when the session is over.
    public let after: Navigation?
    /// The moves do not lead there, so that the tree is taken as it is.
    public let heals: Bool

    private enum CodingKeys: String, CodingKey {
        case name, before, moves, after, heals
    }

    /// Reads a row; `heals` is left out where it is false.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        before = try members.decode(Navigation.self, forKey: .before)
        moves = try members.decode([Move].self, forKey: .moves)
        after = try members.decodeIfPresent(Navigation.self, forKey: .after)
        heals = try members.decodeIfPresent(Bool.self, forKey: .heals) ?? false
    }

    /// Whether it says anything of what the engine makes of two trees: `refresh` is about more than trees.
    public var isAboutTheTree: Bool { moves.allSatisfy { $0.move != .refresh } }
    /// The name, by which a test's report calls it.
    public var description: String { name }

    /// Every row.
    public static func all() throws -> [NavigationRow] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/navigation.json")
        return try JSON.decode([NavigationRow].self, from: Array(Data(contentsOf: file)))
    }
}
