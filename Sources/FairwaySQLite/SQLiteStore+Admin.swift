public import Fairway

/// The admin's reads. Lists are in the order of row ids: that in which rows came, of sessions that in which their ids say they
/// were started, but for those whose number was taken. A cursor is the row id of the last row of the page before. A row keeps its
/// id for as long as it is there, so no change moves it in the list.
extension SQLiteStore {
    /// A page of active flows.
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        let cursor = try Self.position(query.cursor)
        return try await readForAdmin { connection in
            var session: Int?
            if let id = query.session {
                guard let number = try connection.number(of: id) else { return Page(rows: [], next: nil) }
                session = number
            }
            let list = FlowsStatement(query)
            let statement = try connection.statement(list.sql)
            if let session { statement.bind(session) }
            if let screen = query.screen { statement.bind(screen) }
            if let flow = query.flow { statement.bind(flow) }
            if let since = query.untouchedSince { statement.bind(since) }
            if let cursor { statement.bind(cursor) }
            let rows = try statement.bind(query.limit + 1).all { (number: $0.int(0), row: ListedFlow($0)) }
            return Page(rows, limit: query.limit)
        }
    }

    /// How many sessions and flows there are.
    public func summary() async throws(StoreError) -> StoreSummary {
        try await readForAdmin { reading in
            let connection = reading.connection
            let counting = "SELECT count(*) FROM sessions WHERE is_over ="
            let sql = "SELECT flow, screen, is_front, count(*) FROM flows GROUP BY flow, screen, is_front"
            return StoreSummary(
                activeSessions: try connection.number("\(counting) 0"),
                overSessions: try connection.number("\(counting) 1"),
                counts: try connection.statement(sql).all {
                    StoreSummary.Count(
                        flow: $0.text(0),
                        screen: $0.optionalText(1),
                        isFront: $0.bool(2),
                        count: $0.int(3)
                    )
                }
            )
        }
    }

    /// A page of sessions, newest first.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        let cursor = try Self.position(query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query))
            if let status = query.status { statement.bind(status == .over) }
            let rows = try statement.bind(cursor ?? .max).bind(query.limit + 1).all {
                (number: $0.int(SessionRow.columnNames.count), row: SessionRow($0))
            }
            return Page(rows, limit: query.limit)
        }
    }

    /// The statement that lists sessions. Its key is named, as that of ``FlowsStatement`` is.
    static func statement(_ query: SessionsQuery) -> String {
        let (key, condition) =
            query.status == nil ? ("NOT INDEXED", "") : ("INDEXED BY sessions_by_status", "is_over = ? AND")
        return """
            SELECT \(SessionRow.columns), number FROM sessions \(key) WHERE \(condition) number < ?
            ORDER BY number DESC LIMIT ?
            """
    }

    /// Where users go and where they stop.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await readForAdmin { reading in
            let connection = reading.connection
            let sql = """
                SELECT flow, from_screen, action, to_screen, stay_class, sum(count) FROM edges
                WHERE hour >= ? \(query.flow == nil ? "" : "AND flow = ?")
                GROUP BY from_screen, action, to_screen, stay_class
                """
            let statement = try connection.statement(sql)
            statement.bind(query.since.map(EdgeCount.hour) ?? .min)
            if let flow = query.flow { statement.bind(flow) }
            let folded = try statement.all(EdgeCount.init)
            let unfolded = try UnfoldedJournal(connection, limit: GraphQuery.mostUnfolded).edges.filter(query.matches)
            let front = try connection.statement(
                "SELECT screen, count(*) FROM flows WHERE is_front AND screen IS NOT NULL GROUP BY flow, screen"
            ).all { ($0.text(0), $0.int(1)) }
            return Graph(folded + unfolded, front: Dictionary(front, uniquingKeysWith: +))
        }
    }

    /// The row id that a cursor stands for.
    static func position(_ cursor: String?) throws(StoreError) -> Int? {
        guard let cursor else { return nil }
        guard let number = Int(cursor) else { throw .invalidCursor }
        return number
    }
}

extension Page {
    /// A page out of rows of which there is one more than a page has, when there is a next one.
    init(_ rows: [(number: Int, row: Row)], limit: Int) {
        let page = rows.prefix(limit)
        self.init(rows: page.map(\.row), next: rows.count > limit ? page.last.map { "\($0.number)" } : nil)
    }
}
