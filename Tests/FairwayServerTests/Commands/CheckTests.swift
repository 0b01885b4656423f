import Fairway
import Foundation
import Testing

@testable import FairwayServer

/// What `check` prints about a store that an older build has written.
struct CheckTests {
    private let recorded = RecordedConsole()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")

    @Test func renamedPropertyFailsTheCheck() async throws {
        #expect(try await check(App(initial: Renamed())) == .failure)
        #expect(
            recorded.output == """
                ignored: “policy” of the flow Basket, in 1 session; this looks like a rename to “plan”
                default: “plan” of the flow Basket, in 1 session
                Convert what is ignored in `migrate` under a new `version`, or list it in `retired`.
                1 session read, 0 stranded, 0 failing

                """
        )
    }

    @Test func retiredAndAddedPropertiesPassTheCheck() async throws {
        #expect(try await check(App(initial: Retiring())) == .success)
        #expect(
            recorded.output == """
                default: “plan” of the flow Basket, in 1 session
                1 session read, 0 stranded, 0 failing

                """
        )
    }

    @Test func unreadableTimerFailsTheCheck() async throws {
        #expect(try await check(App(initial: Renaming())) == .failure)
        #expect(
            recorded.output == """
                unreadable: 1 of the timer Reminder: missing-member: the member is missing (at "/topic")
                1 session read, 0 stranded, 0 failing

                """
        )
    }

    /// Runs `check` on a store with a session of ``Basket``.
    private func check(_ app: App) async throws -> ExitCode {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = "\(folder.path)/store.sqlite"
        let store = try StoreLocation.sqlite(path: path).open(.serving)
        _ = try await Engine(App(initial: Basket()), store: store).start()
        await store.close()
        return await CommandLineTool(name: "fairway", version: "1", summary: "", commands: [Check(app: app)])
            .run(arguments: ["check", "--store", "sqlite:\(path)"], environment: [:], console: recorded.console)
    }
}

private struct Page: Screen {}

private struct Basket: FlowController {
    var policy = "P-1"
    func start(_ nav: Navigator<Self>) {
        nav.show(Page())
        nav.schedule(Reminder(text: "tea"), after: .seconds(60))
    }
    static var routes: Routes<Self> {
        screen(Page.self)
        on(event: Reminder.self) { flow, event, nav in }
    }
}

private struct Reminder: Event {
    static let name = "Reminder"
    var text: String
}

private struct RenamedReminder: Event {
    static let name = "Reminder"
    var topic: String
}

private struct Renamed: FlowController {
    static let name = "Basket"
    var plan = ""
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> {
        screen(Page.self)
        on(event: Reminder.self) { flow, event, nav in }
    }
}

private struct Retiring: FlowController {
    static let name = "Basket"
    static let retired = ["policy"]
    var plan = ""
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> {
        screen(Page.self)
        on(event: Reminder.self) { flow, event, nav in }
    }
}

private struct Renaming: FlowController {
    static let name = "Basket"
    var policy = ""
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> {
        screen(Page.self)
        on(event: RenamedReminder.self) { flow, event, nav in }
    }
}
