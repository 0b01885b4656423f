import Testing

struct ForbiddenTextRuleTests {
    @Test(arguments: [
        "// TODO: later", "/// FIXME", "// XXX", "// a HACK, sorry", "let a = try! b()", "fatalError()", "print(a)",
        "Swift.print(a)", #"log("\(try! b())")"#,
    ])
    func forbiddenTextInSourcesIsReported(line: String) {
        let project = Project(["Sources/Fairway/A.swift": "struct A {}\n\(line)\n"])
        #expect(ForbiddenTextRule().violations(in: project).map(\.line) == [2])
    }

    @Test(arguments: [
        "let TODOs = 1", "// never try! that", "fatalError(\"a slot is named once\")", "sprint(a)", "console.print(a)",
        #"let help = "print(a)""#,
    ])
    func similarTextIsAccepted(line: String) {
        let project = Project(["Sources/Fairway/A.swift": line])
        #expect(ForbiddenTextRule().violations(in: project) == [])
    }

    @Test(arguments: ["try await Task.sleep(for: .seconds(1))", "sleep(1)", "Thread.sleep(1)", "import XCTest"])
    func testsNeitherSleepNorUseXCTest(line: String) {
        let project = Project(["Tests/FairwayTests/A.swift": line])
        #expect(ForbiddenTextRule().violations(in: project).map(\.line) == [1])
    }

    @Test func benchmarksMayPrint() {
        let project = Project(["Sources/Benchmarks/A.swift": "print(1)"])
        #expect(ForbiddenTextRule().violations(in: project) == [])
    }
}
