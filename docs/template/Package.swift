// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "claims",
    dependencies: [.package(name: "fairway", path: "../..")],
    targets: [
        .executableTarget(name: "Claims", dependencies: [.product(name: "Fairway", package: "fairway")]),
        .testTarget(
            name: "ClaimsTests",
            dependencies: ["Claims", .product(name: "FairwayTesting", package: "fairway")]
        ),
    ]
)
