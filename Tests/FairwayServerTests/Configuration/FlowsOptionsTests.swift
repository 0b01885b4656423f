import Testing

@testable import FairwayServer

struct FlowsOptionsTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://example.org", "http://example.org:80"),
        ("HTTP://[::1]:9/", "http://[::1]:9"), ("http://proxy:80/fairway/", "http://proxy:80/fairway"),
    ])
    func aServerIsNamedByItsURL(text: String, meaning: String) throws {
        let options = try FlowsOptions(arguments: ["--server", text, "--admin-token", "t"], environment: [:])
        #expect(options.server?.description == meaning)
    }

    @Test(arguments: [
        "https://example.org", "127.0.0.1:8080", "http://", "http://:80", "http://a:b", "http://a:65536",
        "http://a/?q", "http://user@a", "http://a b", "ftp://a",
    ])
    func whatIsNoServerIsRefused(text: String) {
        let error = #expect(throws: CommandError.self) {
            try FlowsOptions(arguments: ["--server", text, "--admin-token", "t"], environment: [:])
        }
        #expect(error?.code == .badValue)
    }

    @Test(arguments: [
        ([], "--admin-token"), (["--server", "http://a"], "--admin-token"),
        (["--server", "http://a", "--store", "sqlite:a"], "not both"), (["--limit", "0"], "--limit"),
        (["--order", "best"], "newest, oldest"),
    ])
    func aMistakeIsNamedWithItsRemedy(arguments: [String], naming: String) {
        let error = #expect(throws: CommandError.self) { try FlowsOptions(arguments: arguments, environment: [:]) }
        #expect(error?.message.contains(naming) == true, "\(error?.message ?? "")")
    }

    @Test func aStoreNeedsNoToken() throws {
        #expect(try FlowsOptions(arguments: ["--store", "sqlite:a"], environment: [:]).store != nil)
    }
}
