import Fairway

/// The layout of a flight recorder's file: a header, followed by slots of the same size. A slot holds a running step.
enum FlightLayout {
    static let slotBytes = 256
    static let slots = 511
    static let fileBytes = (slots + 1) * slotBytes

    /// Written last: a file with it has a complete header.
    static let magic: UInt64 = 0x3230_544c_4659_5746

    // MARK: Offsets in the header

    static let isStopping = 8
    static let unrecorded = 12
    static let bootedAt = 16
    /// A ``FaultMark``.
    static let fault = 32
    static let build = Text(length: 24, start: 56, capacity: 200)

    // MARK: Offsets in a slot

    static let phase = 0
    static let thread = 12
    static let revision = 16
    static let began = 248
    static let kind = Text(length: 4, start: 24, capacity: 8)
    static let session = Text(length: 5, start: 32, capacity: 64)
    static let rootFlow = Text(length: 6, start: 96, capacity: 48)
    static let name = Text(length: 7, start: 144, capacity: 72)
    static let work = Text(length: 8, start: 216, capacity: 32)

    /// The phase of a slot's step.
    enum Phase {
        static let free: UInt32 = 0
        /// The slot is being filled in.
        static let claimed: UInt32 = 1
        /// Code of the app runs.
        static let handler: UInt32 = 2
        /// The code has returned, and its commit may follow.
        static let returned: UInt32 = 3
    }

    /// A text with a length in one byte. A longer text is cut off.
    struct Text {
        let length: Int
        let start: Int
        let capacity: Int

        func write(_ text: String, to base: UnsafeMutableRawPointer) {
            var text = text
            text.withUTF8 { bytes in
                let count = min(bytes.count, capacity)
                if let first = bytes.baseAddress { (base + start).copyMemory(from: first, byteCount: count) }
                base.storeBytes(of: UInt8(count), toByteOffset: length, as: UInt8.self)
            }
        }

        func read(_ bytes: ArraySlice<UInt8>) -> String {
            let count = min(Int(bytes[bytes.startIndex + length]), capacity)
            return Self.decode(bytes.dropFirst(start).prefix(count))
        }

        /// The text after writing and reading.
        func shortened(_ text: String) -> String { Self.decode(text.utf8.prefix(capacity)) }

        /// PostgreSQL stores no NUL.
        private static func decode(_ bytes: some Collection<UInt8>) -> String {
            String(decoding: bytes.lazy.map { $0 == 0 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
        }
    }
}

extension RunningStep {
    /// The step after writing and reading.
    var shortened: RunningStep {
        RunningStep(
            session: FlightLayout.session.shortened(session),
            revision: revision,
            kind: FlightLayout.kind.shortened(kind),
            rootFlow: FlightLayout.rootFlow.shortened(rootFlow),
            name: FlightLayout.name.shortened(name),
            work: FlightLayout.work.shortened(work)
        )
    }
}

/// A step that was running when the process ended.
struct RecordedStep: Hashable, Sendable {
    var step: RunningStep
    /// When it began, in milliseconds of a clock that never goes back.
    var began: Int
    /// The thread on which it began; see ``FaultMark/shortened(_:)``.
    var thread: UInt32

    init(_ step: RunningStep, began: Int = 0, thread: UInt32 = 0) {
        self.step = step
        self.began = began
        self.thread = thread
    }
}

/// A process, according to the file of its flight recorder.
struct FlightLog: Hashable, Sendable {
    var build: String
    /// The start of the machine, in seconds since 1970.
    var bootedAt = 0
    /// Whether the process had begun to stop.
    var isStopping = false
    /// The fault that ended the process; nil if the process was killed.
    var fault: FaultMark?
    /// The number of steps without a slot.
    var unrecorded = 0
    /// The steps with running code of the app.
    var running: [RecordedStep] = []
    /// The number of steps with code of the app that had returned.
    var returned = 0
    /// When the last step began, even if it has ended.
    var latest = 0

    /// The clocks of a machine are set by less than this.
    private static let secondsOfOneBoot = 60
    /// A process in which steps begin so long after a fault has recovered from it.
    private static let millisecondsToEnd = 5_000

    init(build: String) { self.build = build }

    /// Reads a file; nil if it is not that of a flight recorder.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == FlightLayout.fileBytes, Self.integer(bytes[...], 0, UInt64.self) == FlightLayout.magic
        else {
            return nil
        }
        self.init(build: FlightLayout.build.read(bytes[...]))
        bootedAt = Int(Self.integer(bytes[...], FlightLayout.bootedAt, Int64.self))
        isStopping = Self.integer(bytes[...], FlightLayout.isStopping, UInt32.self) != 0
        unrecorded = Int(Self.integer(bytes[...], FlightLayout.unrecorded, UInt32.self))
        for number in 1...FlightLayout.slots {
            let slot = bytes[(number * FlightLayout.slotBytes)..<((number + 1) * FlightLayout.slotBytes)]
            let began = Int(Self.integer(slot, FlightLayout.began, Int64.self))
            latest = max(latest, began)
            switch Self.integer(slot, FlightLayout.phase, UInt32.self) {
            case FlightLayout.Phase.handler:
                let step = RunningStep(
                    session: FlightLayout.session.read(slot),
                    revision: Int(Self.integer(slot, FlightLayout.revision, Int64.self)),
                    kind: FlightLayout.kind.read(slot),
                    rootFlow: FlightLayout.rootFlow.read(slot),
                    name: FlightLayout.name.read(slot),
                    work: FlightLayout.work.read(slot)
                )
                let thread = Self.integer(slot, FlightLayout.thread, UInt32.self)
                running.append(RecordedStep(step, began: began, thread: thread))
            case FlightLayout.Phase.returned: returned += 1
            default: break
            }
        }
        let mark = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: FlightLayout.fault, as: FaultMark.self) }
        if mark.signal != 0, mark.at >= latest - Self.millisecondsToEnd { fault = mark }
    }

    /// The running steps that may have ended the process: those that began on the thread of the fault, or else all.
    var blamable: [RecordedStep] {
        let found = onFaultThread
        return found.isEmpty ? running : found
    }

    /// Whether one step alone can have had the fault.
    var isCauseKnown: Bool { fault != nil && (others == 0 || onFaultThread.count == 1) }

    /// A handler that awaits leaves its thread to others, so there may be several.
    private var onFaultThread: [RecordedStep] {
        guard let fault else { return [] }
        return running.filter { $0.thread == FaultMark.shortened(fault.thread) }
    }

    /// The number of steps beside one that was running.
    var others: Int { running.count + returned + unrecorded - 1 }

    /// Whether the process may have ended because of a step. After a restart of the machine, the file may be outdated.
    func mayBlameSteps(bootedAt now: Int) -> Bool { !running.isEmpty && hasEndedByItself(bootedAt: now) }

    /// Whether the process ended while the machine ran on, and had not begun to stop.
    func hasEndedByItself(bootedAt now: Int) -> Bool {
        !isStopping && abs(bootedAt - now) <= Self.secondsOfOneBoot
    }

    private static func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: ArraySlice<UInt8>,
        _ offset: Int,
        _ type: Value.Type
    ) -> Value {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
