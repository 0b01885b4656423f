import Foundation
import Testing

@testable import FairwayServer

struct FlowsOptionsTests {
    @Test(arguments: [
        "http://127.0.0.1:8080", "http://example.org", "HTTP://[::1]:9/", "https://proxy/fairway/",
    ])
    func serverURLIsAccepted(text: String) throws {
        let options = try FlowsOptions(arguments: ["--server", text, "--admin-token", "t"], environment: [:])
        #expect(options.server?.absoluteString == text)
    }

    @Test(arguments: [
        "127.0.0.1:8080", "http://", "http://:80", "http://a:b", "http://a/?q", "http://a/#f", "http://user@a",
        "http://a b", "ftp://a",
    ])
    func invalidServerURLIsRejected(text: String) {
        let error = #expect(throws: CommandError.self) {
            try FlowsOptions(arguments: ["--server", text, "--admin-token", "t"], environment: [:])
        }
        #expect(error?.code == .badValue)
    }

    @Test(arguments: [
        ([], "of http://127.0.0.1:8080. `serve` prints it"), (["--server", "http://a"], "of http://a."),
        ([], "--admin-token"), ([], "pass --server"), ([], "pass --store"),
        (["--server", "http://a", "--store", "sqlite:a"], "not both"), (["--limit", "0"], "--limit"),
        (["--order", "best"], "newest, oldest"),
    ])
    func errorNamesRemedy(arguments: [String], naming: String) {
        let error = #expect(throws: CommandError.self) { try FlowsOptions(arguments: arguments, environment: [:]) }
        #expect(error?.message.contains(naming) == true, "\(error?.message ?? "")")
    }

    @Test func storeNeedsNoToken() throws {
        #expect(try FlowsOptions(arguments: ["--store", "sqlite:a"], environment: [:]).store != nil)
    }
}
