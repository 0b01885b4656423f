import Fairway
import Glibc
import Synchronization

/// Records which steps run, in memory that survives the process: a file of 128 KiB that is mapped into memory.
///
/// A step takes a slot with an atomic exchange and fills it in: no system call, no allocation. The kernel keeps the pages
/// when the process ends. Nothing is synced, so they do not survive the machine.
final class FlightRecorder: Sendable {
    private let file: FlightFile
    /// Unsafe: each slot is written by the step that has claimed it, and phases and counts are atomics.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let turns = Atomic<UInt>(0)

    /// Clears a file and records in it from now on.
    init(_ file: FlightFile, build: String) throws(FlightFileFailure) {
        self.file = file
        memory = try file.map()
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: FlightLayout.fileBytes)
        FlightLayout.build.write(build, to: memory)
        memory.storeBytes(of: Int64(FlightFile.bootedAt), toByteOffset: FlightLayout.bootedAt, as: Int64.self)
        memory.storeBytes(of: FlightLayout.magic, as: UInt64.self)
        FaultMark.begin(at: mark)
    }

    deinit {
        FaultMark.end(at: mark)
        munmap(memory, FlightLayout.fileBytes)
    }

    /// Records that a step runs. Returns its slot, or a negative number if no slot is free.
    func begin(_ step: RunningStep) -> Int {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        for offset in 0..<UInt(FlightLayout.slots) {
            let slot = Int((turn &+ offset) % UInt(FlightLayout.slots))
            let phase = phase(slot)
            let isClaimed = phase.pointee.compareExchange(
                expected: FlightLayout.Phase.free,
                desired: FlightLayout.Phase.claimed,
                ordering: .acquiring
            ).exchanged
            guard isClaimed else { continue }
            let base = base(slot)
            FlightLayout.session.write(step.session, to: base)
            FlightLayout.kind.write(step.kind, to: base)
            FlightLayout.rootFlow.write(step.rootFlow, to: base)
            FlightLayout.name.write(step.name, to: base)
            FlightLayout.work.write(step.work, to: base)
            base.storeBytes(of: Int64(step.revision), toByteOffset: FlightLayout.revision, as: Int64.self)
            base.storeBytes(of: Int64(FaultMark.milliseconds), toByteOffset: FlightLayout.began, as: Int64.self)
            let thread = FaultMark.shortened(pthread_self())
            base.storeBytes(of: thread, toByteOffset: FlightLayout.thread, as: UInt32.self)
            phase.pointee.store(FlightLayout.Phase.handler, ordering: .releasing)
            return slot
        }
        atomic(FlightLayout.unrecorded).pointee.wrappingAdd(1, ordering: .relaxed)
        return -1
    }

    func handlerReturned(_ slot: Int) {
        if slot >= 0 { phase(slot).pointee.store(FlightLayout.Phase.returned, ordering: .releasing) }
    }

    func end(_ slot: Int) {
        guard slot >= 0 else {
            atomic(FlightLayout.unrecorded).pointee.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        phase(slot).pointee.store(FlightLayout.Phase.free, ordering: .releasing)
    }

    /// Records that the process stops. If it is killed now, no step is blamed.
    func beginStop() { atomic(FlightLayout.isStopping).pointee.store(1, ordering: .relaxed) }

    private var mark: UnsafeMutablePointer<FaultMark> {
        (memory + FlightLayout.fault).assumingMemoryBound(to: FaultMark.self)
    }

    private func base(_ slot: Int) -> UnsafeMutableRawPointer { memory + (slot + 1) * FlightLayout.slotBytes }

    private func phase(_ slot: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
        (base(slot) + FlightLayout.phase).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    private func atomic(_ offset: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
        (memory + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
    }
}
