import Fairway
import FairwayHTTP
import FairwayOperators
import Foundation

package struct ServeOptions: CommandOptions, Equatable {
    var host = "127.0.0.1"
    var port = 8080
    var store = StoreOptions().store
    var durability = DurabilityOption.full
    var commitGroup: Int?
    var logPages: Int?
    var adminToken: String?
    var operatorsFile: String?
    var webhooksFile: String?
    var identityHeader: HeaderName?
    var jwtKeys: KeySetSource?
    var jwtIssuer: String?
    var jwtAudience: String?
    var jwtUserClaim = UserTokenRules.usualUserClaim
    var jwtKeptClaims: [String]?
    var allowedOrigins: CORS.Origins?
    var allowedHosts: AllowedHosts?
    var publicURL: URL?
    var publicFolder: String?
    var isUnbundled = false
    var graphFile: String?
    var sessionIdle = Duration.seconds(30 * 86_400)
    var retainOver = Duration.seconds(7 * 86_400)
    var retainJournal = Duration.seconds(30 * 86_400)
    var retainCounts = Duration.seconds(365 * 86_400)
    var retainAudit = Duration.seconds(365 * 86_400)
    var retainReplies = Duration.seconds(86_400)
    var retainSignals = Duration.seconds(3_600)
    var keptStates = OperatorLimits().keptStates
    var allowsForks = false
    var noticeTime = Duration.zero
    var shutdownTime = Duration.seconds(10)
    var eventLoops: Int?
    var rate: Int?
    var trustedProxies: TrustedProxies?
    var connections = HTTPLimits().connections
    var connectionsPerAddress: Int?
    var bufferMegabytes = HTTPLimits().bufferedBytes >> 20
    var changesAtOnce = EngineLimits().changesUnderWay
    var cacheMegabytes = EngineLimits().liveSessionBytes >> 20
    var stateBytes = EngineLimits().stateBytes
    var minFreeBytes = 256 << 20
    var recorderFolder: String?
    var build: String?
    var logFormat = LogFormat.auto
    var logLevel = LogLevel.info
    var logsUsers = false
    var otlp: URL?
    var otlpSample: Double?
    var traceVariables = TraceVariables()

    package init() {}

    private static let longest = Duration.seconds(3_650 * 86_400)
    /// Clients repeat a change with its idempotency key for up to ten minutes. Another five minutes are left for the
    /// last attempt.
    private static let shortestReplyRetention = Duration.seconds(900)

    package static let flags: [Flag<Self>] = [
        Flag("host", \.host, .text("ADDRESS"), "The address to listen on, IPv4 or IPv6."),
        Flag("port", \.port, .integer(in: 0...65_535), "The TCP port to listen on; 0 chooses a free one."),
        Flag("store", \.store, .store, "Where sessions are kept."),
        Flag("durability", \.durability, .choice, "The failures that changes survive; full: also power loss."),
        Flag(
            "commit-group",
            \.commitGroup,
            .integer(in: 1...4_096),
            "The maximum number of changes in one transaction."
        ),
        Flag(
            "log-pages",
            \.logPages,
            .integer(in: 1...1_048_576),
            "The pages in SQLite's write-ahead log at which a checkpoint starts."
        ),
        Flag(
            "admin-token",
            \.adminToken,
            .token,
            "The token of the operator `admin`; safer as an environment variable."
        ),
        Flag(
            "operators",
            \.operatorsFile,
            .text("FILE"),
            "A file with a line per operator: NAME ROLE SHA256-OF-TOKEN [SIGNALS]; ROLE is view, support, admin or signal."
        ),
        Flag("webhooks", \.webhooksFile, .text("FILE"), "A JSON file of the systems that receive the events."),
        Flag("identity-header", \.identityHeader, .headerName, "The header in which a proxy names the user."),
        Flag("jwt-keys", \.jwtKeys, .keySet, "The identity provider's keys for user tokens, as a JSON Web Key Set."),
        Flag("jwt-issuer", \.jwtIssuer, .text("ISSUER"), "The identity provider's name in the `iss` of user tokens."),
        Flag("jwt-audience", \.jwtAudience, .text("AUDIENCE"), "The name of this server in the `aud` of user tokens."),
        Flag("jwt-user-claim", \.jwtUserClaim, .text("NAME"), "The claim of a user token with the user's id."),
        Flag("jwt-keep-claims", \.jwtKeptClaims, .names, "Claims of user tokens that flows can read."),
        Flag(
            "allow-origins",
            \.allowedOrigins,
            .origins,
            "Origins of other web apps that may use the API; none by default."
        ),
        Flag(
            "allow-hosts",
            \.allowedHosts,
            .hosts,
            "Accepted hosts, in addition to localhost and addresses; all by default."
        ),
        Flag("public-url", \.publicURL, .url, "The URL at which users reach the server, for return links."),
        Flag(
            "public",
            \.publicFolder,
            .text("FOLDER"),
            "A folder whose files replace the built-in ones with the same paths."
        ),
        Flag(
            "unbundled",
            \.isUnbundled,
            .yes,
            "Serves the modules and style sheets of pages one by one, for development."
        ),
        Flag("graph", \.graphFile, .text("FILE"), "The file that explore --graph wrote, for the console's map."),
        Flag("session-idle", \.sessionIdle, .duration(atMost: longest), "Sessions unused for this long expire."),
        Flag("retain-over", \.retainOver, .duration(atMost: longest), "How long ended sessions are kept."),
        Flag("retain-journal", \.retainJournal, .duration(atMost: longest), "How long the journal is kept."),
        Flag(
            "retain-counts",
            \.retainCounts,
            .duration(atMost: longest),
            "How long the journal's hourly counts are kept."
        ),
        Flag(
            "retain-audit",
            \.retainAudit,
            .duration(atMost: longest),
            "How long the audit of operators' calls is kept."
        ),
        Flag(
            "retain-replies",
            \.retainReplies,
            .duration(atLeast: shortestReplyRetention, atMost: longest),
            "How long replies to idempotency keys are kept."
        ),
        Flag(
            "retain-signals",
            \.retainSignals,
            .duration(atMost: longest),
            "How long signals wait for a session with their key."
        ),
        Flag(
            "keep-states",
            \.keptStates,
            .integer(in: 0...1_000),
            "How many states of each session are kept for operators; 0: none."
        ),
        Flag("allow-forks", \.allowsForks, .yes, "Operators may copy sessions to sandboxes."),
        Flag(
            "notice-seconds",
            \.noticeTime,
            .duration(atMost: .seconds(3_600)),
            "How long readyz fails before shutdown begins."
        ),
        Flag(
            "shutdown-seconds",
            \.shutdownTime,
            .duration(atMost: .seconds(3_600)),
            "How long shutdown waits for open calls."
        ),
        Flag(
            "event-queues",
            \.eventLoops,
            .integer(in: 1...64),
            "Event loops for connections; one per core by default."
        ),
        Flag("rate", \.rate, .integer(in: 1...1_000_000), "Requests per second and client; unlimited by default."),
        Flag(
            "trust-proxy",
            \.trustedProxies,
            .proxies,
            "Proxies whose X-Forwarded-For identifies clients for --rate; none by default."
        ),
        Flag("connections", \.connections, .integer(in: 1...1_000_000), "The maximum number of open connections."),
        Flag(
            "connections-per-address",
            \.connectionsPerAddress,
            .integer(in: 1...1_000_000),
            "The maximum number of open connections per address; unlimited by default."
        ),
        Flag(
            "buffer-megabytes",
            \.bufferMegabytes,
            .integer(in: 1...1_048_576),
            "Memory for requests and unsent responses."
        ),
        Flag(
            "changes-at-once",
            \.changesAtOnce,
            .integer(in: 1...1_000_000),
            "The maximum number of running and waiting changes."
        ),
        Flag("cache-megabytes", \.cacheMegabytes, .integer(in: 1...1_048_576), "Memory for cached sessions."),
        Flag(
            "state-bytes",
            \.stateBytes,
            .integer(in: 4_096...(64 << 20)),
            "The maximum size of a session's flows, screens and drafts."
        ),
        Flag(
            "min-free-bytes",
            \.minFreeBytes,
            .integer(in: 0...(1 << 60)),
            "Free disk space below which no new sessions start; 0: no check."
        ),
        Flag(
            "recorder",
            \.recorderFolder,
            .text("FOLDER"),
            "The folder of the flight recorder, which finds actions that end the process; by default, that of SQLite's file."
        ),
        Flag(
            "build",
            \.build,
            .text("TEXT"),
            "The name of the build, for operators and the quarantine; by default, the version and the executable's hash."
        ),
        Flag("log-format", \.logFormat, .choice, "The format of log lines; auto: text on a terminal, otherwise JSON."),
        Flag("log-level", \.logLevel, .choice, "The lowest level that is logged."),
        Flag("log-users", \.logsUsers, .yes, "Log lines contain the ids of users; by default, hashes of them."),
        Flag(
            "otlp",
            \.otlp,
            .url,
            "The collector of traces (OTLP/HTTP with JSON), without /v1/traces; none by default. Also OTEL_EXPORTER_OTLP_ENDPOINT."
        ),
        Flag("otlp-sample", \.otlpSample, .ratio, "The share of changes that are traced; all by default."),
    ]

    /// Reads the variables of OpenTelemetry.
    package mutating func readOtherVariables(_ environment: [String: String]) throws(CommandError) {
        traceVariables = try TraceVariables(environment)
    }

    /// Checks the flags for user tokens. If other machines can reach the address, requires a token for operators.
    package func validate() throws(CommandError) {
        try validateUserTokens()
        guard adminToken != nil || operatorsFile != nil || LoopbackAddress.includes(host) else {
            throw CommandError(
                .exposedWithoutToken,
                "--host \(host) can be reached from other machines, so --admin-token (or FAIRWAY_ADMIN_TOKEN) or --operators "
                    + "is needed. Without them, listen on 127.0.0.1."
            )
        }
    }

    private func validateUserTokens() throws(CommandError) {
        guard jwtKeys != nil else {
            let isAlone =
                jwtIssuer == nil && jwtAudience == nil && jwtKeptClaims == nil
                && jwtUserClaim == UserTokenRules.usualUserClaim
            guard isAlone else {
                throw CommandError(.contradiction, "The flags that begin with --jwt- need --jwt-keys.")
            }
            return
        }
        guard jwtIssuer != nil, jwtAudience != nil else {
            throw CommandError(
                .contradiction,
                "--jwt-keys needs --jwt-issuer and --jwt-audience; otherwise a token for another service would be accepted."
            )
        }
        guard identityHeader == nil else {
            throw CommandError(
                .contradiction,
                "--jwt-keys and --identity-header could name two users in one request. Use one of them."
            )
        }
    }
}

/// The loopback addresses: 127.0.0.0/8 (RFC 1122, section 3.2.1.3), `::1` (RFC 4291, section 2.5.3) and `localhost`
/// (RFC 6761, section 6.3).
enum LoopbackAddress {
    /// Returns false for unusual spellings of a loopback address. `serve` then requires a token.
    static func includes(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }
}

/// The failures that an acknowledged change survives.
enum DurabilityOption: String, CaseIterable, Sendable {
    /// Power loss and the end of the process.
    case full
    /// The end of the process. Power loss may discard the last changes.
    case relaxed
}
