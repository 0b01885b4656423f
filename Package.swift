// swift-tools-version: 6.3
import PackageDescription

/// The settings of every Swift target.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The settings of the modules that process an action. Their async functions run on the caller's executor, because each
/// change of executor takes a lock.
let onCallersExecutor: [SwiftSetting] = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "fairway",
    // SwiftPM declares platforms for the package, not for each product. Only FairwayClient and FairwayWire build on
    // Apple platforms; PlatformRule in HouseTests checks their imports.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Fairway", targets: ["Fairway", "FairwayEvents", "FairwayOperators", "FairwayServer"]),
        .library(name: "FairwayClient", targets: ["FairwayClient"]),
        .library(name: "FairwayTerminal", targets: ["FairwayTerminal"]),
        .library(name: "FairwayTesting", targets: ["FairwayTesting"]),
        .library(name: "FairwayWire", targets: ["FairwayWire"]),
        .executable(name: "fairway-samples", targets: ["SamplesTool"]),
        .executable(name: "fairway-benchmarks", targets: ["Benchmarks"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "The store for several servers. It needs libpq (Debian: libpq-dev).")
    ],
    targets: [
        // The protocol's types, and the engine.
        .target(name: "FairwayWire", swiftSettings: strict),
        .testTarget(
            name: "FairwayWireTests",
            dependencies: ["FairwayTesting", "FairwayWire", "WireChecking"],
            swiftSettings: strict
        ),
        .target(
            name: "Fairway",
            dependencies: ["COpenSSL", "CZlib", "FairwayWire"],
            swiftSettings: onCallersExecutor,
            // Foundation's ICU, for plural rules.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]
        ),
        .testTarget(
            name: "FairwayTests",
            dependencies: [
                "Fairway", "FairwayDoubles", "FairwayOperators", "FairwayTesting", "FairwayWire", "TestWaits",
                "WireChecking",
            ],
            swiftSettings: strict
        ),
        // Separate from FairwayTesting, because executables with statically linked Swift libraries cannot use Swift Testing.
        .target(
            name: "FairwayDoubles",
            dependencies: ["Fairway", "FairwayEvents", "FairwayOperators", "FairwayWire"],
            swiftSettings: strict
        ),
        .target(
            name: "FairwayTesting",
            dependencies: ["Fairway", "FairwayDoubles", "FairwayEvents", "FairwayOperators", "FairwayWire"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayTestingTests",
            dependencies: ["Fairway", "FairwayTesting", "FairwayWire"],
            swiftSettings: strict
        ),

        // Clients in Swift.
        .target(name: "FairwayClient", dependencies: ["FairwayWire"], swiftSettings: strict),
        .testTarget(
            name: "FairwayClientTests",
            dependencies: [
                "FairwayClient", "FairwayHTTP", "FairwayWire", "ServerDoubles", "TestWaits", "WireChecking",
            ],
            swiftSettings: strict
        ),
        // Adds the command `play` to apps that depend on it.
        .target(
            name: "FairwayTerminal",
            dependencies: ["Fairway", "FairwayClient", "FairwayServer", "FairwayWire"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayTerminalTests",
            dependencies: [
                "FairwayClient", "FairwayServer", "FairwayTerminal", "FairwayWire", "TestWaits", "WireChecking",
            ],
            swiftSettings: strict
        ),

        // The HTTP server, which does not depend on the engine, and the API. FairwayHTTP is not a product: only other
        // modules of this package use its public declarations.
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "FairwayHTTP", dependencies: ["CEpoll", "CZlib"], swiftSettings: onCallersExecutor),
        .testTarget(
            name: "FairwayHTTPTests",
            dependencies: ["CZlib", "FairwayDoubles", "FairwayHTTP", "ServerDoubles", "TestWaits"],
            swiftSettings: strict
        ),
        // Embeds the folders that a target's file `embedded` lists. RenderDocs converts the documentation to web pages.
        .executableTarget(name: "RenderDocs", swiftSettings: strict),
        .testTarget(name: "RenderDocsTests", dependencies: ["RenderDocs"], swiftSettings: strict),
        .plugin(
            name: "EmbedFiles",
            capability: .buildTool(),
            dependencies: ["RenderDocs"],
            path: "Sources/EmbedFiles"
        ),
        .target(name: "FairwayAssets", exclude: ["embedded"], swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(
            name: "FairwayServer",
            dependencies: [
                "COpenSSL", "Fairway", "FairwayAssets", "FairwayClient", "FairwayEvents", "FairwayHTTP",
                "FairwayOperators", "FairwayPostgres", "FairwayQuarantine", "FairwaySQLite", "FairwayTraces",
                "FairwayWire",
            ],
            swiftSettings: onCallersExecutor
        ),
        .testTarget(
            name: "FairwayServerTests",
            dependencies: [
                "Fairway", "FairwayAssets", "FairwayEvents", "FairwayHTTP", "FairwayOperators", "FairwayQuarantine",
                "FairwayServer", "FairwayTesting", "FairwayWire", "ServerDoubles", "TestWaits", "WireChecking",
            ],
            swiftSettings: strict
        ),

        // Beside the engine, on its hooks.
        .target(
            name: "FairwayOperators",
            dependencies: ["Fairway", "FairwayWire"],
            swiftSettings: onCallersExecutor
        ),
        .target(name: "FairwayEvents", dependencies: ["Fairway", "FairwayWire"], swiftSettings: onCallersExecutor),
        .testTarget(
            name: "FairwayEventsTests",
            dependencies: [
                "Fairway", "FairwayDoubles", "FairwayEvents", "FairwayOperators", "FairwayTesting", "FairwayWire",
                "TestWaits",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FairwayQuarantine",
            dependencies: ["Fairway", "FairwayOperators", "FairwayWire"],
            swiftSettings: onCallersExecutor
        ),
        .target(name: "FairwayTraces", dependencies: ["Fairway", "FairwayWire"], swiftSettings: onCallersExecutor),
        .testTarget(
            name: "FairwayTracesTests",
            dependencies: [
                "Fairway", "FairwayDoubles", "FairwayOperators", "FairwayTesting", "FairwayTraces", "FairwayWire",
                "TestWaits",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayQuarantineTests",
            dependencies: [
                "Fairway", "FairwayDoubles", "FairwayOperators", "FairwayQuarantine", "FairwaySQLite", "FairwayTesting",
                "FairwayWire", "TestWaits",
            ],
            swiftSettings: strict
        ),

        // Stores.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(
            name: "FairwaySQLite",
            dependencies: [
                "CSQLite", "Fairway", "FairwayAssets", "FairwayEvents", "FairwayOperators", "FairwayQuarantine",
                "FairwayWire",
            ],
            swiftSettings: onCallersExecutor
        ),
        .testTarget(
            name: "FairwayStoreTests",
            dependencies: [
                "CrowdChecking", "Fairway", "FairwayEvents", "FairwayOperators", "FairwayTesting", "FairwayWire",
                "TestWaits",
            ],
            swiftSettings: strict
        ),
        .target(name: "CFaultyVFS", dependencies: ["CSQLite"], path: "Tests/CFaultyVFS"),
        .testTarget(
            name: "FairwaySQLiteTests",
            dependencies: [
                "CFaultyVFS", "CSQLite", "CrowdChecking", "Fairway", "FairwayEvents", "FairwayOperators",
                "FairwaySQLite", "FairwayTesting", "TestWaits",
            ],
            swiftSettings: strict
        ),

        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "FairwayPostgres",
            dependencies: [
                "Fairway", "FairwayAssets", "FairwayEvents", "FairwayOperators", "FairwayQuarantine", "FairwayWire",
                .target(name: "CEpoll", condition: .when(traits: ["Postgres"])),
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FairwayPostgresTests",
            dependencies: [
                "CrowdChecking", "Fairway", "FairwayEvents", "FairwayOperators", "FairwayPostgres", "FairwayTesting",
                "TestWaits",
            ],
            swiftSettings: strict
        ),

        // Executables.
        // The flows do not import the server, so both compile at the same time.
        .target(
            name: "Samples",
            dependencies: ["Fairway", "FairwayAssets", "FairwayWire"],
            exclude: ["Home/index.html", "Localizable.xcstrings", "embedded"],
            swiftSettings: strict,
            plugins: ["EmbedFiles"]
        ),
        .executableTarget(
            name: "SamplesTool",
            dependencies: [
                "COpenSSL", "Fairway", "FairwayAssets", "FairwayHTTP", "FairwayServer", "FairwayTerminal",
                "FairwayWire", "Samples",
            ],
            exclude: ["DemoUsers/demo", "DemoUsers/web", "embedded"],
            swiftSettings: strict,
            plugins: ["EmbedFiles"]
        ),
        .testTarget(
            name: "SamplesTests",
            dependencies: ["Fairway", "FairwayOperators", "FairwayTesting", "Samples"],
            exclude: ["__Snapshots__"],
            swiftSettings: strict
        ),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocations", "CEpoll", "CSQLite", "Fairway", "FairwayDoubles", "FairwayHTTP", "FairwayOperators",
                "FairwaySQLite", "FairwayServer", "FairwayWire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Benchmarks", "CSQLite", "Fairway", "FairwayClient", "FairwayDoubles", "FairwayHTTP",
                "FairwayOperators", "FairwayServer", "FairwayTesting", "FairwayWire", "MisfitApp", "OwnMain", "Samples",
                "ServerDoubles", "TestWaits", "WireChecking",
            ],
            swiftSettings: strict
        ),
        // An app whose start fails.
        .executableTarget(
            name: "MisfitApp",
            dependencies: ["Fairway", "FairwayServer"],
            path: "Tests/MisfitApp",
            swiftSettings: strict
        ),
        // The program with its own `main` in docs/server.md, which EndToEndTests start.
        .executableTarget(
            name: "OwnMain",
            dependencies: ["Fairway", "FairwayServer"],
            path: "Tests/OwnMain",
            swiftSettings: strict
        ),
        // Counts the allocations of an action. No test target depends on it, because it replaces malloc(3).
        .target(name: "CMallocCount", path: "Tests/CMallocCount"),
        .executableTarget(
            name: "ActionAllocations",
            dependencies: [
                "CMallocCount", "Fairway", "FairwayOperators", "FairwaySQLite", "FairwayTraces", "FairwayWire",
            ],
            path: "Tests/ActionAllocations",
            swiftSettings: strict
        ),
        .testTarget(name: "HouseTests", swiftSettings: strict),

        // Runs the engine and a store on a seeded scheduler with injected faults.
        .executableTarget(
            name: "Simulation",
            dependencies: ["Fairway", "FairwayDoubles", "FairwayOperators", "FairwayWire"],
            path: "Tests/Simulation",
            swiftSettings: strict
        ),
        .testTarget(name: "SimulationTests", dependencies: ["FairwayTesting", "Simulation"], swiftSettings: strict),

        // Starts a store after a crash at each of its disk operations.
        .executableTarget(
            name: "CrashPoints",
            dependencies: [
                "CFaultyVFS", "CSQLite", "Fairway", "FairwayDoubles", "FairwayOperators", "FairwaySQLite",
                "FairwayServer",
                "FairwayWire", "ServerDoubles",
            ],
            path: "Tests/CrashPoints",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CrashPointsTests",
            dependencies: ["CrashPoints", "FairwayDoubles"],
            swiftSettings: strict
        ),

        // The time limits that all tests share, and the wait for a condition.
        .target(name: "TestWaits", path: "Tests/TestWaits", swiftSettings: strict),

        // An HTTP server, a client, a manual clock and child processes, for tests.
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .target(
            name: "ServerDoubles",
            dependencies: ["CSpawn", "FairwayHTTP", "FairwayWire", "TestWaits"],
            path: "Tests/ServerDoubles",
            swiftSettings: strict
        ),

        // Scripted sessions whose counts are known, and the contract of quarantines, for the tests of each store.
        .target(
            name: "CrowdChecking",
            dependencies: [
                "Fairway", "FairwayDoubles", "FairwayEvents", "FairwayOperators", "FairwayQuarantine", "FairwayWire",
            ],
            path: "Tests/CrowdChecking",
            swiftSettings: strict
        ),

        // Checks of the protocol that several test targets share.
        .target(
            name: "WireChecking",
            dependencies: ["FairwayWire"],
            path: "Tests/WireChecking",
            swiftSettings: strict
        ),
    ],
    cLanguageStandard: .c2x
)
