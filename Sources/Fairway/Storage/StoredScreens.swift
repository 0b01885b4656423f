import FairwayWire

/// The screens of one flow as they are stored, and what else its node has to remember.
///
/// Every change writes them anew for the flows that it touched, and every session that is loaded has them read, which is
/// why both are done by hand.
struct StoredScreens {
    var shown: [StoredScreen]
    var retained: [StoredScreen]?
    /// The container in which the flow's first screen was put.
    var home: Int?
    var hasReplacedRoot: Bool?

    struct StoredScreen {
        var id: Int?
        var name: String
        /// The type's mangled name, only for a screen that no route names.
        var type: String?
        var version: Int
        var state: RawJSON
        var step: StepKey?
        var isRetained: Bool?
        var isBarrier: Bool?
    }
}

extension StoredScreens: HandWritten {
    /// Writes the members that there are.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("shown")
        writer.array(shown) { writer, screen in screen.write(to: &writer) }
        if let retained {
            writer.key("retained")
            writer.array(retained) { writer, screen in screen.write(to: &writer) }
        }
        if let home {
            writer.key("home")
            writer.int(home)
        }
        if let hasReplacedRoot {
            writer.key("hasReplacedRoot")
            writer.bool(hasReplacedRoot)
        }
        writer.endObject()
    }
}

extension StoredScreens.StoredScreen {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let id {
            writer.key("id")
            writer.int(id)
        }
        writer.key("name")
        writer.string(name)
        if let type {
            writer.key("type")
            writer.string(type)
        }
        writer.key("version")
        writer.int(version)
        writer.key("state")
        writer.raw(state)
        if let step {
            writer.key("step")
            step.write(to: &writer)
        }
        if let isRetained {
            writer.key("isRetained")
            writer.bool(isRetained)
        }
        if let isBarrier {
            writer.key("isBarrier")
            writer.bool(isBarrier)
        }
        writer.endObject()
    }
}

extension StepKey {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("screen")
        writer.string(screen)
        writer.key("id")
        writer.string(id)
        writer.endObject()
    }
}

extension StoredScreens {
    /// The screens that were stored.
    init(_ reader: JSONReader) throws {
        shown = try reader.member("shown").elements.map(StoredScreen.init)
        retained = try reader.optional("retained")?.elements.map(StoredScreen.init)
        home = try reader.optional("home")?.int
        hasReplacedRoot = try reader.optional("hasReplacedRoot")?.bool
    }
}

extension StoredScreens.StoredScreen {
    fileprivate init(_ reader: JSONReader) throws {
        id = try reader.optional("id")?.int
        name = try reader.member("name").string
        type = try reader.optional("type")?.string
        version = try reader.member("version").int
        state = try reader.member("state").raw
        step = try reader.optional("step").map(StepKey.init)
        isRetained = try reader.optional("isRetained")?.bool
        isBarrier = try reader.optional("isBarrier")?.bool
    }
}

extension StepKey {
    fileprivate init(_ reader: JSONReader) throws {
        screen = try reader.member("screen").string
        id = try reader.optional("id")?.string
    }
}

extension StoredScreens {
    /// The screens of a node whose shown screens have been encoded.
    init(_ node: Node, _ blueprint: Blueprint) throws {
        shown = try node.screens.map { screen in
            StoredScreen(
                id: screen.id.number,
                name: screen.type.name,
                type: blueprint.mangledName(of: screen.type),
                version: screen.encodedVersion,
                state: try screen.json(),
                step: screen.step,
                isRetained: screen.isRetained ? true : nil,
                isBarrier: screen.isBarrier ? true : nil
            )
        }
        retained =
            node.retained.isEmpty
            ? nil
            : try node.retained.map { screen in
                StoredScreen(
                    name: screen.type.name,
                    type: blueprint.mangledName(of: screen.type),
                    version: screen.type.version,
                    state: try RawJSON(encoding: screen.value),
                    step: screen.step
                )
            }
        home = node.home?.number
        hasReplacedRoot = node.hasReplacedRoot ? true : nil
    }
}

extension Blueprint {
    /// How a screen's type is found again when its name alone does not tell.
    fileprivate func mangledName(of type: ScreenType) -> String? {
        isDeclared(type) ? nil : type.mangledName
    }
}
