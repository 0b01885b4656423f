import FairwayWire
import Foundation
import Testing

/// The table that every client is held to: the same moves lead to the same tree.
///
/// Most rows were recorded from a running server, the others are cases that the samples do not come by.
struct NavigationConformanceTests {
    @Test(arguments: try rows())
    func theMovesLeadToTheTree(_ row: Row) {
        #expect(row.before.applying(row.moves, toward: row.after) == row.after)
    }

    /// What the engine says between the two trees. `refresh` and `over` are about more than trees.
    @Test(arguments: try rows().filter { !$0.heals && $0.after != nil && $0.isAboutTheTree })
    func theEngineGivesTheseMoves(_ row: Row) throws {
        #expect(row.before.moves(to: try #require(row.after)) == row.moves)
    }

    struct Row: Decodable, CustomTestStringConvertible, Sendable {
        var name: String
        var before: Navigation
        var moves: [Move]
        var after: Navigation?
        /// The moves do not lead there, so that the tree is taken as it is.
        var heals: Bool

        private enum CodingKeys: String, CodingKey {
            case name, before, moves, after, heals
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            name = try members.decode(String.self, forKey: .name)
            before = try members.decode(Navigation.self, forKey: .before)
            moves = try members.decode([Move].self, forKey: .moves)
            after = try members.decodeIfPresent(Navigation.self, forKey: .after)
            heals = try members.decodeIfPresent(Bool.self, forKey: .heals) ?? false
        }

        var isAboutTheTree: Bool { moves.allSatisfy { $0.move != .refresh } }
        var testDescription: String { name }
    }

    /// `Tests/Fixtures/navigation.json`.
    private static func rows() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/navigation.json")
        return try JSON.decode([Row].self, from: Array(Data(contentsOf: file)))
    }
}
