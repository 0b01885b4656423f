import Glibc

/// What is different while requests lie unread because the handlers have their hands full: each connection has one request
/// under way, and a turn for the next when all those have had theirs that were ready before.
extension Connection {
    /// Whether what is held back could be gone on with, but has to wait until the poller comes to this connection.
    var awaitsTurn: Bool { queue.isCrowded && !heldBack.isEmpty && mayParse }

    /// The poller has come to it.
    func goOnInTurn() {
        guard awaitsTurn, let waited = endAwaitingTurn() else { return }
        parseHeldBack(unreadFor: waited)
    }

    /// For how long what has just been read from the socket lay there; 0 where nothing waits.
    var nanosecondsUnread: UInt64 {
        guard queue.isCrowded, let age = queue.context.clock.nanosecondsSinceData(inSocket: descriptor) else {
            return 0
        }
        // What came before it was looked for lay there because its client had not taken what it was answered, or had asked
        // for something else before.
        return min(age, nanosecondsLooked)
    }

    /// Whether the client has asked for something that has not been read.
    var hasUnread: Bool {
        var byte: UInt8 = 0
        return !heldBack.isEmpty || recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }
}
