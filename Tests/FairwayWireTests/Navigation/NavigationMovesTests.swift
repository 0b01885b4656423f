import FairwayWire
import Testing

/// The moves between two navigations (`protocol.md` section 1).
struct NavigationMovesTests {
    @Test(arguments: rows)
    func movesMatchTheTable(_ row: Row) throws {
        let before = try #require(Navigation(row.before))
        let after = try #require(Navigation(row.after))
        let moves = before.moves(to: after)
        #expect(moves.map(\.text).joined(separator: ", ") == row.moves)
        #expect(before.applying(moves, toward: after) == after)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var before: String
        var after: String
        var moves: String

        init(_ name: String, _ before: String, _ after: String, _ moves: String) {
            (self.name, self.before, self.after, self.moves) = (name, before, after, moves)
        }

        var testDescription: String { name }
    }

    private static let rows = [
        Row("no change", "c1[A]", "c1[A]", ""),
        Row("one screen pushed", "c1[A]", "c1[A B]", "push c1 B"),
        Row("two screens pushed", "c1[A]", "c1[A B C]", "push c1 B, push c1 C"),
        Row("one screen popped", "c1[A B]", "c1[A]", "pop c1 A"),
        Row("two screens popped", "c1[A B C]", "c1[A]", "pop c1 A"),
        Row("popped, and another pushed", "c1[A B C]", "c1[A D]", "pop c1 A, push c1 D"),
        Row("the top replaced", "c1[A B]", "c1[A C]", "replace c1 C"),
        Row("the only screen replaced", "c1[A]", "c1[B]", "replace c1 B"),
        Row("all screens replaced", "c1[A B]", "c1[C]", "reset c1 C"),
        Row("the first screen replaced", "c1[A B]", "c1[C B]", "reset c1 B"),
        Row("a screen inserted under the front", "c1[A B]", "c1[A C B]", "reset c1 B"),
        Row("a screen removed from under the front", "c1[A B C]", "c1[A C]", "reset c1 C"),
        Row("a modal presented", "c1[A]", "c1[A] c2:modal[B]", "present c2 B"),
        Row("a modal of two screens", "c1[A]", "c1[A] c2:modal[B C]", "present c2 C"),
        Row("an alert on a modal", "c1[A] c2:modal[B]", "c1[A] c2:modal[B] c3:alert[C]", "present c3 C"),
        Row("two presented", "c1[A]", "c1[A] c2:modal[B] c3:alert[C]", "present c2 B, present c3 C"),
        Row("pushed and presented", "c1[A]", "c1[A B] c2:alert[C]", "push c1 B, present c2 C"),
        Row("dismissed", "c1[A] c2:modal[B C]", "c1[A]", "dismiss c1 A"),
        Row("two dismissed", "c1[A] c2:modal[B] c3:alert[C]", "c1[A]", "dismiss c1 A"),
        Row("one of two dismissed", "c1[A] c2:modal[B] c3:alert[C]", "c1[A] c2:modal[B]", "dismiss c2 B"),
        Row("dismissed and pushed", "c1[A] c2:modal[B]", "c1[A C]", "dismiss c1 A, push c1 C"),
        Row("dismissed and popped", "c1[A B] c2:modal[C]", "c1[A]", "reset c1 A"),
        Row("a presented container replaced", "c1[A] c2:alert[B]", "c1[A] c3:modal[C]", "dismiss c1 A, present c3 C"),
        Row("another style of presentation", "c1[A] c2:sheet[B]", "c1[A] c2:modal[B]", "dismiss c1 A, present c2 B"),
        Row("pushed in a modal", "c1[A] c2:modal[B]", "c1[A] c2:modal[B C]", "push c2 C"),
        Row("changed behind a modal", "c1[A] c2:modal[B]", "c1[C] c2:modal[B]", "reset c2 B"),
        Row("another outermost container", "c1[A]", "c2[A]", "reset c2 A"),
        Row("another tab", "t1(*h=c1[A] m=c2[B])", "t1(h=c1[A] *m=c2[B])", "select m t1 B"),
        Row("another tab, shown for the first time", "t1(*h=c1[A] m=c2[])", "t1(h=c1[A] *m=c2[B])", "select m t1 B"),
        Row("pushed in a tab", "t1(*h=c1[A] m=c2[])", "t1(*h=c1[A B] m=c2[])", "push c1 B"),
        Row("changed in another tab", "t1(*h=c1[A] m=c2[B])", "t1(*h=c1[A] m=c2[C])", "reset t1 A"),
        Row("another tab, and presented", "t1(*h=c1[A] m=c2[B])", "t1(h=c1[A] *m=c2[B]) c3:modal[C]", "reset c3 C"),
        Row("dismissed to tabs", "t1(*h=c1[A] m=c2[B]) c3:modal[C]", "t1(*h=c1[A] m=c2[B])", "dismiss t1 A"),
        Row("dismissed to another tab", "t1(*h=c1[A] m=c2[B]) c3:modal[C]", "t1(h=c1[A] *m=c2[B])", "reset t1 B"),
        Row("a stack replaced by tabs", "c1[A]", "t1(*h=c2[B] m=c3[])", "reset t1 B"),
        Row("pushed in the detail", "p1(c1[A]|c2[B])", "p1(c1[A]|c2[B C])", "push c2 C"),
        Row("pushed in the list", "p1(c1[A]|c2[B])", "p1(c1[A C]|c2[B])", "push c1 C"),
        Row("changed in both halves", "p1(c1[A]|c2[B])", "p1(c1[C]|c2[D])", "replace c1 C, replace c2 D"),
        Row("the detail emptied", "p1(c1[A]|c2[B])", "p1(c1[A]|c2[])", "reset p1 A"),
        Row("the detail filled", "p1(c1[A]|c2[])", "p1(c1[A]|c2[B])", "push c2 B"),
    ]

    @Test func unknownMoveIsAResetAndUnknownPresentationAModal() throws {
        let move = try JSON.decode(Move.self, from: Array(#"{"move":"fold","container":"c1"}"#.utf8))
        #expect(move.move == .reset)
        #expect(try JSON.decode(Presentation.self, from: Array(#""popover""#.utf8)) == .modal)
    }
}
