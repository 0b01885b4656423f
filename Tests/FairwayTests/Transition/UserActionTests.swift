import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// `userActedAt` is the time of the last change that the user made.
struct UserActionTests {
    private let engine: Engine
    private let store: any Store = MemoryStore()
    private let clock = ManualClock()
    private let session: String
    private let caller: Caller

    init() async throws {
        let app = App(initial: Stage(.show("home"))) { Flow(Puppet()) }
        engine = try Engine(app, store: store, clock: clock, identifiers: CountedIdentifiers())
        let state = try await engine.start(StartRequest()).state()
        (session, caller) = (state.session, Caller(.token(try #require(state.token))))
        clock.advance(by: 60)
    }

    private func perform(_ commands: Command...) -> Change {
        let params = try? RawJSON(encoding: ["value": commands])
        return .action(name: "perform", params: params, screen: nil, draft: nil)
    }

    private func row() async throws -> SessionRow { try #require(try await store.load(session)).session }

    /// Whether the last change counts as the user's.
    private func isOfUser() async throws -> Bool {
        let row = try await row()
        #expect(row.touchedAt == clock.now)
        return row.userActedAt == clock.now
    }

    @Test func startAndActionsAreTheUsers() async throws {
        #expect(try await row().userActedAt == row().createdAt)
        #expect(await engine.perform(perform(.show("next")), on: session, by: caller).code == nil)
        #expect(try await isOfUser())
        clock.advance(by: 60)
        let back = Change.back(screen: nil, to: nil, draft: nil)
        #expect(await engine.perform(back, on: session, by: caller).code == nil)
        #expect(try await isOfUser())
    }

    @Test func newDeviceIsTheUsersAfterAHandoffOnly() async throws {
        let device = Change.device(Device(idiom: .pad))
        #expect(await engine.perform(device, on: session, by: caller).code == nil)
        #expect(try await !isOfUser())
        let (code, _) = try await engine.makeHandoff(session, by: caller)
        #expect(await engine.takeHandoff(code, device: nil).status == 200)
        #expect(try await isOfUser())
    }

    @Test func signInIsTheUsers() async throws {
        #expect(await engine.signIn(User(id: "ada"), to: session, by: caller).code == nil)
        #expect(try await isOfUser())
    }

    @Test func workIsNotTheUsers() async throws {
        #expect(
            await engine.perform(perform(.schedule("hello", seconds: 60, id: nil)), on: session, by: caller).code == nil
        )
        clock.advance(by: 60)
        let work = try #require(try await store.work(session).first)
        #expect(await engine.perform(.work(work.item, .due), on: session, by: .server).code == nil)
        #expect(try await !isOfUser())
        #expect(try await row().userActedAt == clock.now.addingTimeInterval(-60))
    }
}
