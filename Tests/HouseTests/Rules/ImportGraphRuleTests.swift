import Testing

struct ImportGraphRuleTests {
    private let rule = ImportGraphRule()

    @Test(arguments: [
        ("import Fairway", "Fairway"), ("public import Fairway", "Fairway"),
        ("@testable import Fairway", "Fairway"), ("@preconcurrency internal import Fairway", "Fairway"),
        ("import struct Fairway.Screen", "Fairway"), ("  import Fairway  ", "Fairway"),
        ("importer.start()", nil), ("let a = 1", nil),
    ])
    func everySpellingOfAnImportIsRecognised(line: String, module: String?) {
        #expect(Import.module(importedBy: line[...]) == module)
    }

    @Test(arguments: [
        ("Fairway", "FairwayWire"), ("FairwayServer", "FairwayHTTP"), ("Fairway", "Foundation"),
        ("FairwaySQLite", "CSQLite"), ("SamplesTool", "FairwayServer"),
    ])
    func allowedModuleMayBeImported(importer: String, module: String) {
        let project = Project(["Sources/\(importer)/A.swift": "import \(module)"])
        #expect(rule.violations(in: project) == [])
    }

    @Test(arguments: [
        ("FairwayWire", "Fairway"), ("FairwayHTTP", "FairwayWire"), ("Fairway", "FairwaySQLite"),
        ("FairwayClient", "Fairway"), ("Fairway", "FairwayTesting"), ("FairwayServer", "Samples"),
    ])
    func otherModuleMayNotBeImported(importer: String, module: String) {
        let project = Project(["Sources/\(importer)/A.swift": "// A comment.\n@testable public import \(module)"])
        let expected = Violation(
            path: "Sources/\(importer)/A.swift",
            line: 2,
            message: "\(importer) may not import \(module)"
        )
        #expect(rule.violations(in: project) == [expected])
    }

    @Test func cycleIsReportedEvenOfAllowedImports() {
        let project = Project([
            "Sources/Fairway/A.swift": "import FairwayWire",
            "Sources/FairwayWire/A.swift": "import FairwayTesting",
            "Sources/FairwayTesting/A.swift": "import Fairway",
            "Sources/Samples/A.swift": "import Fairway",
        ])
        #expect(rule.violations(in: project).contains { $0.message.hasPrefix("a cycle of Fairway, FairwayTesting") })
    }

    @Test func unknownModuleIsReported() {
        let project = Project(["Sources/Attic/A.swift": "struct A {}"])
        #expect(rule.violations(in: project).map(\.path) == ["Sources/Attic"])
    }

    @Test func oneFileOfTheServerImportsTheStores() {
        let one = Project(["Sources/FairwayServer/Stores.swift": "import FairwaySQLite\nimport FairwayPostgres"])
        #expect(rule.violations(in: one) == [])
        let two = Project([
            "Sources/FairwayServer/Stores.swift": "import FairwaySQLite",
            "Sources/FairwayServer/Serve.swift": "import FairwaySQLite",
        ])
        #expect(rule.violations(in: two).map(\.path) == ["Sources/FairwayServer/Serve.swift"])
    }
}
