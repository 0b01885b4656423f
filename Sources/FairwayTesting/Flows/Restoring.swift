/// When a tester reads the session back from the store, as a server that was started anew does.
public enum Restoring: Sendable {
    /// After every step: a flow that would not survive a restart fails its ordinary test.
    case afterEveryStep
    /// Only when something else asks for it.
    case never
}
