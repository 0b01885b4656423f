/// What other threads have for an event queue.
enum Mail: Sendable {
    case answer(Connection, sequence: Int, Answer)
    case write(Connection, sequence: Int, [UInt8])
    case finish(Connection, sequence: Int)
    case adopt(Int32, SocketAddress)
    case job(UnownedJob)
    case call(@Sendable () -> Void)
}
