import Synchronization

/// A value that is set once and then only read.
final class OnceSet<Value: Sendable>: Sendable {
    private let storage = Mutex<Value?>(nil)

    func set(_ value: Value) {
        storage.withLock { storage in
            precondition(storage == nil, "A server is started once.")
            storage = value
        }
    }

    var value: Value? { storage.withLock { $0 } }
}
