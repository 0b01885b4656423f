/// A request whose head is complete and whose body is being collected.
struct IncomingRequest {
    let head: RequestHead
    let match: RouteTable.Match
    let id: RequestID
    let startNanoseconds: UInt64
    let bodyLimit: Int
    var body: [UInt8] = []
    /// Whether the client waits for `100 Continue` and has not been sent it.
    var owesContinue = false

    mutating func append(_ piece: UnsafeRawBufferPointer) throws(RequestFailure) {
        guard body.count + piece.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        body.append(contentsOf: piece)
    }
}
