import Testing

struct PlatformRuleTests {
    @Test(arguments: [
        "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif", "import Foundation", "import FairwayWire",
        "// import Glibc",
    ])
    func clientMayImportWhatEveryPlatformHas(_ text: String) {
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayClient/A.swift": text])).isEmpty)
    }

    @Test(arguments: [
        "import Glibc", "#if DEBUG\n#endif\nimport FoundationNetworking", "import Fairway",
        "#if canImport(CZlib)\nimport CZlib\n#endif",
    ])
    func clientMayNotImportWhatOnlyLinuxHas(_ text: String) {
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayClient/A.swift": text])).count == 1)
        #expect(PlatformRule().violations(in: Project(["Sources/FairwayHTTP/A.swift": text])).isEmpty)
    }
}
