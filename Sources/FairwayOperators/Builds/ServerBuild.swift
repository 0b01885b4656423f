package import Fairway
public import Foundation

/// The build of a server: what operators compare releases by, and what the quarantine tries again with.
public struct ServerBuild: Hashable, Sendable {
    /// The build's name.
    public var name: String
    /// The version of Fairway.
    public var version: String

    private static let mostBytes = 200

    /// A build. A longer name is cut to 200 bytes of UTF-8.
    public init(name: String, version: String) {
        self.name = name.shortened(toBytes: Self.mostBytes)
        self.version = version
    }
}

/// A start of a server with a build, or a sign that it still runs.
public struct BuildSighting: Hashable, Sendable {
    /// The build.
    public var build: ServerBuild
    /// The name of the server's process.
    public var node: String
    /// The time.
    public var at: Date
    /// Whether the server has started. The build that was started last is the newest one, also if it ran before.
    public var isStart: Bool

    /// A sighting.
    public init(_ build: ServerBuild, node: String, at: Date, isStart: Bool) {
        self.build = build
        self.node = node
        self.at = at
        self.isStart = isStart
    }

    /// A server that was not seen for this time does not run. Servers are seen each minute.
    package static let secondsOfNode = 180.0
}

/// A build in the operators' list.
public struct ListedBuild: Hashable, Sendable {
    /// The build.
    public var build: ServerBuild
    /// The time of its first start.
    public var firstSeen: Date
    /// When a server was last seen with it.
    public var lastSeen: Date
    /// The names of the servers that run it.
    public var nodes: [String]
    /// What its servers did, over all hours that are kept.
    public var counts: MeasuredCounts

    package init(_ build: ServerBuild, firstSeen: Date, lastSeen: Date, nodes: [String], counts: MeasuredCounts) {
        self.build = build
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.nodes = nodes
        self.counts = counts
    }

    /// Reads build, version, and the first and the last time.
    package init(_ row: some StoredRow, nodes: [String], counts: MeasuredCounts) {
        self.init(
            ServerBuild(name: row.text(0), version: row.text(1)),
            firstSeen: row.date(2),
            lastSeen: row.date(3),
            nodes: nodes,
            counts: counts
        )
    }
}

/// Selects a page of builds.
public struct BuildsQuery: Hashable, Sendable {
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// A page.
    public init(cursor: String? = nil, limit: Int = 50) {
        self.cursor = cursor
        self.limit = limit
    }
}
