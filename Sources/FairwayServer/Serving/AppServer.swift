import Fairway
import FairwayAssets
import FairwayHTTP
import FairwayWire

/// An app's engine and its HTTP server, assembled from command line options.
struct AppServer: Sendable {
    private let http: HTTPServer
    private let readiness: ReadinessCheck
    private let longPolls: LongPolls
    private let store: any Store
    private let sweeper: Sweeper
    private let worker: Worker
    private let diskMonitor: DiskMonitor?
    private let shutdownSeconds: Int

    /// - Throws: ``Mistake`` if the app contradicts itself, `CommandError` or `StoreError` if an option is unusable.
    init(_ app: App, _ options: ServeOptions, log: Log) async throws {
        store = try options.store.open(
            .serving,
            durability: options.durability,
            commitGroup: options.commitGroup,
            logPages: options.logPages
        )
        let engine = try Engine(app, store: store, limits: options.engineLimits)
        for warning in engine.warnings + options.warnings { log.record(.warning(warning)) }
        let metrics = Metrics()
        let streams = StreamHeartbeat(clock: engine.clock)
        readiness = ReadinessCheck(engine)
        longPolls = LongPolls(clock: engine.clock)
        shutdownSeconds = Int(options.shutdownTime.components.seconds)

        let api = API(
            engine: engine,
            operatorTokenHash: SHA256.hash(options.operatorToken(log).utf8),
            identityHeader: options.identityHeader,
            clock: engine.clock,
            streams: streams,
            longPolls: longPolls,
            report: log.record
        )
        var router = try Self.router(
            api,
            Admin(api: api, store: store),
            Health(metrics: metrics, readiness: readiness),
            Discovery(await engine.catalog())
        )
        router.otherwise(try StaticFiles(options).answer)
        sweeper = Sweeper(engine, options.retention, newestTime: try await store.newestTime())
        if !sweeper.clockAgreement.isTrusted { log.record(.sweeperWaitsAtStart) }
        sweeper.sweepRegularly { result in
            if let event = LogEvent.swept(result) { log.record(event) }
        }
        diskMonitor = DiskMonitor(options, engine) { log.record(.disk($0)) }
        diskMonitor?.checkRegularly()
        metrics.add(
            ServerMetrics(
                engine: engine,
                store: store,
                sweeper: sweeper,
                diskMonitor: diskMonitor,
                streams: streams,
                longPolls: longPolls
            ).write
        )
        metrics.add(log.writeCounts)

        worker = try Worker(engine) { work, outcome in
            if let event = LogEvent.attempted(work, outcome) { log.record(event) }
        }
        worker.add(to: metrics)

        var configuration = Self.configuration(for: engine, at: try options.address())
        if let eventLoops = options.eventLoops { configuration.eventLoops = eventLoops }
        options.bound(&configuration)
        configuration.onAccess = { log.record(.answered($0)) }
        configuration.onEvent = { log.record(.server($0)) }
        http = HTTPServer(router: router, configuration: configuration, metrics: metrics)
    }

    /// The server's configuration. While the engine is full, requests stay unread in their sockets.
    static func configuration(for engine: Engine, at address: SocketAddress) -> ServerConfiguration {
        var configuration = ServerConfiguration(addresses: [address])
        configuration.shouldThrottleReads = { engine.isFull }
        configuration.lateAfterSeconds = engine.secondsWaitingForSlot
        return configuration
    }

    /// All routes. Discovery comes last, because it describes the routes that were added before.
    static func router(
        _ api: API,
        _ admin: Admin,
        _ health: Health,
        _ discovery: Discovery
    ) throws -> Router<APIOperation> {
        var router = Router<APIOperation>()
        api.addRoutes(to: &router)
        admin.addRoutes(to: &router)
        health.addRoutes(to: &router)
        try discovery.addRoutes(to: &router)
        return router
    }

    /// Starts the server. Returns its addresses, with the actual port if port 0 was requested.
    func start() throws -> String {
        let addresses = try http.start().map(\.description).joined(separator: " and ")
        worker.start()
        return addresses
    }

    /// Fails the readiness check, so load balancers move clients to other servers. Requests are still served.
    func announceStop() { readiness.beginShutdown() }

    /// Fails the readiness check, accepts no more connections, and waits for open requests.
    func stop() async {
        announceStop()
        longPolls.stop()
        async let requests: Void = http.stop(withinSeconds: shutdownSeconds)
        // Work that does not end in time is repeated by the next server.
        await worker.stop(withinSeconds: Double(shutdownSeconds))
        await sweeper.stop()
        await requests
        await store.close()
    }
}

extension ServeOptions {
    /// The operator's token. Generates and logs one if none is configured.
    fileprivate func operatorToken(_ log: Log) -> String {
        if let adminToken { return adminToken }
        let token = SystemIdentifiers().makeToken()
        log.record(.madeOperatorToken(token))
        return token
    }
}

extension DiskMonitor {
    /// Returns nil for a store that is not a file, and without a reserve.
    fileprivate convenience init?(
        _ options: ServeOptions,
        _ engine: Engine,
        report: @escaping @Sendable (DiskReserve.Change) -> Void
    ) {
        guard case .sqlite(let path) = options.store, options.minFreeBytes > 0 else { return nil }
        self.init(
            DiskReserve(bytes: options.minFreeBytes),
            of: engine,
            free: { Self.freeBytes(onDiskOf: path) },
            report: report
        )
    }
}

extension StaticFiles {
    /// The embedded files, or those of the folder `--public`.
    fileprivate init(_ options: ServeOptions) throws {
        guard let folder = options.publicFolder else {
            self.init(embedded: EmbeddedFile.pages.map { ($0.path, $0.bytes) }, headers: .pages)
            return
        }
        guard let files = StaticFiles(directory: folder, headers: .pages) else {
            throw CommandError(.badValue, "--public: the folder \(folder) does not exist or cannot be read.")
        }
        self = files
    }
}
