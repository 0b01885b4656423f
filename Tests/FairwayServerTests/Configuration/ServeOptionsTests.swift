import Fairway
import FairwayHTTP
import FairwayOperators
import Foundation
import Testing

@testable import FairwayServer

struct ServeOptionsTests {
    @Test func defaultsApplyWithoutFlagsAndVariables() throws {
        #expect(try ServeOptions(arguments: [], environment: [:]) == ServeOptions())
    }

    /// Without a flag, a property would always have its default.
    @Test func everyPropertyHasFlag() {
        // The variables that OpenTelemetry specifies have no flags.
        let properties = Mirror(reflecting: ServeOptions()).children.filter { $0.label != "traceVariables" }
        #expect(properties.count == ServeOptions.flags.count)
        #expect(Set(ServeOptions.flags.map(\.name)).count == ServeOptions.flags.count)
    }

    @Test(
        arguments: [
            (["--port", "0"], \ServeOptions.port, 0),
            (["--port=9000"], \.port, 9000),
            (["--port", "1", "--port", "2"], \.port, 2),
            (["--port", "x", "--port", "2"], \.port, 2),
        ] as [([String], any KeyPath<ServeOptions, Int> & Sendable, Int)]
    )
    func bothFlagSpellingsAreParsedAndLastWins(
        arguments: [String],
        property: any KeyPath<ServeOptions, Int> & Sendable,
        value: Int
    ) throws {
        #expect(try ServeOptions(arguments: arguments, environment: [:])[keyPath: property] == value)
    }

    @Test func flightRecorderIsBesideTheFileOrInAFolder() throws {
        func path(_ arguments: String...) throws -> String? {
            try ServeOptions(arguments: arguments, environment: [:]).recorderPath
        }
        #expect(try path("--store", "sqlite:/data/app.sqlite") == "/data/app.sqlite.recorder")
        let first = try #require(try path("--store", "postgres://a:b@db/one", "--recorder", "/data"))
        #expect(first.wholeMatch(of: #/\/data\/fairway-[0-9a-f]{12}\.recorder/#) != nil)
        #expect(try path("--store", "postgres://c:d@db/one", "--recorder", "/data") == first)
        #expect(try path("--store", "postgres://a:b@db/two", "--recorder", "/data") != first)
        #expect(
            try path("--store", "sqlite:/data/app.sqlite", "--recorder", "/data")?.hasPrefix("/data/fairway-") == true
        )
    }

    @Test func everyFlagIsParsed() throws {
        let flags = [
            "--host": "::", "--port": "81", "--store": "memory:", "--durability": "relaxed", "--commit-group": "2",
            "--admin-token": "a=b", "--identity-header": "X-User", "--allow-origins": "https://a.example,http://b:1",
            "--public-url": "https://a.example/app", "--public": "Public", "--session-idle": "1d",
            "--retain-over": "2d", "--retain-journal": "3d", "--retain-audit": "6d", "--operators": "operators.txt",
            "--retain-counts": "5d", "--retain-replies": "4d", "--notice-seconds": "5s",
            "--retain-signals": "6d", "--shutdown-seconds": "1m", "--event-queues": "3",
            "--rate": "4", "--trust-proxy": "10.0.0.0/8,::1", "--log-pages": "10",
            "--connections": "5", "--connections-per-address": "6", "--changes-at-once": "7", "--cache-megabytes": "8",
            "--buffer-megabytes": "9", "--min-free-bytes": "10", "--allow-hosts": "App.example.org,b",
            "--log-format": "json", "--log-level": "warning", "--keep-states": "11", "--graph": "flows.json",
            "--state-bytes": "65536",
            "--recorder": "/var/lib/fairway", "--build": "4f1c0b7", "--webhooks": "webhooks.json",
            "--otlp": "http://collector:4318", "--otlp-sample": "0.1",
        ]
        let ofUserTokens = [
            "--jwt-keys": "keys.json", "--jwt-issuer": "https://id.example", "--jwt-audience": "fairway",
            "--jwt-user-claim": "oid", "--jwt-keep-claims": "email,name",
        ]
        let switches = ["--allow-forks", "--log-users", "--unbundled"]
        let known = Set(flags.keys).union(ofUserTokens.keys).union(switches)
        #expect(known == Set(ServeOptions.flags.map { "--\($0.name)" }))
        let arguments = flags.flatMap { [$0.key, $0.value] } + switches
        let options = try ServeOptions(arguments: arguments, environment: [:])
        var expected = ServeOptions()
        expected.host = "::"
        expected.port = 81
        expected.store = .memory
        expected.durability = .relaxed
        expected.commitGroup = 2
        expected.logPages = 10
        expected.adminToken = "a=b"
        expected.identityHeader = HeaderName("X-User")
        expected.allowedOrigins = .only(["https://a.example", "http://b:1"])
        expected.publicURL = URL(string: "https://a.example/app")
        expected.publicFolder = "Public"
        expected.isUnbundled = true
        expected.sessionIdle = .seconds(86_400)
        expected.retainOver = .seconds(2 * 86_400)
        expected.retainJournal = .seconds(3 * 86_400)
        expected.retainCounts = .seconds(5 * 86_400)
        expected.retainAudit = .seconds(6 * 86_400)
        expected.operatorsFile = "operators.txt"
        expected.webhooksFile = "webhooks.json"
        expected.graphFile = "flows.json"
        expected.recorderFolder = "/var/lib/fairway"
        expected.build = "4f1c0b7"
        expected.retainReplies = .seconds(4 * 86_400)
        expected.retainSignals = .seconds(6 * 86_400)
        expected.keptStates = 11
        expected.stateBytes = 65_536
        expected.allowsForks = true
        expected.noticeTime = .seconds(5)
        expected.shutdownTime = .seconds(60)
        expected.eventLoops = 3
        expected.rate = 4
        expected.trustedProxies = TrustedProxies(["10.0.0.0/8", "::1"].compactMap(AddressRange.init))
        expected.connections = 5
        expected.connectionsPerAddress = 6
        expected.changesAtOnce = 7
        expected.cacheMegabytes = 8
        expected.minFreeBytes = 10
        expected.bufferMegabytes = 9
        expected.allowedHosts = AllowedHosts(["app.example.org", "b"])
        expected.logFormat = .json
        expected.logsUsers = true
        expected.otlp = URL(string: "http://collector:4318")
        expected.otlpSample = 0.1
        expected.logLevel = .warning
        #expect(options == expected)
        #expect(options.recorderPath == nil, "a store in memory")
        let signedIn = try ServeOptions(arguments: ofUserTokens.flatMap { [$0.key, $0.value] }, environment: [:])
        var expectedOfUserTokens = ServeOptions()
        expectedOfUserTokens.jwtKeys = .file("keys.json")
        expectedOfUserTokens.jwtIssuer = "https://id.example"
        expectedOfUserTokens.jwtAudience = "fairway"
        expectedOfUserTokens.jwtUserClaim = "oid"
        expectedOfUserTokens.jwtKeptClaims = ["email", "name"]
        #expect(signedIn == expectedOfUserTokens)
        let (kept, limits) = (options.retention, options.operatorLimits)
        let seconds = [
            kept.idleSeconds, kept.overSeconds, kept.journalSeconds, kept.replySeconds, limits.countSeconds,
            kept.signalSeconds,
        ]
        #expect(seconds == (1...6).map { Double($0) * 86_400 })
    }

    @Test(arguments: [
        ["--jwt-keys", "k"], ["--jwt-keys", "k", "--jwt-issuer", "i"], ["--jwt-keys", "k", "--jwt-audience", "a"],
        ["--jwt-issuer", "i"], ["--jwt-audience", "a"], ["--jwt-user-claim", "oid"], ["--jwt-keep-claims", "email"],
        ["--jwt-keys", "k", "--jwt-issuer", "i", "--jwt-audience", "a", "--identity-header", "X-User"],
    ])
    func contradictoryUserTokenFlagsAreRejected(arguments: [String]) {
        let error = #expect(throws: CommandError.self) { try ServeOptions(arguments: arguments, environment: [:]) }
        #expect(error?.code == .contradiction)
        #expect(error?.exitCode == .usage)
    }

    @Test(arguments: ["", ",", "email,", "email,email", "email,,name"])
    func invalidClaimNamesAreRejected(names: String) {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--jwt-keep-claims", names], environment: [:])
        }
        #expect(error?.message.contains("names, separated by commas, each at most once") == true)
    }

    @Test func keysOverPlainHTTPAreRejected() {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--jwt-keys", "http://id.example/keys"], environment: [:])
        }
        #expect(error?.message.contains("is for addresses of this machine only") == true)
    }

    @Test func serverWithUnreadableKeysDoesNotStart() async throws {
        let arguments = [
            "--store", "memory:", "--jwt-keys", "/nowhere/keys.json", "--jwt-issuer", "i", "--jwt-audience", "a",
        ]
        let error = await #expect(throws: CommandError.self) {
            try await AppServer.make(
                App(initial: Alone()),
                ServeOptions(arguments: arguments, environment: [:]),
                log: Log(level: .warning, format: .text, console: RecordedConsole().console)
            )
        }
        #expect(error?.exitCode == .failure)
        #expect(error?.message.contains("--jwt-keys /nowhere/keys.json cannot be used: ") == true)
    }

    @Test(arguments: ["", ",", "a.example,", "https://a.example", "a.example:80", "a.example/", "a b", "*"])
    func invalidHostIsRejected(hosts: String) {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--allow-hosts", hosts], environment: [:])
        }
        #expect(error?.message.contains("hosts like app.example.org") == true)
    }

    @Test(arguments: [
        "", ",", "10.0.0.0/8,", "10.0.0.0/8, ::1", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8",
        "10.0.0.0/08", "10.0.0.0/", "10/8", "::1/129", "2001:db8::1/32", "[::1]", "fe80::1%eth0", "localhost", "*",
        "10.0.0.0/8/8",
    ])
    func invalidNetworkIsRejected(proxies: String) {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--trust-proxy", proxies], environment: [:])
        }
        #expect(error?.exitCode == .usage)
        #expect(error?.message.hasPrefix("--trust-proxy must be networks like 10.0.0.0/8 or 2001:db8::/32") == true)
    }

    @Test(arguments: [
        (["--host", "0.0.0.0"], true), (["--host", "::"], true), (["--host", "0.0.0.0", "--rate", "20"], false),
        ([], false), (["--host", "::1"], false), (["--trust-proxy", "10.0.0.0/8"], true),
        (["--trust-proxy", "10.0.0.0/8", "--rate", "20"], false),
    ])
    func missingRateWarns(arguments: [String], isWarned: Bool) throws {
        let options = try ServeOptions(arguments: arguments, environment: ["FAIRWAY_ADMIN_TOKEN": "t"])
        #expect(options.warnings.count == (isWarned ? 1 : 0))
        #expect(options.warnings.allSatisfy { $0.contains("Set --rate 20") })
    }

    @Test func serverWarnsOfAMissingRateOnce() async throws {
        let arguments = ["--host", "0.0.0.0", "--admin-token", "t", "--store", "memory:"]
        // The server is not started, so it listens on no port.
        let server = try await AppServer.make(
            App(initial: Alone()),
            ServeOptions(arguments: arguments, environment: [:]),
            log: Log(level: .warning, format: .text, console: RecordedConsole().console)
        )
        #expect(server.warnings.filter { $0.contains("Set --rate 20") }.count == 1)
        #expect(server.generatedToken == nil)
    }

    private struct Alone: FlowController {
        func start(_ nav: Navigator<Self>) {}
    }

    @Test(arguments: [
        "", ",", "https://a.example,", "https://a.example/", "https://a.example/app", "https://A.example", "a.example",
        "ftp://a.example", "https://", "null", "*,https://a.example", "https://a.example, https://b.example",
        "https://a.example:443", "http://a.example:80", "https://[::1]:443", "https://a.example:", "https://:8080",
        "https://a.example:0", "https://a.example:08", "https://a.example:65536", "https://a.example:8080:1",
        "https://a.example:x", "https://:::", "https://::1", "https://[::1", "https://::1]", "https://[::1]x",
        "https://[0:0::1]", "https://[::1%eth0]", "https://[127.0.0.1]", "https://[a.example]", "https://[]",
        "https://user@a.example", "https://user:pass@a.example", "https://a.example?b", "https://a.example#b",
        "https://a..example", "https://.a.example", "https://a.example..", "https://.", "https://1.2.3.4.",
        "http://[::ffff:1.2.3.4]", "http://[::1.2.3.4]", "https://127.1", "https://1.2.3.256", "https://127.0.0.01",
        "https://1", "https://a.1", "https://0x7f.1",
        "https://ä.example", "https://a b",
    ])
    func invalidOriginIsRejected(origins: String) {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--allow-origins", origins], environment: [:])
        }
        #expect(error?.message.contains("origins like https://app.example.org") == true)
    }

    @Test(arguments: [
        "https://a", "http://localhost:3000", "https://a.example:8443", "https://a.example:80", "http://a.example:443",
        "http://127.0.0.1:8080", "http://[::1]:3000", "https://[2001:db8::1]", "https://xn--4ca.example",
        "https://a-.example", "https://-a.example", "https://a.example.", "http://[::ffff:102:304]",
        "http://[::102:304]",
        "https://my_app.example", "https://1a.example", "http://0.0.0.0", "https://a--b.example:65535",
    ])
    func validOriginIsAccepted(origin: String) throws {
        let options = try ServeOptions(arguments: ["--allow-origins", "https://b.example,\(origin)"], environment: [:])
        #expect(options.allowedOrigins == .only(["https://b.example", origin]))
    }

    @Test(arguments: [
        (["--port", "1"], ["FAIRWAY_PORT": "2"], 1),
        (["--port", "1"], ["FAIRWAY_PORT": "not even read"], 1),
        ([], ["FAIRWAY_PORT": "2", "FAIRWAY_ELSEWHERE": "3"], 2),
        ([], ["FAIRWAY_PORT": ""], 8080),
    ])
    func flagOverridesVariable(arguments: [String], environment: [String: String], port: Int) throws {
        #expect(try ServeOptions(arguments: arguments, environment: environment).port == port)
    }

    @Test(arguments: [
        (["--prot", "1"], [:], "There is no flag --prot. Did you mean --port?"),
        (["--zebra", "1"], [:], "There is no flag --zebra. --help lists them."),
        (["--"], [:], "There is no flag --. --help lists them."),
        (["8080"], [:], "Unexpected argument 8080. Write flags as --flag value."),
        (["--port"], [:], "--port needs a value: a whole number from 0 to 65535."),
        (["--port", "--host"], [:], "--port needs a value: a whole number from 0 to 65535."),
        (["--port", "65536"], [:], "--port must be a whole number from 0 to 65535, not \"65536\"."),
        (["--port="], [:], "--port must be a whole number from 0 to 65535, not \"\"."),
        ([], ["FAIRWAY_PORT": "x"], "FAIRWAY_PORT must be a whole number from 0 to 65535, not \"x\"."),
        (["--log-format", "xml"], [:], "--log-format must be one of text, json, auto, not \"xml\"."),
        (
            ["--shutdown-seconds", "2h"], [:],
            "--shutdown-seconds must be a time like 15s, 10m, 24h or 30d, 1h at most, not \"2h\"."
        ),
        (
            ["--retain-replies", "14m"], [:],
            "--retain-replies must be a time like 15s, 10m, 24h or 30d, 15m at least and 3650d at most, not \"14m\"."
        ),
        (
            ["--admin-token", "pass word"], [:],
            "--admin-token must be a token of visible ASCII characters without spaces."
        ),
    ])
    func errorMessageNamesFlag(arguments: [String], environment: [String: String], message: String) {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: arguments, environment: environment)
        }
        #expect(error?.message == message)
        #expect(error?.exitCode == .usage)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST"])
    func loopbackAddressNeedsNoToken(host: String) throws {
        #expect(try ServeOptions(arguments: ["--host", host], environment: [:]).host == host)
    }

    @Test(arguments: [
        "0.0.0.0", "::", "192.168.1.1", "example.org", "127.0.0.1.example.org", "127.0.0.+1", "128.0.0.1",
    ])
    func otherAddressNeedsToken(host: String) throws {
        let error = #expect(throws: CommandError.self) {
            try ServeOptions(arguments: ["--host", host], environment: [:])
        }
        #expect(error?.code == .exposedWithoutToken)
        #expect(error?.message.contains("--admin-token") == true)
        for flag in ["--admin-token", "--operators"] {
            #expect(try ServeOptions(arguments: ["--host", host, flag, "t"], environment: [:]).host == host)
        }
        #expect(try ServeOptions(arguments: ["--host", host], environment: ["FAIRWAY_ADMIN_TOKEN": "t"]).host == host)
    }
}
