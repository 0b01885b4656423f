import Glibc

/// How a server is set up.
public struct ServerConfiguration: Sendable {
    /// Where it listens; several are fine.
    public var addresses: [SocketAddress]
    /// What a client can make grow, and how far.
    public var limits = Limits()
    /// How often one client may ask; nil: as often as it can.
    public var rate: RateLimit?
    /// How many event queues share the connections. One per core: what answers a request runs on its queue, too.
    public var eventQueues = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// Which web pages of other origins may ask; nil: none.
    public var cors: CORS?
    /// By which names it may be asked; nil: by any.
    public var hosts: AllowedHosts?
    /// Whether the handlers have their hands full, so that what is asked now would only wait for its turn. While they have,
    /// all but a few requests wait in their sockets, where they cost nothing. Called often, so it must be quick; nil: never.
    public var handsAreFull: (@Sendable () -> Bool)?
    /// A request that has lain unread for so long is late: the handlers may not take it on. As long as their own line may be,
    /// so that those who are late are told at the pace at which they come.
    public var lateAfterSeconds = Double.infinity
    /// What time it is.
    public var clock: any ServerClock = SystemClock()
    /// Called on an event queue after each answer, and for what was cut before it had one, so it must be quick.
    public var onAccess: (@Sendable (AccessRecord) -> Void)?
    /// Called with what an operator should hear of.
    public var onEvent: (@Sendable (ServerEvent) -> Void)?

    /// A server that listens there and is otherwise as usual.
    public init(addresses: [SocketAddress]) { self.addresses = addresses }
}
