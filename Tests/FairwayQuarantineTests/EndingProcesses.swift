import FairwayWire
import Foundation
import Glibc

@testable import Fairway
@testable import FairwayQuarantine
@testable import FairwaySQLite

/// Tests of processes that end, one after the other. A process ends by releasing its quarantine.
protocol EndingProcesses {
    var folder: RecorderFolder { get }
}

extension EndingProcesses {
    func steps(in store: SQLiteStore) async throws -> [RunningStep] {
        try await store.quarantinedSteps().filter { !$0.isHandler }.map(\.step)
    }

    func lamp(_ session: String) -> RunningStep {
        RunningStep(session: session, revision: 1, kind: "action", rootFlow: "Lamp", name: "switch", work: "")
    }

    func other(of session: String) -> RunningStep {
        RunningStep(session: session, revision: 1, kind: "link", rootFlow: "Lamp", name: "", work: "")
    }

    /// Ends a process by a fault while a step is running.
    func end(_ store: SQLiteStore, during step: RunningStep) async throws {
        try await run(store, by: SIGILL) { _ = try $0.begin(step) }
    }

    /// Runs a process, which ends by a fault or is killed.
    func run(
        _ store: SQLiteStore,
        build: String = "1",
        at path: String? = nil,
        by fault: Int32? = nil,
        report: (String) -> Void = { _ in },
        _ process: (StepQuarantine) async throws -> Void
    ) async throws {
        try await process(
            try await StepQuarantine(store, recordingAt: path ?? folder.path, build: build, at: Date(), report: report)
        )
        if let fault { try folder.mark(FaultMark(signal: fault, at: FaultMark.milliseconds)) }
    }
}

extension SQLiteStore {
    func execute(_ sql: String) async throws {
        try await write { writer in try writer.connection.statement(sql).run() }
    }
}

extension RecorderFolder {
    /// Does to the file of a process what ``FaultMark`` does.
    func mark(_ fault: FaultMark) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: UInt64(FlightLayout.fault))
        try file.write(contentsOf: withUnsafeBytes(of: fault) { Data($0) })
        try file.close()
    }

    func store() throws -> SQLiteStore { try SQLiteStore(url.appending(path: "store.sqlite").path) }
}

struct Lamp: FlowController {
    var isOn = false

    static let name = "Lamp"
    static let app = App(initial: Lamp())
    static let press = Change.action(name: "switch", params: nil, screen: nil, draft: nil)

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { flow, _, _ in flow.isOn.toggle() } }

    struct Page: Screen {
        static let name = "Lamp.Page"
        enum Action: Codable { case `switch` }
    }

    /// Starts a session. Returns its id.
    static func start(on store: SQLiteStore) async throws -> String {
        let answer = await (try Engine(app, store: store)).start()
        return try JSON.decode(StateDocument.self, from: answer.body).session
    }
}
