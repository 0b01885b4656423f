import FairwayClient
import FairwayWire
import Synchronization

/// A session on a terminal. It handles events from the keyboard, the server and the system, one at a time.
struct Conversation {
    let app: RemoteApp
    let session: RemoteSession
    let environment: TerminalEnvironment
    private var player: Player
    private var display: Display
    private var keyboard: KeyboardSettings?
    private var decoder = KeyDecoder()
    private var lines = LineBuffer()
    private var editor = LineEditor()
    private var question = Question(id: "", label: "")
    var isReading = false
    private var screen: String?
    let events = ConversationEventQueue()

    /// The line that leaves a form in line mode.
    private static let escape = "\u{1B}"

    enum Outcome: Sendable {
        /// The session is over.
        case over
        /// The user left and may resume the session.
        case left
        /// The credentials are no longer valid.
        case lost(String)
    }

    init(
        _ session: RemoteSession,
        of app: RemoteApp,
        _ catalog: Catalog,
        notice: String?,
        _ environment: TerminalEnvironment,
        _ display: Display
    ) {
        (self.app, self.session, self.environment, self.display) = (app, session, environment, display)
        player = Player(session.state, catalog, format: ValueFormat(), notice: notice)
    }

    /// Runs until the conversation ends, then restores the terminal.
    mutating func run() async -> Outcome {
        // Read the settings before watching signals, because a signal may restore them at any time.
        let before = KeyboardSettings(.lines)
        let signals = SignalWatch { [events] in
            events.put(.signal($0))
        } givingUp: {
            before?.restore(atOnce: true)
        }
        keyboard = KeyboardSettings(environment.isFullScreen ? .keys : .lines)
        display.begin()
        let watching = [watch(), follow()]
        let ending = await converse()
        // Restore the terminal first: cancelling the tasks may wait for the network.
        display.end()
        keyboard?.restore()
        signals.end()
        for task in watching { task.cancel() }
        for task in watching { await task.value }
        return ending
    }

    private mutating func converse() async -> Outcome {
        events.put(.changed)
        while let event = await events.next() {
            if let ending = step(event) { return ending }
        }
        return .left
    }

    private mutating func step(_ event: ConversationEvent) -> Outcome? {
        if let ending = take(event) { return ending }
        while true {
            if player.state.status == .over { return .over }
            draw()
            guard !environment.isFullScreen, !player.isBusy, let line = lines.next() else { break }
            display.echo(line, isSecret: question.isSecret)
            guard line != Self.escape else {
                player.leaveForm()
                continue
            }
            // In line mode, an empty line accepts the shown initial text.
            if let ending = answer(line.isEmpty ? question.initial : line) { return ending }
        }
        guard environment.isFullScreen || !player.isBusy else { return nil }
        if lines.isOver { return .left }
        readMore()
        return nil
    }

    private mutating func take(_ event: ConversationEvent) -> Outcome? {
        switch event {
        case .typed(let bytes): return take(bytes)
        case .settled: return take(decoder.settle())
        case .changed: player.show(session.state, effects: session.takeEffects())
        case .connection(let isConnected):
            player.connect(isConnected)
            // The server may have been restarted with another build, and so with another catalog.
            if isConnected { fetchCatalog() }
        case .catalog(let catalog): player.catalog = catalog
        case .finished(let failure):
            player.show(session.state, effects: session.takeEffects())
            player.end(failure)
        case .stopped(let error):
            if [.superseded, .noSuchSession].contains(error.problem?.code) { return .lost(error.sentence) }
            player.connect(false)
        case .signal(.resized): display.forget()
        case .signal: return .left
        }
        return nil
    }

    private mutating func take(_ bytes: [UInt8]) -> Outcome? {
        isReading = false
        guard environment.isFullScreen else {
            lines.take(bytes)
            return nil
        }
        // The terminal was closed.
        guard !bytes.isEmpty else { return .left }
        let ending = take(decoder.read(bytes))
        if decoder.isWaiting { settleSoon() }
        return ending
    }

    private mutating func take(_ keys: [Key]) -> Outcome? {
        for key in keys {
            if editor.take(key) || display.take(key) { continue }
            switch key {
            case .interrupt: return .left
            case .endOfInput where editor.text.isEmpty: return .left
            case .escape: player.leaveForm()
            case .redraw: display.forget()
            case .enter where !player.isBusy:
                let line = editor.text
                editor = LineEditor()
                if let ending = answer(line) { return ending }
            default: break
            }
            ask()
        }
        return nil
    }

    private mutating func answer(_ line: String) -> Outcome? {
        guard let request = player.answer(line) else { return nil }
        guard request != .leave else { return .left }
        perform(request)
        return nil
    }

    private mutating func draw() {
        ask()
        if !environment.isFullScreen {
            // Show only pages that wait for input.
            if player.isBusy { return }
            // Before the prompt appears: the user may type a secret as soon as it is asked for.
            keyboard?.showTyping(!question.isSecret)
        }
        if player.state.screen?.id != screen { display.scrollToTop() }
        screen = player.state.screen?.id
        let size = environment.isFullScreen ? TerminalSize.ofOutput : .usual
        display.show(player.page(width: size.columns), editor, size: size)
    }

    /// Updates the prompt. If it has changed, starts a new input line.
    private mutating func ask() {
        let asked = player.question
        if asked.id != question.id { editor = LineEditor(environment.isFullScreen ? asked.initial : "") }
        question = asked
    }
}

enum ConversationEvent: Sendable {
    case typed([UInt8])
    /// No more input followed an incomplete key sequence.
    case settled
    case changed
    case connection(Bool)
    case catalog(Catalog)
    case finished(Player.Failure?)
    case stopped(ClientError)
    case signal(TerminalSignal)

    /// Identifies the events that replace one another. The newest event of a subject makes the older ones obsolete.
    var subject: Subject {
        switch self {
        case .typed: .keyboard
        case .settled: .pause
        case .changed: .state
        case .connection: .connection
        case .catalog: .catalog
        case .finished: .request
        case .stopped: .stream
        case .signal(let signal): .signal(signal)
        }
    }

    /// The subjects of events. At most one read and one request run at a time, so no input and no result is replaced.
    enum Subject: Hashable, Sendable {
        case keyboard, pause, state, connection, catalog, request, stream
        case signal(TerminalSignal)
    }
}

/// The pending events, oldest first, at most one for each subject.
///
/// While a stopped terminal blocks output, no events are taken. The queue stays bounded, and no key is lost.
final class ConversationEventQueue: Sendable {
    private let waiting = Mutex<[ConversationEvent]>([])
    private let wakeups: AsyncStream<Void>
    private let wakeup: AsyncStream<Void>.Continuation

    init() { (wakeups, wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds an event. It replaces an older one of the same subject.
    func put(_ event: ConversationEvent) {
        waiting.withLock { waiting in
            waiting.removeAll { $0.subject == event.subject }
            waiting.append(event)
        }
        wakeup.yield()
    }

    func next() async -> ConversationEvent? {
        var iterator = wakeups.makeAsyncIterator()
        while true {
            if let event = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return event }
            guard await iterator.next() != nil else { return nil }
        }
    }
}
