import Fairway
import FairwayHTTP

/// How `serve` serves.
struct ServeOptions: CommandOptions, Equatable {
    var host = "127.0.0.1"
    var port = 8080
    var store = StoreOptions().store
    var durability = Durability.full
    var commitGroup: Int?
    var logPages: Int?
    var adminToken: String?
    var identityHeader: HeaderName?
    var allowedOrigins: CORS.Origins?
    var allowedHosts: AllowedHosts?
    var publicFolder: String?
    var sessionIdle = Duration.seconds(30 * 86_400)
    var retainOver = Duration.seconds(7 * 86_400)
    var retainJournal = Duration.seconds(30 * 86_400)
    var retainCounts = Duration.seconds(365 * 86_400)
    var retainReplies = Duration.seconds(86_400)
    var noticeTime = Duration.zero
    var shutdownTime = Duration.seconds(10)
    var eventQueues: Int?
    var rate: Int?
    var trustedProxies: TrustedProxies?
    var connections = Limits().connections
    var connectionsPerAddress: Int?
    var bufferMegabytes = Limits().heldBytes >> 20
    var changesAtOnce = EngineLimits().changesUnderWay
    var cacheMegabytes = EngineLimits().liveSessionBytes >> 20
    var minFreeBytes = 256 << 20
    var logFormat = LogFormat.auto
    var logLevel = LogLevel.info

    init() {}

    private static let longest = Duration.seconds(3_650 * 86_400)

    /// The table of its flags.
    static let flags: [Flag<Self>] = [
        Flag("host", \.host, .text("ADDRESS"), "The address to listen on, IPv4 or IPv6."),
        Flag("port", \.port, .integer(in: 0...65_535), "The TCP port to listen on; 0 takes a free one."),
        Flag("store", \.store, .store, "Where sessions are kept."),
        Flag("durability", \.durability, .choice, "What an acknowledged change survives; full: a power cut."),
        Flag(
            "commit-group",
            \.commitGroup,
            .integer(in: 1...4_096),
            "How many changes may share a write to disk; 1: none."
        ),
        Flag(
            "log-pages",
            \.logPages,
            .integer(in: 1...1_048_576),
            "How long SQLite's log grows before it is moved into the file."
        ),
        Flag("admin-token", \.adminToken, .token, "What an operator's calls must bear; safer as a variable."),
        Flag("identity-header", \.identityHeader, .headerName, "The field in which a proxy names the user."),
        Flag(
            "allow-origins",
            \.allowedOrigins,
            .origins,
            "Web pages from elsewhere that may use the API; else none."
        ),
        Flag(
            "allow-hosts",
            \.allowedHosts,
            .hosts,
            "Names it answers to, besides localhost and addresses; else any."
        ),
        Flag("public", \.publicFolder, .text("FOLDER"), "Serves this folder's files, not those built in."),
        Flag("session-idle", \.sessionIdle, .duration(atMost: longest), "A session untouched for so long ends."),
        Flag("retain-over", \.retainOver, .duration(atMost: longest), "How long a session that is over is kept."),
        Flag("retain-journal", \.retainJournal, .duration(atMost: longest), "How long what happened is kept."),
        Flag("retain-counts", \.retainCounts, .duration(atMost: longest), "How long its hourly counts are kept."),
        Flag("retain-replies", \.retainReplies, .duration(atMost: longest), "How long answers are kept by key."),
        Flag(
            "notice-seconds",
            \.noticeTime,
            .duration(atMost: .seconds(3_600)),
            "How long readyz fails before a stop begins."
        ),
        Flag(
            "shutdown-seconds",
            \.shutdownTime,
            .duration(atMost: .seconds(3_600)),
            "How long a stop waits for calls."
        ),
        Flag("event-queues", \.eventQueues, .integer(in: 1...64), "Queues for connections; else one for each core."),
        Flag("rate", \.rate, .integer(in: 1...1_000_000), "Requests a second of one client; else as many as it can."),
        Flag(
            "trust-proxy",
            \.trustedProxies,
            .proxies,
            "Proxies whose X-Forwarded-For says whose rate counts; else none."
        ),
        Flag("connections", \.connections, .integer(in: 1...1_000_000), "How many connections may be open."),
        Flag(
            "connections-per-address",
            \.connectionsPerAddress,
            .integer(in: 1...1_000_000),
            "How many of them may come from one address; else all."
        ),
        Flag(
            "buffer-megabytes",
            \.bufferMegabytes,
            .integer(in: 1...1_048_576),
            "How much memory requests and unsent answers may take."
        ),
        Flag("changes-at-once", \.changesAtOnce, .integer(in: 1...1_000_000), "How many changes may be under way."),
        Flag("cache-megabytes", \.cacheMegabytes, .integer(in: 1...1_048_576), "How much memory sessions may take."),
        Flag(
            "min-free-bytes",
            \.minFreeBytes,
            .integer(in: 0...(1 << 60)),
            "Disk space below which no sessions are started; 0: none."
        ),
        Flag("log-format", \.logFormat, .choice, "How log lines look; auto is text on a terminal, else JSON."),
        Flag("log-level", \.logLevel, .choice, "The least level that is logged."),
    ]

    /// Whoever reaches the address could be an operator if no token kept others out.
    func validate() throws(CommandError) {
        guard adminToken != nil || LoopbackAddress.includes(host) else {
            throw CommandError(
                .exposedWithoutToken,
                "--host \(host) can be reached from other machines, so --admin-token (or FAIRWAY_ADMIN_TOKEN) is needed; "
                    + "or listen on 127.0.0.1."
            )
        }
    }
}

extension ServeOptions {
    /// Sentences about options that are permitted and probably a mistake.
    var warnings: [String] {
        guard rate == nil, !LoopbackAddress.includes(host) else { return [] }
        return [
            "--host \(host) can be reached from other machines, and nothing limits how many requests a client sends. Set --rate "
                + "20 to limit each client. Behind a proxy, also set --trust-proxy, or the proxy counts as one client."
        ]
    }

    /// The address to listen on.
    func address() throws(CommandError) -> SocketAddress {
        guard let address = SocketAddress(host.lowercased() == "localhost" ? "127.0.0.1" : host, port: UInt16(port))
        else {
            throw CommandError(
                .badValue,
                "--host must be an IPv4 or IPv6 address, or localhost; \"\(host)\" is none."
            )
        }
        return address
    }

    /// What the engine bounds.
    var engineLimits: EngineLimits {
        var limits = EngineLimits()
        // Those that work best at a time are a small part of those that may be under way.
        limits.changesAtWork = min(limits.changesAtWork, changesAtOnce)
        limits.changesUnderWay = changesAtOnce
        limits.liveSessionBytes = cacheMegabytes << 20
        return limits
    }

    /// What bounds clients, and which there may be.
    func bound(_ configuration: inout ServerConfiguration) {
        configuration.cors = allowedOrigins.map { CORS(origins: $0) }
        configuration.hosts = allowedHosts
        configuration.limits.connections = connections
        configuration.limits.connectionsPerAddress = connectionsPerAddress ?? connections
        configuration.limits.heldBytes = bufferMegabytes << 20
        configuration.rate = rate.map { requests in
            RateLimit(
                requestsPerSecond: requests,
                identityHeader: identityHeader,
                proxies: trustedProxies ?? TrustedProxies([])
            )
        }
    }

    /// How long things are kept.
    var retention: Retention {
        var retention = Retention()
        retention.idleSeconds = Double(sessionIdle.components.seconds)
        retention.overSeconds = Double(retainOver.components.seconds)
        retention.journalSeconds = Double(retainJournal.components.seconds)
        retention.countSeconds = Double(retainCounts.components.seconds)
        retention.replySeconds = Double(retainReplies.components.seconds)
        return retention
    }
}
