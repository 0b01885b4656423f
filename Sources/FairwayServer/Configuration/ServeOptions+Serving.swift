import Fairway
import FairwayHTTP
import FairwayOperators

extension ServeOptions {
    /// Whether sessions end with the process.
    package var isInMemory: Bool { store == .memory }

    /// These options, with the user tokens of an identity provider in this process.
    func using(_ provider: LocalIdentityProvider) throws(CommandError) -> ServeOptions {
        guard jwtKeys == nil, identityHeader == nil else {
            throw CommandError(
                .contradiction,
                "The server has users of its own. Leave out --jwt-keys and --identity-header."
            )
        }
        var options = self
        options.jwtKeys = .local(provider.keySet)
        options.jwtIssuer = provider.issuer
        options.jwtAudience = provider.audience
        options.jwtKeptClaims = provider.keptClaims
        return options
    }

    /// Reads the keys of user tokens. Returns nil if the server does not accept user tokens.
    func userTokens(
        _ clock: any WallClock,
        report: @escaping @Sendable (LogEvent) -> Void
    ) async throws(CommandError) -> UserTokens? {
        guard let jwtKeys, let jwtIssuer, let jwtAudience else { return nil }
        let rules = UserTokenRules(
            issuer: jwtIssuer,
            audience: jwtAudience,
            userClaim: jwtUserClaim,
            keptClaims: jwtKeptClaims ?? []
        )
        return try await UserTokens(jwtKeys, rules, clock: clock, report: report)
    }

    /// Reads the graphs that `explore --graph` wrote. Returns no graphs if `--graph` is not set.
    func exploredGraphs() throws(CommandError) -> ExploredGraphs {
        guard let graphFile else { return ExploredGraphs() }
        return try ExploredGraphs(reading: graphFile)
    }

    /// Warnings about options that are valid but probably mistakes.
    var warnings: [String] { traceWarnings + rateWarnings }

    private var traceWarnings: [String] {
        guard otlp ?? traceVariables.endpoint != nil else {
            return otlpSample == nil
                ? [] : ["--otlp-sample has no effect without --otlp or OTEL_EXPORTER_OTLP_ENDPOINT."]
        }
        guard let other = traceVariables.otherProtocol else { return [] }
        return ["Traces are sent as http/json, not as \(other), which OTEL_EXPORTER_OTLP_PROTOCOL names."]
    }

    private var rateWarnings: [String] {
        guard rate == nil else { return [] }
        if !LoopbackAddress.includes(host) {
            return [
                "--host \(host) can be reached from other machines, and nothing limits how many requests a client sends. "
                    + "Set --rate 20 to limit each client. Behind a proxy, also set --trust-proxy, or the proxy counts as "
                    + "one client."
            ]
        }
        guard trustedProxies != nil else { return [] }
        return ["--trust-proxy has no effect without --rate. Set --rate 20 to limit each client."]
    }

    func address() throws(CommandError) -> SocketAddress {
        guard let address = SocketAddress(host.lowercased() == "localhost" ? "127.0.0.1" : host, port: UInt16(port))
        else {
            throw CommandError(
                .badValue,
                "--host must be an IPv4 or IPv6 address, or localhost; \"\(host)\" is neither."
            )
        }
        return address
    }

    var engineLimits: EngineLimits {
        var limits = EngineLimits()
        // `changesAtWork` may not exceed `changesUnderWay`.
        limits.changesAtWork = min(limits.changesAtWork, changesAtOnce)
        limits.changesUnderWay = changesAtOnce
        limits.liveSessionBytes = cacheMegabytes << 20
        limits.stateBytes = stateBytes
        return limits
    }

    var operatorLimits: OperatorLimits {
        var limits = OperatorLimits()
        limits.keptStates = keptStates
        limits.countSeconds = Double(retainCounts.components.seconds)
        limits.auditSeconds = Double(retainAudit.components.seconds)
        return limits
    }

    func bound(_ configuration: inout ServerConfiguration) {
        configuration.cors = allowedOrigins.map { CORS(origins: $0) }
        configuration.hosts = allowedHosts
        configuration.limits.connections = connections
        configuration.limits.connectionsPerAddress = connectionsPerAddress ?? connections
        configuration.limits.bufferedBytes = bufferMegabytes << 20
        configuration.rate = rate.map { requests in
            RateLimit(
                requestsPerSecond: requests,
                identityHeader: identityHeader,
                proxies: trustedProxies ?? TrustedProxies([])
            )
        }
    }

    var retention: Retention {
        var retention = Retention()
        retention.idleSeconds = Double(sessionIdle.components.seconds)
        retention.overSeconds = Double(retainOver.components.seconds)
        retention.journalSeconds = Double(retainJournal.components.seconds)
        retention.replySeconds = Double(retainReplies.components.seconds)
        retention.signalSeconds = Double(retainSignals.components.seconds)
        return retention
    }
}
