import Testing

@testable import FairwayServer

struct StoreLocationTests {
    @Test(arguments: [
        ("memory:", StoreLocation.memory),
        ("sqlite:fairway.sqlite", .sqlite(path: "fairway.sqlite")),
        ("sqlite:/var/lib/a b:c", .sqlite(path: "/var/lib/a b:c")),
        ("postgres://h/db", .postgres(uri: "postgres://h/db")),
        ("postgresql://u:p@h:5432/db?sslmode=require", .postgres(uri: "postgresql://u:p@h:5432/db?sslmode=require")),
    ])
    func locatorIsParsed(text: String, location: StoreLocation) {
        #expect(StoreLocation(text) == location)
    }

    @Test(arguments: [
        "", "memory", "memory:x", "sqlite", "sqlite:", "fairway.sqlite", "postgres:", "postgres://", "mysql://h",
    ])
    func invalidTextIsRejected(text: String) {
        #expect(StoreLocation(text) == nil)
    }

    @Test(arguments: [
        ("sqlite:a.sqlite", "sqlite:a.sqlite"),
        ("postgres://h:5432/db", "postgres://h:5432/db"),
        ("postgres://user:se@cr/et@h/db?password=secret", "postgres://h/db"),
        ("postgresql:///db?host=/run/postgresql", "postgresql:///db"),
    ])
    func descriptionOmitsPassword(text: String, description: String) {
        #expect(StoreLocation(text)?.description == description)
    }
}
