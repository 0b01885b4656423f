package import Fairway
package import FairwayWire
package import Foundation

/// Rows and commits like those of an engine, for tests and benchmarks of stores.
package struct StoredSample: Sendable {
    package var session: String
    package var start: Date
    /// The user of the session; nil for an anonymous session.
    package var user: String?

    package init(_ session: String, start: Date = Date(timeIntervalSince1970: 1_700_000_000), user: String? = nil) {
        self.session = session
        self.start = start
        self.user = user
    }

    /// The time `seconds` after the start.
    package func moment(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    /// The session's row at a revision, last changed `seconds` after the start.
    package func row(_ revision: Int = 1, status: SessionStatus = .active, after seconds: Double = 0) -> SessionRow {
        SessionRow(
            id: session,
            tokenHash: SHA256.hash(session.utf8),
            user: user,
            revision: revision,
            status: status,
            outcome: status == .over ? .ended : nil,
            device: Device(),
            rootFlow: "Counter",
            frontScreen: status == .active ? "Counter.Page" : nil,
            layout: Self.layout,
            viewModels: Self.viewModels,
            createdAt: start,
            touchedAt: moment(seconds),
            userActedAt: moment(seconds)
        )
    }

    /// A flow that shows one screen, in front.
    package func flow(
        _ node: Int = 1,
        _ name: String = "Counter",
        slot: String? = nil,
        screen: String? = "Counter.Page",
        count: Int = 0,
        isFront: Bool = true,
        after seconds: Double = 0
    ) -> FlowRow {
        FlowRow(
            node: node,
            parent: node > 1 ? node - 1 : nil,
            depth: node - 1,
            path: name,
            flow: name,
            storedName: name,
            version: 1,
            slot: slot,
            state: RawJSON(known: Array(#"{"count":\#(count)}"#.utf8)),
            screens: RawJSON(
                known: Array(
                    #"{"shown":[{"id":1,"name":"Counter.Page","version":1,"state":{"count":\#(count)}}],"home":1}"#.utf8
                )
            ),
            screen: screen,
            isFront: isFront,
            startedAt: start,
            touchedAt: moment(seconds)
        )
    }

    package func entry(
        _ revision: Int = 1,
        kind: String = "action",
        screen: String? = "Counter.Page",
        name: String? = "incrementButtonPressed",
        params: RawJSON? = nil,
        to: String? = "Counter.Page",
        after seconds: Double = 0,
        trail: Trail? = nil,
        delivery: JournalEntry.Delivery? = nil,
        request: String? = nil
    ) -> JournalEntry {
        JournalEntry(
            revision: revision,
            at: moment(seconds),
            kind: kind,
            flow: screen == nil ? nil : "Counter",
            screen: screen,
            name: name,
            params: params,
            moves: [Move(.refresh, container: "c1", screen: "s1")],
            to: to,
            microseconds: 12,
            trail: trail,
            delivery: delivery,
            request: request
        )
    }

    /// The commit that starts the session with one flow.
    package func starting() -> Commit {
        var commit = Commit(session: session, expectedRevision: nil)
        commit.row = row()
        commit.flows = [flow()]
        commit.flowCount = 1
        commit.journal = entry(kind: "start", screen: nil, name: nil)
        return commit
    }

    /// The commit of an action that increments the counter.
    package func counting(
        from revision: Int,
        key: String? = nil,
        after seconds: Double = 1,
        flowCount: Int? = nil
    ) -> Commit {
        var commit = Commit(session: session, expectedRevision: revision)
        commit.row = row(revision + 1, after: seconds)
        commit.flows = [flow(count: revision, after: seconds)]
        commit.flowCount = flowCount
        commit.journal = entry(revision + 1, after: seconds)
        commit.reply = key.map { reply($0, revision: revision + 1, after: seconds) }
        return commit
    }

    package func ending(from revision: Int, after seconds: Double = 1) -> Commit {
        var commit = Commit(session: session, expectedRevision: revision)
        commit.row = row(revision + 1, status: .over, after: seconds)
        commit.removedFlows = [1]
        commit.journal = entry(revision + 1, kind: "end", name: nil, to: nil, after: seconds)
        return commit
    }

    /// A reply stored under an idempotency key.
    package func reply(_ key: String, revision: Int, status: Int = 200, after seconds: Double = 0) -> StoredReply {
        StoredReply(
            key: key,
            fingerprint: "POST /v1/sessions/\(session)/actions",
            status: status,
            body: Array(#"{"session":"\#(session)","revision":\#(revision),"status":"active"}"#.utf8),
            revision: revision,
            at: moment(seconds)
        )
    }

    /// A stored creation: a reply that contained a token.
    package func creation(_ key: String, after seconds: Double = 0, expiring expiry: Double = 600) -> StoredCreation {
        StoredCreation(
            key: SHA256.hash(key.utf8),
            fingerprint: "POST /v1/sessions",
            salt: SHA256.hash("salt of \(key)".utf8),
            session: session,
            status: 201,
            body: Array(#"{"session":"\#(session)"}"#.utf8),
            at: moment(seconds),
            expiresAt: moment(expiry)
        )
    }

    /// A timer of a flow.
    package func timer(_ id: String, node: String = "f1", due: Double = 60, label: String? = nil) -> WorkItem {
        WorkItem(
            id: id,
            kind: .timer,
            node: node,
            name: "Reminder",
            payload: RawJSON(known: Array(#"{"text":"\#(id)"}"#.utf8)),
            due: moment(due),
            label: label
        )
    }

    /// A background job of a flow.
    package func job(
        _ id: String,
        _ name: String = "Errand",
        node: String = "f1",
        due: Double = 0,
        label: String? = nil
    ) -> WorkItem {
        var item = timer(id, node: node, due: due, label: label)
        item.kind = .job
        item.name = name
        return item
    }

    private static let viewModels = RawJSON(known: Array("{}".utf8))
    private static let layout = RawJSON(
        known: Array(
            """
            {"next":{"screen":2,"node":2,"container":2,"effect":1,"job":1},"layers":[{"presentation":null,\
            "navigates":true,"area":{"id":1,"screens":[1,1]}}]}
            """.utf8
        )
    )
}
