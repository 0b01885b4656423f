// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules: Swift 6 mode, no warning left behind, imports that say what they need.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "fairway",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "FairwayWire", targets: ["FairwayWire"]),
        .executable(name: "fairway-benchmarks", targets: ["Benchmarks"]),
    ],
    targets: [
        .target(name: "FairwayWire", swiftSettings: strict),
        .target(name: "Fairway", dependencies: ["FairwayWire"], swiftSettings: strict),
        .target(name: "FairwayTesting", dependencies: ["Fairway", "FairwayWire"], swiftSettings: strict),
        .executableTarget(name: "Benchmarks", dependencies: ["FairwayWire"], swiftSettings: strict),
        .testTarget(name: "FairwayWireTests", dependencies: ["FairwayWire"], swiftSettings: strict),
        .target(name: "FairwayServer", swiftSettings: strict),
        .testTarget(name: "FairwayServerTests", dependencies: ["FairwayServer"], swiftSettings: strict),
        .testTarget(name: "EndToEndTests", dependencies: ["Benchmarks"], swiftSettings: strict),
        .testTarget(name: "HouseTests", swiftSettings: strict),
    ]
)
