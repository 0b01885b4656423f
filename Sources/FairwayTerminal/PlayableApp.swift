public import Fairway
import FairwayServer

/// An app with the additional command `play`, a client for the terminal.
///
/// ```swift
/// @main struct Notebook: PlayableApp {
///     static var app: App { App(initial: Home()) }
/// }
/// ```
public protocol PlayableApp: FairwayApp {}

extension PlayableApp {
    /// Runs the command that the process's arguments name: `play`, or a command that every app has.
    @concurrent public static func main() async {
        let tool = commandLineTool { options in
            var client = TerminalClient(options.server, write: options.write)
            client.flow = options.flow
            client.idiom = options.idiom
            client.place = options.place
            client.isNew = options.isNew
            try await client.run()
        }
        await tool.main()
    }
}
