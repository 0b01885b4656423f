import Fairway
import FairwayOperators
import FairwayWire
import Testing

extension OperatorStoreContract {
    /// Sessions that belong to users.
    static let users = [
        Promise("sessionsOfAUserAreListedNewestFirst") { store async throws in
            let names = try await startSessions(5, of: "ada", in: store)
            _ = try await startSessions(2, of: "bob", in: store)
            _ = try await StoreContract.startSessions(2, in: store)
            _ = try await store.commit(StoredSample(names[1], user: "ada").ending(from: 1))
            func list(_ query: SessionsQuery) async throws -> Page<SessionListRow> { try await store.sessions(query) }
            let page = try await list(SessionsQuery(user: "ada"))
            #expect(page.rows.map(\.session.id) == names.reversed())
            #expect(page.rows.allSatisfy { $0.session.user == "ada" })
            #expect(try await list(SessionsQuery(status: .over, user: "ada")).rows.map(\.session.id) == [names[1]])
            #expect(try await list(SessionsQuery(user: "eve")).rows.isEmpty)
            let first = try await list(SessionsQuery(status: .active, user: "ada", limit: 3))
            #expect(first.rows.map(\.session.id) == [names[4], names[3], names[2]])
            let rest = try await list(SessionsQuery(status: .active, user: "ada", cursor: first.next, limit: 3))
            #expect(rest.rows.map(\.session) == [StoredSample(names[0], user: "ada").row()])
            #expect(rest.next == nil)
        },
        Promise("sessionsAreFoundByAnyPartOfAUsersIDOrClaims") { store async throws in
            let claims = [
                #"{"name":"Ada Lovelace","level":7}"#, #"{"email":"bob@harbour.example","name":"Mesut Özil"}"#,
                #"{"name":"a\"b \u00d6re"}"#,
            ]
            for (index, user) in ["auth0|ADA-1", "auth0|bob", "ada"].enumerated() {
                var commit = StoredSample("session\(index)", user: user).starting()
                commit.row?.claims = try RawJSON(validating: Array(claims[index].utf8))
                #expect(try await store.commit(commit) == .committed)
            }
            _ = try await store.commit(StoredSample("anonymous").starting())
            for (text, found) in [
                ("ada", [2, 0]), ("AUTH0|", [1, 0]), ("lovelace", [0]), ("harbour", [1]), ("7", [0]),
                ("Özil", [1]), ("ÖZIL", [1]), ("özil", []), (#"a"b"#, [2]), ("A\"B Öre", [2]), ("\\", []),
                // A claim's name is not part of it.
                ("email", []), ("%", []), ("nobody", []),
            ] as [(String, [Int])] {
                let query = SessionsQuery(person: text)
                #expect(
                    try await store.sessions(query).rows.map(\.session.id) == found.map { "session\($0)" },
                    "\(text)"
                )
                #expect(try await store.count(query) == found.count, "\(text)")
                #expect(try await store.count(SessionsQuery(user: "nobody", person: text)) == 0)
            }
        },
        Promise("userSeesTheSessionsOfTheOperatorsPage") { store async throws in
            let names = try await startSessions(5, of: "ada", in: store)
            _ = try await startSessions(2, of: "bob", in: store)
            _ = try await store.commit(StoredSample(names[1], user: "ada").ending(from: 1))
            var cursor: String?
            for query in [
                UserSessionsQuery("ada"), UserSessionsQuery("ada", status: .over), UserSessionsQuery("eve"),
                UserSessionsQuery("ada", limit: 3), UserSessionsQuery("ada", limit: 3),
            ] {
                var query = query
                query.cursor = cursor
                let (full, page) = (
                    try await store.sessions(SessionsQuery(query)), try await store.userSessions(query)
                )
                #expect(page.rows == full.rows.map { UserSessionRow($0.session) })
                #expect(page.next == full.next)
                cursor = page.next
            }
            #expect(cursor == nil)
        },
        Promise("pagesOfAUserAreStableWhileSessionsStartAndEnd") { store async throws in
            let names = try await startSessions(9, of: "ada", in: store)
            var (seen, flows): ([String], [String]) = ([], [])
            var (cursor, flowCursor): (String?, String?)
            for page in 0..<3 {
                let sessions = try await store.sessions(SessionsQuery(user: "ada", cursor: cursor, limit: 3))
                let active = try await store.flows(FlowsQuery(user: "ada", cursor: flowCursor, limit: 3))
                (seen, flows) = (seen + sessions.rows.map(\.session.id), flows + active.rows.map(\.session))
                (cursor, flowCursor) = (sessions.next, active.next)
                _ = try await startSessions(1, of: "ada", in: store, prefix: "later\(page)-")
                _ = try await startSessions(1, of: "bob", in: store, prefix: "other\(page)-")
                _ = try await store.commit(StoredSample(names[page], user: "ada").counting(from: 1))
                _ = try await store.commit(StoredSample(names[8 - page], user: "ada").ending(from: 1))
            }
            #expect(seen == names.reversed())
            #expect(flows == names.reversed())
        },
        Promise("flowsAreFilteredByUser") { store async throws in
            _ = try await startSessions(1, of: "ada", in: store)
            _ = try await StoreContract.startSessions(1, in: store)
            let sample = StoredSample("x", user: "ada")
            var commit = sample.starting()
            commit.flows = [
                sample.flow(1, "Main", screen: "Main", isFront: false), sample.flow(2, "Shop", screen: "Shop.List"),
            ]
            _ = try await store.commit(commit)
            func nodes(_ query: FlowsQuery) async throws -> [Int] { try await store.flows(query).rows.map(\.node) }
            #expect(try await nodes(FlowsQuery(user: "ada")) == [2, 1, 1])
            #expect(try await nodes(FlowsQuery(user: "ada", order: .oldest)) == [1, 1, 2])
            #expect(try await nodes(FlowsQuery(flow: "Shop", user: "ada")) == [2])
            #expect(try await nodes(FlowsQuery(session: "x", user: "ada")) == [2, 1])
            #expect(try await nodes(FlowsQuery(session: "x", user: "bob")) == [])
            #expect(try await store.flows(FlowsQuery()).rows.map(\.user) == ["ada", "ada", nil, "ada"])
        },
        Promise("anonymousSessionBecomesAUsers") { store async throws in
            let anonymous = StoredSample("a")
            _ = try await store.commit(anonymous.starting())
            var commit = StoredSample("a", user: "ada").counting(from: 1)
            commit.row?.supersededTokenHashes = [anonymous.row().tokenHash]
            commit.row?.tokenHash = []
            commit.row?.claims = try StoreContract.json(#"{"email":"ada@example.org"}"#)
            #expect(try await store.commit(commit) == .committed)
            #expect(try await store.load("a")?.session == commit.row)
            #expect(try await store.access("a") == commit.row?.access)
            #expect(try await store.sessions(SessionsQuery(user: "ada")).rows.map(\.session) == [commit.row])
            #expect(try await store.flows(FlowsQuery(user: "ada")).rows.map(\.session) == ["a"])
        },
        Promise("usersAreComparedByTheirBytes") { store async throws in
            let spellings = ["ren\u{E9}", "rene\u{301}", "Ren\u{E9}", "ren\u{E9} "]
            for (index, user) in spellings.enumerated() {
                _ = try await store.commit(StoredSample("s\(index)", user: user).starting())
            }
            for (index, user) in spellings.enumerated() {
                #expect(try await store.sessions(SessionsQuery(user: user)).rows.map(\.session.id) == ["s\(index)"])
                #expect(try await store.flows(FlowsQuery(user: user)).rows.map(\.session) == ["s\(index)"])
            }
        },
    ]

    /// The erasure of users.
    static let erasing = [
        Promise("erasedUserHasNoRows") { store async throws in
            let kept = [StoredSample("bob1", user: "bob"), StoredSample("nobody1")]
            let erased = [StoredSample("ada1", user: "ada"), StoredSample("ada2", user: "ada")]
            for sample in kept + erased { try await fill(sample, in: store) }
            _ = try await store.commit(erased[1].ending(from: 2))
            #expect(try await store.eraseUser("ada", limit: 10) == ["ada1", "ada2"])
            #expect(try await store.eraseUser("ada", limit: 10) == [])
            for sample in erased {
                let (session, code) = (sample.session, Array(sample.session.utf8))
                #expect(try await store.load(session) == nil)
                #expect(try await store.journal(session, after: 0, limit: 9) == [])
                #expect(try await store.reply(session, key: "k") == nil)
                #expect(try await store.work(session) == [])
                #expect(try await store.handoff(code) == nil)
                #expect(try await store.handoff(code + [0]) == nil)
                #expect(try await store.creation(sample.creation("key of \(session)").key) == nil)
                #expect(try await store.commit(sample.counting(from: 2)) == .conflict)
            }
            for sample in kept {
                let (session, code) = (sample.session, Array(sample.session.utf8))
                #expect(try await store.load(session)?.drafts == ["s1": .null])
                #expect(try await store.journal(session, after: 0, limit: 9).count == 2)
                #expect(try await store.reply(session, key: "k") != nil)
                #expect(try await store.work(session).count == 1)
                #expect(try await store.handoff(code) != nil)
                #expect(try await store.handoff(code + [0]) != nil)
                #expect(try await store.creation(sample.creation("key of \(session)").key) != nil)
                #expect(try await store.commit(sample.counting(from: 2)) == .committed)
            }
            #expect(try await store.integrityProblems() == [])
            // A new session with the same id has no rows of the old one.
            #expect(try await store.commit(erased[0].starting()) == .committed)
            #expect(try await store.load("ada1")?.drafts == [:])
        },
        Promise("hourlyCountsSurviveAnErasure") { store async throws in
            let (ada, bob) = (StoredSample("a", user: "ada"), StoredSample("b", user: "bob"))
            for sample in [ada, bob] { _ = try await store.commit(sample.starting()) }
            for revision in 1...3 {
                for sample in [ada, bob] { _ = try await store.commit(sample.counting(from: revision)) }
                if revision == 1 { _ = try await store.foldJournal(limit: 3) }
            }
            let edges = try await store.graph(GraphQuery()).edges
            #expect(try await store.eraseUser("ada", limit: 10) == ["a"])
            #expect(try await store.graph(GraphQuery()).edges == edges)
            // The entries of other users are counted once, too.
            _ = try await store.foldJournal(limit: 100)
            #expect(try await store.foldJournal(limit: 100) == 0)
            #expect(try await store.graph(GraphQuery()).edges == edges)
        },
        Promise("userIsErasedInBatches") { store async throws in
            let names = try await startSessions(5, of: "ada", in: store)
            var batches: [[String]] = []
            repeat { batches.append(try await store.eraseUser("ada", limit: 2)) } while batches.last != []
            #expect(batches.map(\.count) == [2, 2, 1, 0])
            #expect(Set(batches.joined()) == Set(names))
        },
        Promise("userWithACanonicallyEqualIDIsNotErased") { store async throws in
            _ = try await store.commit(StoredSample("a", user: "ren\u{E9}").starting())
            #expect(try await store.eraseUser("rene\u{301}", limit: 10) == [])
            #expect(try await store.load("a") != nil)
        },
        Promise("userIsErasedWhileTheSessionsChange") { store async throws in
            let samples = (0..<8).map { StoredSample("s\($0)", user: "ada") }
            for sample in samples { _ = try await store.commit(sample.starting()) }
            let committed = try await withThrowingTaskGroup(of: Int.self) { group in
                for sample in samples {
                    group.addTask {
                        var revision = 1
                        while revision < 200, try await store.commit(sample.counting(from: revision)) == .committed {
                            revision += 1
                        }
                        return revision
                    }
                }
                while try await !store.eraseUser("ada", limit: 3).isEmpty {}
                return try await group.reduce(0, +)
            }
            #expect(try await store.sessions(SessionsQuery()).rows == [])
            #expect(try await store.integrityProblems() == [])
            // Each change that was committed is in the counts.
            #expect(try await store.graph(GraphQuery()).edges.reduce(0) { $0 + $1.count } == committed)
        },
    ]

    /// Starts a session with rows in each table.
    static func fill(_ sample: StoredSample, in store: any OperatorStore) async throws {
        let session = sample.session
        var start = sample.starting()
        start.creation = sample.creation("key of \(session)")
        start.work = [.add(sample.timer("j1"))]
        _ = try await store.commit(start)
        try await store.setDraft(.null, session, screen: "s1")
        try await store.addHandoff(Array(session.utf8), session: session, expiresAt: sample.moment(300))
        var change = sample.counting(from: 1, key: "k")
        change.links = [StoredLink(code: Array(session.utf8) + [0], expiresAt: sample.moment(600))]
        #expect(try await store.commit(change) == .committed)
    }

    static func startSessions(
        _ count: Int,
        of user: String,
        in store: any OperatorStore,
        prefix: String? = nil
    ) async throws -> [String] {
        let names = (0..<count).map { "\(prefix ?? user)\($0)" }
        for name in names { #expect(try await store.commit(StoredSample(name, user: user).starting()) == .committed) }
        return names
    }
}
