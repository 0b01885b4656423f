import ServerDoubles
import TestWaits
import Testing

/// The allocations of an action in the engine, counted in a process of its own.
struct ActionAllocationsTests {
    /// By store, and with a tracer that does not record the action. A commit that raises a number gives the reason. A commit that
    /// saves allocations lowers it.
    private static let known = ["memory": 560, "sqlite": 606, "traced": 567]

    @Test(.disabled(if: isSanitized, "A sanitizer brings an allocator of its own."), .waiting)
    func actionAllocatesNoMoreThanIsKnown() async throws {
        let process = try SpawnedProcess(BuiltExecutable("ActionAllocations").url, [])
        let (code, output, _) = await process.result()
        #expect(code == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == Self.known.count, "\(output)")
        for line in lines {
            let words = line.split(separator: " ")
            try #require(words.count == 2, "\(line)")
            let known = try #require(Self.known[String(words[0])])
            let count = try #require(Int(words[1]))
            #expect((known - 5...known + 2).contains(count), "\(line), and \(known) were known")
        }
    }
}
