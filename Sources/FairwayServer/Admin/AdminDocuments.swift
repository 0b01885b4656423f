import Fairway
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The documents of `docs/protocol.md`, section 6, as `/openapi.json` describes them.
enum AdminDocuments {
    /// `GET /v1/admin/flows`.
    struct Flows: Codable {
        var flows: [Flow]
        var next: String?
    }

    struct Flow: Codable {
        var session: String
        var id: String
        var flow: String
        var version: Int
        var parent: String?
        var depth: Int
        var path: String
        var screen: String?
        var front: Bool
        var startedAt: Date
        var touchedAt: Date
        var device: Device
    }

    /// What a client says of itself, without the screens that it can render: they may be many, and lists have many devices.
    struct Device: Codable {
        var idiom: FairwayWire.Device.Idiom?
        var locale: String?
        var app: String?
    }

    /// An event of `GET /v1/admin/stream`; its name says what happened.
    struct FlowEvent: Codable {
        var revision: Int
        var flow: Flow
    }

    /// `GET /v1/admin/summary`.
    struct Summary: Codable {
        var sessions: Sessions
        var flows: [Flow]

        struct Sessions: Codable {
            var active: Int
            var over: Int
        }

        struct Flow: Codable {
            var flow: String
            var active: Int
            var front: Int
            var screens: [Screen]
        }

        struct Screen: Codable {
            var screen: String
            var front: Int
        }
    }

    /// `GET /v1/admin/sessions`.
    struct Sessions: Codable {
        var sessions: [Session]
        var next: String?
    }

    struct Session: Codable {
        var session: String
        var status: SessionStatus
        var outcome: SessionOutcome?
        var revision: Int
        var flow: String
        var screen: String?
        var device: Device
        var createdAt: Date
        var touchedAt: Date
    }

    /// `GET /v1/admin/sessions/{session}`.
    struct SessionDetail: Codable {
        var session: Session
        /// All that the client can render, name to highest version.
        var screens: [String: Int]?
        var state: StateDocument
        var tree: FlowNodeDocument?
    }

    /// `GET /v1/admin/sessions/{session}/journal`.
    struct Journal: Codable {
        var entries: [Entry]
        var next: Int?

        struct Entry: Codable {
            var revision: Int
            var at: Date
            var kind: String
            var flow: String?
            var screen: String?
            var name: String?
            var params: RawJSON?
            var moves: [Move]
            var to: String?
            var micros: Int
        }
    }

    /// `GET /v1/admin/graph`.
    struct Graph: Codable {
        var screens: [Screen]
        var edges: [Edge]

        struct Screen: Codable {
            var name: String
            var visits: Int
            var front: Int
        }

        struct Edge: Codable {
            var from: String?
            var action: String
            var to: String?
            var count: Int
            var medianSeconds: Double
        }
    }

    /// `GET /v1/admin/jobs`.
    struct Jobs: Codable {
        var jobs: [Job]
        var next: String?

        struct Job: Codable {
            var session: String
            var id: String
            var flow: String
            var kind: WorkItem.Kind
            var name: String
            var state: State
            /// When it is due, or will be tried again; what was given up has none.
            var dueAt: Date?
            var attempts: Int
            var error: String?
        }

        enum State: String, Codable {
            case pending, running, failed
        }
    }
}
