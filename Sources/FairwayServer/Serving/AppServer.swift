import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators
import FairwayQuarantine
import FairwayTraces
import FairwayWire
import Foundation

/// An app's engine and its HTTP server, assembled from command line options.
struct AppServer: Sendable {
    private let app: App
    private let http: HTTPServer
    private let readiness: ReadinessCheck
    private let longPolls: SubscriptionTimeouts
    private let operators: Operators
    private let events: EventFeed
    private let webhooks: Webhooks
    /// Nil if `--webhooks` is not set.
    private let webhooksFile: WebhooksFile?
    /// Nil if no collector of traces is configured.
    private let tracer: Tracer?
    /// Nil if the store does not survive the process.
    private let quarantine: StepQuarantine?
    private let sweeper: Sweeper
    private let worker: Worker
    private let batches: BatchWorker
    private let diskMonitor: DiskMonitor?
    private let builds: BuildRecorder
    private let shutdownSeconds: Int
    private let operatorAccess: OperatorAccess
    /// Nil if `--operators` is not set.
    private let operatorsFile: OperatorsFile?
    /// Nil if the server takes no user tokens.
    private let userTokens: UserTokens?
    private let log: Log

    /// Probable mistakes in the app or in the options, and problems of the store.
    let warnings: [String]
    /// The operator's token; nil unless the server has made one.
    let generatedToken: String?

    /// Opens the store, and assembles the server.
    ///
    /// - Throws: ``Mistake`` if the app contradicts itself, `CommandError` or `StoreError` if an option is unusable.
    static func make(
        _ app: App,
        _ options: ServeOptions,
        identityProvider: LocalIdentityProvider? = nil,
        log: Log
    ) async throws -> AppServer {
        let options = try identityProvider.map(options.using) ?? options
        let store = try options.store.open(
            .serving,
            durability: options.durability,
            commitGroup: options.commitGroup,
            logPages: options.logPages
        )
        do {
            return try await AppServer(app, options, store, identityProvider, log)
        } catch {
            await store.close()
            throw error
        }
    }

    private init(
        _ app: App,
        _ options: ServeOptions,
        _ store: any OperatorStore & WebhookStore,
        _ identityProvider: LocalIdentityProvider?,
        _ log: Log
    ) async throws {
        self.app = app
        self.log = log
        let build = ServerBuild(options)
        quarantine = try await StepQuarantine.open(store, options, build) { log.record(.foundEnd($0)) }
        let clock: any WallClock = store.sharing?.commonClock ?? SystemClock()
        events = EventFeed(store: store, clock: clock) { log.record(.late($0)) }
        tracer = Tracer(options, build, clock) { log.record($0) }
        let operators = try Operators(
            app,
            store: store,
            monitor: quarantine,
            observers: [events, AppLines(log: log)],
            tracer: tracer,
            clock: clock,
            limits: options.engineLimits,
            operatorLimits: options.operatorLimits,
            publicURL: options.publicURL?.absoluteString
        )
        let engine = operators.engine
        builds = BuildRecorder(operators, build) {
            log.record(.warning("The build was not recorded, which is tried again in a minute: \($0)"))
        }
        self.operators = operators
        warnings = engine.warnings + options.warnings + store.warnings.map(\.description)
        let isOpen = options.adminToken == nil && options.operatorsFile == nil
        generatedToken = isOpen ? SystemIdentifiers().makeToken() : nil
        let operatorAccess = OperatorAccess(adminToken: options.adminToken ?? generatedToken, clock: engine.clock)
        self.operatorAccess = operatorAccess
        operatorsFile = try options.operatorsFile.map { try OperatorsFile($0, operatorAccess, report: log.record) }
        let webhooks = Webhooks(events, store, of: engine, tracer, report: log.record)
        self.webhooks = webhooks
        webhooksFile = try options.webhooksFile.map { try WebhooksFile($0, webhooks, report: log.record) }
        userTokens = try await options.userTokens(engine.clock) { log.record($0) }
        engine.reportMissingTranslations { log.record(.warning($0.sentence)) }
        engine.reportIgnoredMembers { log.record(.warning($0)) }
        let metrics = Metrics()
        let streams = StreamHeartbeat(clock: engine.clock)
        readiness = ReadinessCheck(engine)
        longPolls = SubscriptionTimeouts(clock: engine.clock)
        diskMonitor = DiskMonitor(options, operators) { log.record(.disk($0)) }
        shutdownSeconds = Int(options.shutdownTime.components.seconds)

        let api = API(
            operators: operators,
            operatorAccess: operatorAccess,
            identityHeader: options.identityHeader,
            proxies: options.trustedProxies ?? TrustedProxies([]),
            userTokens: userTokens,
            clock: engine.clock,
            streams: streams,
            longPolls: longPolls,
            tracer: tracer,
            report: log.record
        )
        batches = BatchWorker(operators, report: log.record)
        var router = Self.router(
            api,
            Admin(
                api: api,
                batches: batches,
                events: events,
                webhooks: webhooks,
                overview: OverviewReader(operators, readiness) { [diskMonitor] in diskMonitor?.freeBytes },
                runSeconds: options.retention.journalSeconds,
                allowsForks: options.allowsForks,
                quarantine: quarantine,
                explored: try options.exploredGraphs()
            ),
            try Health(metrics: metrics, readiness: readiness, build: build.name),
            try await Discovery(engine, brand: app.brand)
        )
        let (files, paths) = try StaticFiles.serving(app, options)
        let pages = BundledPages(files, isOn: !options.isUnbundled) { log.record(.warning($0)) }
        router.on(
            .get,
            "/r/{code}",
            description: APIOperation(
                "The page of a return link. It redeems the code when its button is pressed.",
                "Handoff"
            )
            .explained("Apps put its address into messages, so that people come back to their session.")
            .answers(200, "The page. It is the same for every code.", as: "text/html")
        ) { (request, exchange, code: String) in
            // Its address is a credential, so no cache may keep it.
            pages.answer(request, exchange, with: "/r/index.html", cacheControl: "no-store")
        }
        router.otherwise { request, exchange in
            if let response = identityProvider?.answer(request) { return exchange.respond(response) }
            pages.answer(request, exchange)
        }
        try AppEndpoints(of: app, api).addRoutes(to: &router, beside: paths)
        sweeper = Sweeper(operators, options.retention, newestTime: try await store.newestTime())
        metrics.add(
            ServerMetrics(
                operators: operators,
                events: events,
                sweeper: sweeper,
                diskMonitor: diskMonitor,
                streams: streams,
                longPolls: longPolls,
                build: build
            ).write
        )
        metrics.add(log.writeCounts)
        webhooks.add(to: metrics)
        tracer?.add(to: metrics)

        worker = try Worker(engine) { work, outcome in
            if let event = LogEvent.attempted(work, outcome) { log.record(event) }
        }
        worker.add(to: metrics)

        var configuration = Self.configuration(for: engine, at: try options.address())
        if let eventLoops = options.eventLoops { configuration.eventLoops = eventLoops }
        options.bound(&configuration)
        let brand = app.brand
        configuration.errorPage = { ProblemPage.response(for: $0, brand: brand) }
        configuration.onAccess = { log.record(.answered($0)) }
        configuration.onEvent = { log.record(.server($0)) }
        http = HTTPServer(router: router, configuration: configuration, metrics: metrics)
    }

    /// How long the shutdown waits for the collector of traces.
    private static let secondsForSpans = 2.0

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
    ) -> Router<APIOperation> {
        var router = Router<APIOperation>()
        api.addRoutes(to: &router)
        admin.addRoutes(to: &router)
        health.addRoutes(to: &router)
        discovery.addRoutes(to: &router)
        return router
    }

    /// Runs the app's code for the start, and starts everything but the listeners. If this throws, the server is stopped.
    func begin() async throws {
        await builds.start()
        do {
            try await operators.engine.runStartHooks(of: app)
        } catch {
            quarantine?.beginStop()
            await operators.store.close()
            throw CommandError(.failedHook, "OnStart failed, so the server does not start: \(error)")
        }
        await events.start()
        quarantine?.lookRegularly(operators.engine.clock)
        await webhooks.start()
        webhooksFile?.readRegularly(operators.engine.clock)
        operatorsFile?.readRegularly(operators.engine.clock)
        userTokens?.readRegularly()
        diskMonitor?.checkRegularly()
        if !sweeper.clockAgreement.isTrusted { log.record(.sweeperWaitsAtStart) }
        sweeper.sweepRegularly { [log] result in
            if let event = LogEvent.swept(result) { log.record(event) }
        }
        do {
            try http.startLoops()
        } catch {
            await stop()
            throw error
        }
        worker.start()
        batches.wake()
    }

    /// Listens. Returns the addresses, with the actual port if port 0 was requested.
    func listen() throws -> [SocketAddress] { try http.listen() }

    /// Answers a request without a socket.
    func respond(to request: WebRequest) async -> WebResponse {
        let peer = request.client.flatMap { SocketAddress($0, port: 0) } ?? SocketAddress.loopback
        var fields = request.headers.fields.map { (name: $0.name, value: $0.value) }
        if !request.id.isEmpty { fields.append((name: "X-Request-Id", value: request.id)) }
        return WebResponse(
            await http.respond(
                Method(request.method),
                request.target,
                fields: fields,
                body: request.body,
                from: peer
            )
        )
    }

    /// Makes the code of a link that signs one browser in to the console.
    func makeSignInCode() -> String { operatorAccess.makeLinkCode() }

    /// Fails the readiness check, so load balancers move clients to other servers. Requests are still served.
    func announceStop() { readiness.beginShutdown() }

    /// Fails the readiness check, accepts no more connections, and waits for open requests.
    func stop() async {
        announceStop()
        quarantine?.beginStop()
        longPolls.stop()
        await webhooks.stop()
        events.stop()
        async let requests: Void = http.stop(withinSeconds: shutdownSeconds)
        // Work that does not end in time is repeated by the next server.
        await worker.stop(withinSeconds: Double(shutdownSeconds))
        await batches.stop()
        await sweeper.stop()
        await requests
        for failure in await operators.engine.runStopHooks(of: app, withinSeconds: Double(max(1, shutdownSeconds))) {
            log.record(.warning(failure))
        }
        await tracer?.exporter.stop(withinSeconds: Self.secondsForSpans)
        // The commits since the last minute.
        try? await builds.record()
        await operators.flush()
        await operators.store.close()
    }
}

/// Writes the app's own lines to the server's log.
private struct AppLines: EngineObserver {
    let log: Log

    func logged(_ line: AppLogLine) { log.record(.app(line)) }
}

extension DiskMonitor {
    /// Returns nil if the store is not a file, or if `--min-free-bytes` is 0.
    fileprivate convenience init?(
        _ options: ServeOptions,
        _ operators: Operators,
        report: @escaping @Sendable (DiskReserve.SpaceChange) -> Void
    ) {
        guard case .sqlite(let path) = options.store, options.minFreeBytes > 0 else { return nil }
        self.init(
            DiskReserve(bytes: options.minFreeBytes),
            of: operators,
            free: { Self.freeBytes(onDiskOf: path) },
            report: report
        )
    }
}
