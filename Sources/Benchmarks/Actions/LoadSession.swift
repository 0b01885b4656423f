/// A session that a load drives, and where it is.
struct LoadSession {
    /// `/v1/sessions/…`, or empty for a server that has no sessions.
    var path: String
    var token: String
    var revision: Int
    /// How often the script has been gone through.
    var cycle = 0
    var step = 0

    /// The bytes of all the requests of a script.
    func requests(_ script: LoadScript, port: UInt16) -> [[UInt8]] {
        script.steps.indices.map { index in
            var session = self
            session.step = index
            return session.request(script, port: port)
        }
    }

    private func request(_ script: LoadScript, port: UInt16) -> [UInt8] {
        let step = script.steps[step]
        let head = """
            \(step.method) \(path)\(step.call) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\
            Content-Length: \(step.body.utf8.count)\r\n\r\n
            """
        return Array((head + step.body).utf8)
    }

    /// Takes in that the step was answered.
    mutating func advance(_ script: LoadScript) {
        revision += 1
        step += 1
        guard step == script.steps.count else { return }
        step = 0
        cycle += 1
    }
}
