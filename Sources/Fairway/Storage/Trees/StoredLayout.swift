import FairwayWire

/// The stored containers of a session, and its next ids. Screens are stored in flows and referred to by number.
///
/// Every load decodes it and every move encodes it, so this code is written by hand for speed.
struct StoredLayout: HandWritten {
    var next: NextIdentifiers
    var layers: [Layer]

    init(_ tree: Tree) { (next, layers) = (tree.next, tree.layers) }

    init(next: NextIdentifiers, layers: [Layer]) { (self.next, self.layers) = (next, layers) }

    init(_ reader: JSONReader) throws {
        next = try NextIdentifiers(reader.member("next"))
        layers = try reader.member("layers").elements.map { layer in
            Layer(
                presentation: try layer.optional("presentation").map { Presentation(name: try $0.string) },
                navigates: try layer.member("navigates").bool,
                area: try Area(layer.member("area"))
            )
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("next")
        next.write(to: &writer)
        writer.key("layers")
        writer.array(layers) { writer, layer in
            writer.beginObject()
            writer.key("presentation")
            writer.string(layer.presentation?.rawValue)
            writer.member("navigates", layer.navigates)
            writer.key("area")
            layer.area.write(to: &writer)
            writer.endObject()
        }
        writer.endObject()
    }
}

extension NextIdentifiers {
    fileprivate init(_ reader: JSONReader) throws {
        screen = try reader.member("screen").int
        node = try reader.member("node").int
        container = try reader.member("container").int
        effect = try reader.member("effect").int
        job = try reader.member("job").int
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.member("node", node)
        writer.member("container", container)
        writer.member("effect", effect)
        writer.member("job", job)
        writer.endObject()
    }
}

extension Area {
    /// Reads an area. A stack has `screens`, tabs have `tabs`, a split view has `halves`.
    fileprivate init(_ reader: JSONReader) throws {
        let id = ContainerID(try reader.member("id").int)
        if let screens = try reader.optional("screens")?.elements.map({ try $0.int }) {
            guard screens.count.isMultiple(of: 2) else { throw Mistake("a stack has a screen without its flow") }
            let entries = stride(from: 0, to: screens.count, by: 2).map {
                Entry(screen: ScreenID(screens[$0]), owner: NodeID(screens[$0 + 1]))
            }
            self = .stack(Stack(id: id, entries: entries))
            return
        }
        let owner = NodeID(try reader.member("owner").int)
        if let tabs = try reader.optional("tabs")?.elements.map(TabArea.init) {
            self = .tabs(Tabs(id: id, owner: owner, selected: try reader.member("selected").string, tabs: tabs))
            return
        }
        let halves = try reader.member("halves").elements.map(Area.init)
        guard halves.count == 2 else { throw Mistake("a split view has \(halves.count) halves") }
        self = .split(Split(id: id, owner: owner, primary: halves[0], secondary: halves[1]))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id.number)
        writer.member("owner", owner?.number)
        switch self {
        case .stack(let stack):
            writer.key("screens")
            writer.beginArray()
            // Each screen is followed by its flow.
            for entry in stack.entries {
                writer.int(entry.screen.number)
                writer.int(entry.owner.number)
            }
            writer.endArray()
        case .tabs(let tabs):
            writer.member("selected", tabs.selected)
            writer.key("tabs")
            writer.array(tabs.tabs) { writer, tab in tab.write(to: &writer) }
        case .split(let split):
            writer.key("halves")
            writer.array([split.primary, split.secondary]) { writer, half in half.write(to: &writer) }
        }
        writer.endObject()
    }
}

extension Area.TabArea {
    fileprivate init(_ reader: JSONReader) throws {
        let shownTitle = try reader.member("title").string
        self.init(
            key: try reader.member("key").string,
            title: try reader.optional("text").map { try JSON.decode(Text.self, from: $0.raw.bytes) }
                ?? Text(stringLiteral: shownTitle),
            shownTitle: shownTitle,
            area: try Area(reader.member("area")),
            unstarted: try reader.optional("unstarted").map { flow in
                UnstartedFlow(
                    flow: try flow.member("flow").string,
                    version: try flow.member("version").int,
                    state: try flow.member("state").raw
                )
            }
        )
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", key)
        writer.member("title", shownTitle)
        // Absent if the title is its own key. A title with an argument that JSON cannot represent, such as infinity, is
        // not translated again.
        if title != Text(stringLiteral: shownTitle), let text = try? RawJSON(encoding: title) {
            writer.member("text", text)
        }
        writer.key("area")
        area.write(to: &writer)
        writer.key("unstarted")
        if let unstarted {
            writer.beginObject()
            writer.member("flow", unstarted.flow)
            writer.member("version", unstarted.version)
            writer.member("state", unstarted.state)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.endObject()
    }
}
