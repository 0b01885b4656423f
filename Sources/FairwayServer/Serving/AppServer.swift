import Fairway
import FairwayAssets
import FairwayHTTP
import FairwayWire

/// An app's engine behind its HTTP interface, put together from what the command line says.
struct AppServer: Sendable {
    private let http: HTTPServer
    private let readiness: Readiness
    private let longPolls: LongPolls
    private let store: any Store
    private let sweeper: Sweeper
    private let worker: Worker
    private let diskWatch: DiskWatch?
    private let shutdownSeconds: Int

    /// - Throws: ``Mistake`` for an app that contradicts itself, `CommandError` for options that do not go together.
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
        readiness = Readiness(engine)
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
        diskWatch = DiskWatch(options, engine) { log.record(.disk($0)) }
        diskWatch?.lookRegularly()
        metrics.add(
            Measures(
                engine: engine,
                store: store,
                sweeper: sweeper,
                diskWatch: diskWatch,
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
        if let queues = options.eventQueues { configuration.eventQueues = queues }
        options.bound(&configuration)
        configuration.onAccess = { log.record(.answered($0)) }
        configuration.onEvent = { log.record(.server($0)) }
        http = HTTPServer(router: router, configuration: configuration, metrics: metrics)
    }

    /// How an engine is served: while it is full, requests are left in their sockets.
    static func configuration(for engine: Engine, at address: SocketAddress) -> ServerConfiguration {
        var configuration = ServerConfiguration(addresses: [address])
        configuration.handsAreFull = { engine.isFull }
        configuration.lateAfterSeconds = engine.secondsInLine
        return configuration
    }

    /// Every route there is. Whatever serves routes of its own adds them here, before discovery describes them.
    static func router(_ api: API, _ admin: Admin, _ health: Health, _ discovery: Discovery) throws -> Router<Operation>
    {
        var router = Router<Operation>()
        api.addRoutes(to: &router)
        admin.addRoutes(to: &router)
        health.addRoutes(to: &router)
        try discovery.addRoutes(to: &router)
        return router
    }

    /// Listens. Returns the address it listens on, with the port that was given for port 0.
    func start() throws -> String {
        let addresses = try http.start().map(\.description).joined(separator: " and ")
        worker.start()
        return addresses
    }

    /// Fails readiness, so that balancers send clients elsewhere, and serves on.
    func announceStop() { readiness.beginShutdown() }

    /// Fails readiness, accepts no more, and lets what has begun come to its end.
    func stop() async {
        announceStop()
        longPolls.stop()
        async let requests: Void = http.stop(withinSeconds: shutdownSeconds)
        // What does not end in time is taken up again by the next server.
        await worker.stop(withinSeconds: Double(shutdownSeconds))
        await sweeper.stop()
        await requests
        await store.close()
    }
}

extension ServeOptions {
    /// The operator's token; one that nobody has chosen is made, and shown once where the operator looks.
    fileprivate func operatorToken(_ log: Log) -> String {
        if let adminToken { return adminToken }
        let token = SystemIdentifiers().makeToken()
        log.record(.madeOperatorToken(token))
        return token
    }
}

extension DiskWatch {
    /// Of a store in a file, unless the operator keeps no reserve.
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
    /// The files built into the executable, or those of a folder that somebody works on.
    fileprivate init(_ options: ServeOptions) throws {
        guard let folder = options.publicFolder else {
            self.init(embedded: EmbeddedFile.pages.map { ($0.path, $0.bytes) }, headers: .pages)
            return
        }
        guard let files = StaticFiles(directory: folder, headers: .pages) else {
            throw CommandError(.badValue, "--public names no folder that can be read: \(folder).")
        }
        self = files
    }
}
