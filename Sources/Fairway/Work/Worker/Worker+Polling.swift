import Foundation
import Synchronization

/// Finding due work and leasing it.
extension Worker {
    func expect(_ work: StoredWork) {
        guard state.withLock({ $0.slots[work.item.queue] }) != nil else {
            let advice = "this app has no performer for it. Add Performer(\(work.item.name).self) { … } to the app."
            return report(work, .unattempted(advice: advice))
        }
        if let next = work.progress.next { expectWork(at: next) }
    }

    func expectWork(at moment: Date) {
        if moment <= engine.clock.now { poll() } else { setAlarm(moment) }
    }

    func setAlarm(_ moment: Date) {
        let isEarlier = state.withLock { state in
            guard state.isStarted, !state.isStopped, state.alarm.map({ moment < $0 }) ?? true else { return false }
            state.alarm = moment
            return true
        }
        guard isEarlier else { return }
        engine.clock.after(max(0, moment.timeIntervalSince(engine.clock.now))) { [weak self] in
            guard let self else { return }
            let isCurrent = state.withLock { state in
                defer { if state.alarm == moment { state.alarm = nil } }
                return state.alarm == moment
            }
            // A later alarm that was superseded needs no action: the poll at the earlier alarm sets the next one.
            if isCurrent { poll() }
        }
    }

    func poll() {
        if state.withLock({ $0.beginPoll() }) { runPoll() }
    }

    private func runPoll() {
        Task(executorPreference: engine.executor) {
            repeat { await self.leaseDueWork() } while self.pollsAgain()
        }
    }

    private func pollsAgain() -> Bool {
        let (again, idleWaiters) = state.withLock { state in
            let again = state.pollsAgain && !state.isStopped
            state.pollsAgain = false
            state.isPolling = again
            return (again, state.takeIdleWaiters())
        }
        for waiter in idleWaiters { waiter.resume() }
        return again
    }

    private func leaseDueWork() async {
        setAlarm(engine.clock.now.addingTimeInterval(limits.secondsBetweenLooks))
        do throws(StoreError) {
            while true {
                let free = state.withLock { state in
                    state.isStopped ? [:] : state.slots.filter { $0.value.freeSlots > 0 }
                }
                guard !free.isEmpty, let next = try await engine.store.nextWork(in: Array(free.keys)) else { return }
                let now = engine.clock.now
                guard next <= now else { return setAlarm(next) }
                guard try await leaseWork(free, at: now) else { return }
            }
        } catch {
            // The alarm that was set above starts the next poll.
        }
    }

    /// Leases and starts due work. Returns false if none was due.
    private func leaseWork(_ free: [WorkQueue: QueueSlots], at now: Date) async throws(StoreError) -> Bool {
        let number = state.withLock { state in
            state.leases += 1
            return state.leases
        }
        let slots = free.mapValues { queue in
            WorkLease.Slots(queue.freeSlots, until: now.addingTimeInterval(queue.seconds + limits.leaseSeconds))
        }
        let taken = try await engine.store.lease(WorkLease(slots: slots, holder: "\(holder).\(number)", now: now))
        let perQueue = Dictionary(grouping: taken, by: \.item.queue).mapValues(\.count)
        let isStopped = state.withLock { state in
            guard !state.isStopped else { return true }
            for (queue, slots) in slots { state.slots[queue]?.take(perQueue[queue] ?? 0, ofAsked: slots.count) }
            return false
        }
        if isStopped {
            for work in taken { await returnLease(work) }
            return false
        }
        for work in taken { begin(work) }
        return !taken.isEmpty
    }

    private func begin(_ work: StoredWork) {
        guard work.item.kind != .job else {
            Task(executorPreference: engine.executor) { await self.attempt(work) { self.leave(work) } }
            return
        }
        let isFirst = state.withLock { state in
            guard state.queuedTimers[work.session] == nil else {
                state.queuedTimers[work.session]?.append(work)
                return false
            }
            state.queuedTimers[work.session] = []
            return true
        }
        guard isFirst else { return }
        Task(executorPreference: engine.executor) {
            var next: StoredWork? = work
            while let work = next {
                await self.attempt(work) {}
                next = self.state.withLock { state in
                    guard state.queuedTimers[work.session]?.isEmpty == false else {
                        state.queuedTimers[work.session] = nil
                        return nil
                    }
                    return state.queuedTimers[work.session]?.removeFirst()
                }
                self.leave(work)
            }
        }
    }

    private func leave(_ work: StoredWork) {
        let begins = state.withLock { state in
            state.slots[work.item.queue]?.running -= 1
            // Under the same lock, so that the worker is not idle in between.
            return state.slots[work.item.queue]?.mayFetchMore == true && state.beginPoll()
        }
        if begins { runPoll() }
        for waiter in state.withLock({ $0.takeIdleWaiters() }) { waiter.resume() }
    }
}
