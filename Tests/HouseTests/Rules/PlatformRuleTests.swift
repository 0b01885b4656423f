import Testing

struct PlatformRuleTests {
    @Test(arguments: [
        "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif", "import Foundation", "import FairwayWire",
        "public import Observation", "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif",
        "// import Glibc",
    ])
    func clientMayImportWhatEveryPlatformHas(_ text: String) {
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayClient/A.swift": text])).isEmpty)
    }

    @Test(arguments: [
        "#if canImport(Darwin)\nimport Darwin\n#endif\nimport Glibc", "#if os(Linux)\nimport Glibc\n#endif",
        "#if DEBUG\n#endif\nimport FoundationNetworking", "import Fairway", "import Dispatch",
        "#if canImport(CZlib)\nimport CZlib\n#endif", "#if canImport(SwiftUI)\nimport SwiftUI\n#endif",
    ])
    func clientMayNotImportOtherModules(_ text: String) {
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayClient/A.swift": text])).count == 1)
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayHTTP/A.swift": text])).isEmpty)
    }
}
