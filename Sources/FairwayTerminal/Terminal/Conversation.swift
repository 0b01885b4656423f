import FairwayClient
import FairwayWire

/// A session on a terminal: what comes from the keyboard, from the server and from the system, one thing after the other.
struct Conversation {
    let app: RemoteApp
    let session: RemoteSession
    private let environment: TerminalEnvironment
    private var player: Player
    private var display: Display
    private var keyboard: KeyboardSettings?
    private var decoder = KeyDecoder()
    private var lines = LineBuffer()
    private var editor = LineEditor()
    private var question = Question(id: "", label: "")
    var isReading = false
    private var screen: String?
    let inbox = Inbox()

    /// How a conversation ends.
    enum Ending: Sendable {
        /// The session is over.
        case over
        /// The user has gone, and may come back.
        case left
        /// The session is not this user's any more.
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
        player = Player(session.state, catalog, notice: notice)
    }

    /// Goes on until it ends; the terminal is then as it was before.
    mutating func run() async -> Ending {
        // Looked at first, so that a signal between the two finds what is to be put back.
        let before = KeyboardSettings(.lines)
        let signals = SignalWatch { [inbox] in
            inbox.put(.signal($0))
        } givingUp: {
            before?.restore(atOnce: true)
        }
        keyboard = KeyboardSettings(environment.isFullScreen ? .keys : .lines)
        display.begin()
        let watching = [watch(), follow()]
        let ending = await converse()
        // First of all, since what follows waits for the network.
        display.end()
        keyboard?.restore()
        signals.end()
        for task in watching { task.cancel() }
        for task in watching { await task.value }
        return ending
    }

    private mutating func converse() async -> Ending {
        inbox.put(.changed)
        while let event = await inbox.next() {
            if let ending = step(event) { return ending }
        }
        return .left
    }

    /// Takes an event, and shows what has come of it.
    private mutating func step(_ event: ConversationEvent) -> Ending? {
        if let ending = take(event) { return ending }
        while true {
            if player.state.status == .over { return .over }
            draw()
            guard !environment.isFullScreen, !player.isBusy, let line = lines.next() else { break }
            display.echo(line, isSecret: question.isSecret)
            // Where a line cannot hold what it begins with, an empty one means that.
            if let ending = answer(line.isEmpty ? question.initial : line) { return ending }
        }
        guard environment.isFullScreen || !player.isBusy else { return nil }
        if lines.isOver { return .left }
        if !environment.isFullScreen { keyboard?.showTyping(!question.isSecret) }
        readMore()
        return nil
    }

    private mutating func take(_ event: ConversationEvent) -> Ending? {
        switch event {
        case .typed(let bytes): return take(bytes)
        case .settled: return take(decoder.settle())
        case .changed: player.show(session.state)
        case .connection(let isConnected):
            player.connect(isConnected)
            // Who comes back may be another build.
            if isConnected { fetchCatalog() }
        case .catalog(let catalog): player.catalog = catalog
        case .finished(let refusal):
            player.show(session.state)
            player.end(refusal)
        case .stopped(let error):
            if [.superseded, .noSuchSession].contains(error.problem?.code) { return .lost(error.sentence) }
            player.connect(false)
        case .signal(.resized): display.forget()
        case .signal: return .left
        }
        return nil
    }

    private mutating func take(_ bytes: [UInt8]) -> Ending? {
        isReading = false
        guard environment.isFullScreen else {
            lines.take(bytes)
            return nil
        }
        // The terminal is gone.
        guard !bytes.isEmpty else { return .left }
        let ending = take(decoder.read(bytes))
        if decoder.isWaiting { settleSoon() }
        return ending
    }

    private mutating func take(_ keys: [Key]) -> Ending? {
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

    private mutating func answer(_ line: String) -> Ending? {
        guard let request = player.answer(line) else { return nil }
        guard request != .leave else { return .left }
        perform(request)
        return nil
    }

    private mutating func draw() {
        ask()
        // In lines, only what waits for an answer is worth one: not each step on the way there.
        if !environment.isFullScreen, player.isBusy { return }
        if player.state.screen?.id != screen { display.scrollToTop() }
        screen = player.state.screen?.id
        let size = environment.isFullScreen ? TerminalSize.ofOutput : .usual
        display.show(player.page(width: size.columns), editor, size: size)
    }

    /// The line begins anew where another thing is asked for.
    private mutating func ask() {
        let asked = player.question
        if asked.id != question.id { editor = LineEditor(environment.isFullScreen ? asked.initial : "") }
        question = asked
    }
}
