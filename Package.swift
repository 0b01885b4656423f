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
    products: [
        .executable(name: "fairway-benchmarks", targets: ["Benchmarks"])
    ],
    targets: [
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CAssets"),
        .target(name: "FairwayHTTP", dependencies: ["CEpoll", "CZlib"], swiftSettings: strict),
        .executableTarget(name: "Benchmarks", dependencies: ["FairwayHTTP"], swiftSettings: strict),
        .testTarget(name: "FairwayHTTPTests", dependencies: ["FairwayHTTP", "CAssets"], swiftSettings: strict),
    ],
    cLanguageStandard: .c2x
)
