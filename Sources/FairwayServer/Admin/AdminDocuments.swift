import Fairway
import FairwayWire
import Foundation

/// The documents of `docs/protocol.md`, section 6. Their schemas are part of `/openapi.json`.
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

    /// A device without its list of screens, which may be long.
    struct Device: Codable {
        var idiom: FairwayWire.Device.Idiom?
        var locale: String?
        var app: String?
    }

    /// An event of `GET /v1/admin/stream`.
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
        /// The screens that the client can show, each with its highest supported version.
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
            /// The time of the next attempt; nil for work that was given up.
            var dueAt: Date?
            var attempts: Int
            var error: String?
        }

        enum State: String, Codable {
            case pending, running, failed
        }
    }
}
