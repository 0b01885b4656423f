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

/// Those through whose hands an action goes: what they await stays on the executor that it was called on. Every change
/// of executor costs a look for the task's own, under a lock, even where it leads back to where one was.
let staying: [SwiftSetting] = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "fairway",
    // SwiftPM has no platforms for a product. On Apple platforms, only FairwayClient and FairwayWire build; PlatformRule in HouseTests
    // keeps it so.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Fairway", targets: ["Fairway", "FairwayServer"]),
        .library(name: "FairwayClient", targets: ["FairwayClient"]),
        .library(name: "FairwayTesting", targets: ["FairwayTesting"]),
        .library(name: "FairwayWire", targets: ["FairwayWire"]),
        .executable(name: "fairway-samples", targets: ["Samples"]),
        .executable(name: "fairway-benchmarks", targets: ["Benchmarks"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "The store for many machines. It needs libpq (Debian: libpq-dev).")
    ],
    targets: [
        // What crosses the wire, and the engine on it.
        .target(name: "FairwayWire", swiftSettings: strict),
        .testTarget(
            name: "FairwayWireTests",
            dependencies: ["FairwayTesting", "FairwayWire", "WireChecking"],
            swiftSettings: strict
        ),
        .target(name: "Fairway", dependencies: ["COpenSSL", "CZlib", "FairwayWire"], swiftSettings: staying),
        .testTarget(
            name: "FairwayTests",
            dependencies: ["Fairway", "FairwayDoubles", "FairwayTesting", "FairwayWire", "WireChecking"],
            swiftSettings: strict
        ),
        // Apart from FairwayTesting, because what is linked without Swift's own libraries beside it has no Testing.
        .target(name: "FairwayDoubles", dependencies: ["Fairway", "FairwayWire"], swiftSettings: strict),
        .target(
            name: "FairwayTesting",
            dependencies: ["Fairway", "FairwayDoubles", "FairwayWire"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayTestingTests",
            dependencies: ["Fairway", "FairwayTesting", "FairwayWire"],
            swiftSettings: strict
        ),

        // What a client in Swift is made with.
        .target(name: "FairwayClient", dependencies: ["FairwayWire"], swiftSettings: strict),
        .testTarget(
            name: "FairwayClientTests",
            dependencies: ["FairwayClient", "FairwayHTTP", "FairwayWire", "WireChecking"],
            swiftSettings: strict
        ),
        .target(name: "FairwayTerminal", dependencies: ["FairwayClient", "FairwayWire"], swiftSettings: strict),
        .testTarget(
            name: "FairwayTerminalTests",
            dependencies: ["FairwayClient", "FairwayTerminal", "FairwayWire", "WireChecking"],
            swiftSettings: strict
        ),

        // The way in and out: HTTP, which knows nothing of flows, and the API on both. FairwayHTTP is no product: what
        // is public there is for the other rooms.
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "FairwayHTTP", dependencies: ["CEpoll", "CZlib"], swiftSettings: staying),
        .testTarget(
            name: "FairwayHTTPTests",
            dependencies: ["CZlib", "FairwayDoubles", "FairwayHTTP", "ServerDoubles"],
            swiftSettings: strict
        ),
        .target(name: "CAssets"),
        .target(name: "FairwayAssets", dependencies: ["CAssets"], swiftSettings: strict),
        .target(
            name: "FairwayServer",
            dependencies: [
                "Fairway", "FairwayAssets", "FairwayClient", "FairwayDoubles", "FairwayHTTP", "FairwayPostgres",
                "FairwaySQLite", "FairwayTerminal", "FairwayWire",
            ],
            swiftSettings: staying
        ),
        .testTarget(
            name: "FairwayServerTests",
            dependencies: [
                "Fairway", "FairwayAssets", "FairwayHTTP", "FairwayServer", "FairwayTesting", "FairwayWire",
                "ServerDoubles", "WireChecking",
            ],
            swiftSettings: strict
        ),

        // What keeps sessions.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(
            name: "FairwaySQLite",
            dependencies: ["CSQLite", "Fairway", "FairwayAssets", "FairwayWire"],
            swiftSettings: staying
        ),
        .testTarget(name: "FairwayStoreTests", dependencies: ["Fairway", "FairwayTesting"], swiftSettings: strict),
        .target(name: "CFaultyVFS", dependencies: ["CSQLite"], path: "Tests/CFaultyVFS"),
        .testTarget(
            name: "FairwaySQLiteTests",
            dependencies: ["CFaultyVFS", "CSQLite", "Fairway", "FairwaySQLite", "FairwayTesting"],
            swiftSettings: strict
        ),

        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "FairwayPostgres",
            dependencies: [
                "Fairway", "FairwayAssets", "FairwayWire",
                .target(name: "CEpoll", condition: .when(traits: ["Postgres"])),
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayPostgresTests",
            dependencies: ["Fairway", "FairwayPostgres", "FairwayTesting"],
            swiftSettings: strict
        ),

        // What runs.
        .executableTarget(
            name: "Samples",
            dependencies: ["CSQLite", "Fairway", "FairwayServer"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SamplesTests",
            dependencies: ["Fairway", "FairwayTesting", "Samples"],
            exclude: ["__Snapshots__"],
            swiftSettings: strict
        ),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocations", "CEpoll", "CSQLite", "Fairway", "FairwayDoubles", "FairwayHTTP", "FairwaySQLite",
                "FairwayServer", "FairwayWire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Benchmarks", "CSQLite", "Fairway", "FairwayClient", "FairwayServer", "FairwayTesting", "FairwayWire",
                "Samples", "WireChecking",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "HouseTests", swiftSettings: strict),

        // The engine in bad weather, from a seed.
        .executableTarget(
            name: "Simulation",
            dependencies: ["Fairway", "FairwayDoubles", "FairwayWire"],
            path: "Tests/Simulation",
            swiftSettings: strict
        ),
        .testTarget(name: "SimulationTests", dependencies: ["FairwayTesting", "Simulation"], swiftSettings: strict),

        // A store's life, cut off at every operation.
        .executableTarget(
            name: "CrashPoints",
            dependencies: [
                "CFaultyVFS", "CSQLite", "Fairway", "FairwayDoubles", "FairwaySQLite", "FairwayServer", "FairwayWire",
            ],
            path: "Tests/CrashPoints",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CrashPointsTests",
            dependencies: ["CrashPoints", "FairwayDoubles"],
            exclude: ["run"],
            swiftSettings: strict
        ),

        // A server and a client of it, for tests, and a clock that they move.
        .target(
            name: "ServerDoubles",
            dependencies: ["FairwayHTTP"],
            path: "Tests/ServerDoubles",
            swiftSettings: strict
        ),

        // What several of the tests check the wire with.
        .target(
            name: "WireChecking",
            dependencies: ["FairwayWire"],
            path: "Tests/WireChecking",
            swiftSettings: strict
        ),
    ],
    cLanguageStandard: .c2x
)
