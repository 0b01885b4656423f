import FairwayWire

/// The stored screens of a flow, with the other properties of its node.
///
/// Every change encodes them and every load decodes them, so this code is written by hand for speed.
struct StoredScreens: Equatable {
    var shown: [StoredScreen]
    var retained: [StoredScreen]?
    /// The container of the flow's first screen.
    var home: Int?
    var hasReplacedRoot: Bool?

    /// Whether the ids of the shown screens increase, as a search in the tree requires.
    var areInOrder: Bool { zip(shown, shown.dropFirst()).allSatisfy { ($0.id ?? 0) < ($1.id ?? 0) } }

    struct StoredScreen: Equatable {
        var id: Int?
        var name: String
        /// The type's mangled name, only for a screen that no route names.
        var type: String?
        var version: Int
        /// The title that was shown with the state.
        var title: String?
        var state: RawJSON
        var step: StepKey?
        var isRetained: Bool?
        var isBarrier: Bool?
        /// Only for a derived screen: its parameter, if it has one.
        var derived: [RawJSON]?
    }
}

extension StoredScreens: HandWritten {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("shown")
        writer.array(shown) { writer, screen in screen.write(to: &writer) }
        if let retained {
            writer.key("retained")
            writer.array(retained) { writer, screen in screen.write(to: &writer) }
        }
        writer.member("home", home)
        writer.member("hasReplacedRoot", hasReplacedRoot)
        writer.endObject()
    }

    init(_ reader: JSONReader) throws {
        shown = try reader.member("shown").elements.map(StoredScreen.init)
        retained = try reader.optional("retained")?.elements.map(StoredScreen.init)
        home = try reader.optional("home")?.int
        hasReplacedRoot = try reader.optional("hasReplacedRoot")?.bool
    }

    /// The screens of a node. Its shown screens must have been encoded.
    init(_ node: Node, _ blueprint: Blueprint) throws {
        // Only for a type that cannot be found by its name.
        func mangledName(_ type: ScreenType) -> String? { blueprint.isDeclared(type) ? nil : type.mangledName }
        shown = try node.screens.map { screen in
            StoredScreen(
                id: screen.id.number,
                name: screen.type.name,
                type: mangledName(screen.type),
                version: screen.encodedVersion,
                title: screen.title,
                state: try screen.json(),
                step: screen.step,
                isRetained: screen.isRetained ? true : nil,
                isBarrier: screen.isBarrier ? true : nil,
                derived: screen.derivation.map { $0.parameter.map { [$0] } ?? [] }
            )
        }
        let retained = try node.retained.map { screen in
            StoredScreen(
                name: screen.type.name,
                type: mangledName(screen.type),
                version: screen.type.version,
                state: try RawJSON(encoding: screen.value),
                step: screen.step
            )
        }
        self.retained = retained.isEmpty ? nil : retained
        home = node.home?.number
        hasReplacedRoot = node.hasReplacedRoot ? true : nil
    }
}

extension StoredScreens.StoredScreen {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        writer.member("type", type)
        writer.member("version", version)
        writer.member("title", title)
        writer.member("state", state)
        if let step {
            writer.key("step")
            writer.beginObject()
            writer.member("screen", step.screen)
            writer.key("id")
            writer.string(step.id)
            writer.endObject()
        }
        writer.member("isRetained", isRetained)
        writer.member("isBarrier", isBarrier)
        if let derived {
            writer.key("derived")
            writer.array(derived) { writer, parameter in writer.raw(parameter) }
        }
        writer.endObject()
    }

    fileprivate init(_ reader: JSONReader) throws {
        id = try reader.optional("id")?.int
        name = try reader.member("name").string
        type = try reader.optional("type")?.string
        version = try reader.member("version").int
        title = try reader.optional("title")?.string
        state = try reader.member("state").raw
        step = try reader.optional("step").map { step in
            StepKey(screen: try step.member("screen").string, id: try step.optional("id")?.string)
        }
        isRetained = try reader.optional("isRetained")?.bool
        isBarrier = try reader.optional("isBarrier")?.bool
        derived = try reader.optional("derived")?.elements.map(\.raw)
    }
}

extension JSONWriter {
    /// Writes a member unless it is nil.
    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    /// Writes a member unless it is nil.
    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member unless it is nil.
    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    mutating func member(_ name: StaticString, _ value: RawJSON) {
        key(name)
        raw(value)
    }
}
