import Glibc

extension EventLoop {
    func adopt(_ descriptor: Int32, _ peer: SocketAddress) {
        let token = connections.nextToken
        let connection = HTTPConnection(descriptor: descriptor, peer: peer, token: token, loop: self)
        guard poller.add(descriptor, connection.interest, token: token) else {
            noteDropped()
            return connection.abandon()
        }
        _ = connections.insert(connection)
        connection.begin()
    }

    /// Counts a connection that is closed without an answer.
    func noteDropped() {
        counters.add(.connectionsDropped)
        if dropReport.isDue(atNanosecond: context.clock.nanoseconds) { context.report(.connectionDropped) }
    }

    func watch(_ descriptor: Int32, _ interest: PollInterest, token: UInt64) {
        poller.modify(descriptor, interest, token: token)
    }

    func remove(_ connection: HTTPConnection) {
        poller.remove(connection.descriptor)
        connections.remove(connection.token)
        someHaveClosed = true
    }

    // MARK: Deadlines

    /// The first tick that is at least `seconds` away.
    func tick(in seconds: Int) -> UInt64 { wheel.now + UInt64(seconds) + 1 }

    /// Schedules a call of `checkDeadline`, at `tick` or earlier. Returns the tick of the call.
    func schedule(_ connection: HTTPConnection, by tick: UInt64) -> UInt64 {
        wheel.insert(connection.token, at: tick)
    }

    func seconds(until tick: UInt64) -> Int { Int(tick) - Int(wheel.now) }

    // MARK: Memory

    /// Counts a connection's buffers in place of its previous ones.
    func updateMemory(from old: BufferedMemory, to new: BufferedMemory) {
        var difference = new.ownBytes - old.ownBytes
        for body in new.bodies { difference += sharedBodies.retain(body) }
        for body in old.bodies { difference -= sharedBodies.release(body) }
        context.admission.addMemory(difference)
    }

    /// Drops incomplete bodies, and cuts off clients that do not read their responses, until enough memory is free. The
    /// clients that have read nothing for longest are cut off first.
    func freeMemory() {
        let admission = context.admission
        guard admission.isMemoryHigh else { return }
        for connection in connections.values {
            guard admission.isMemoryFull else { break }
            connection.dropLargeBody()
        }
        let stalled = connections.values.compactMap { connection in
            connection.stalledSeconds.map { (connection: connection, seconds: $0) }
        }
        for entry in stalled.sorted(by: { $0.seconds > $1.seconds }) {
            guard entry.seconds >= admission.writeStallSeconds else { return }
            entry.connection.cutIfStalled()
        }
    }

    // MARK: Listeners

    /// Accepts connections from now on. A loop that is stopping closes the listeners.
    func listen(on listeners: [Listener]) {
        guard !isStopping else {
            for listener in listeners { listener.close() }
            return
        }
        self.listeners = listeners
        for (index, listener) in listeners.enumerated() { watch(listener, index) }
    }

    func watch(_ listener: Listener, _ index: Int) {
        let added = poller.add(listener.descriptor, .readable, token: Listener.tokenBit | UInt64(index))
        precondition(added, "A listening socket cannot be watched: \(String(cString: strerror(errno))).")
    }

    /// Stops accepting until descriptors are free. The loop checks for free descriptors with every tick, and when one
    /// of its connections has closed.
    func pause(_ listener: Listener, _ code: Int32) {
        listener.isPaused = true
        poller.remove(listener.descriptor)
        if pauseReport.isDue(atNanosecond: context.clock.nanoseconds) { context.report(.acceptPaused(code)) }
    }

    func resumeListeners() {
        for (index, listener) in listeners.enumerated() where listener.isPaused && DescriptorLimit.free > 0 {
            listener.isPaused = false
            watch(listener, index)
        }
    }

    /// Closes the listeners. First accepts the connections in their backlogs, which would otherwise be reset.
    func closeListeners() {
        for listener in listeners {
            listener.acceptWaiting(on: self)
            if !listener.isPaused { poller.remove(listener.descriptor) }
            listener.close()
        }
        listeners = []
    }

    // MARK: Shutdown

    /// Answers requests that have arrived or are on their way, cuts the other connections after `seconds`, and calls
    /// `done`. Must be called on the loop, but not from a handler, because this reads further requests.
    func stop(withinSeconds seconds: Int, _ done: @escaping @Sendable () -> Void) {
        let (earlier, last) = (stopping, tick(in: seconds))
        stopping = Stopping(lastTick: min(earlier?.lastTick ?? last, last)) {
            earlier?.done()
            done()
        }
        guard seconds > 0 else { return cutAllConnections() }
        for connection in connections.values { connection.drain(reading: input) }
        let milliseconds = context.limits.lastRequestMilliseconds
        context.clock.after(milliseconds: milliseconds, on: dispatchQueue) {
            self.perform { self.closeIdleConnections() }
        }
    }

    func cutAllConnections() {
        for connection in connections.values { connection.cutOff() }
    }

    private func closeIdleConnections() {
        for connection in connections.values { connection.closeIfIdle(reading: input) }
    }
}
