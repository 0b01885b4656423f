// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "guestbook",
    dependencies: [.package(name: "fairway", path: "../..")],
    targets: [
        .executableTarget(name: "Guestbook", dependencies: [.product(name: "Fairway", package: "fairway")]),
        .testTarget(
            name: "GuestbookTests",
            dependencies: ["Guestbook", .product(name: "FairwayTesting", package: "fairway")]
        ),
    ]
)
