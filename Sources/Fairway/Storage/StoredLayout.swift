import FairwayWire

/// The containers of a session as they are stored: what lies where, by number. The screens themselves are in the rows of
/// the flows that show them.
///
/// It is read with each session that is loaded, and written where something moves, which is why both are done by hand.
struct StoredLayout {
    var next: NextIdentifiers
    var layers: [StoredLayer]

    struct StoredLayer {
        var presentation: Presentation?
        var navigates: Bool
        var area: StoredArea
    }

    /// One of the three kinds of area, told apart by which members are there.
    struct StoredArea {
        var id: Int
        var owner: Int?
        /// Of a stack: the screens, each followed by the flow that shows it.
        var screens: [Int]?
        /// Of tabs.
        var selected: String?
        var tabs: [StoredTab]?
        /// Of a split view: the primary half and the secondary one.
        var halves: [StoredArea]?
    }

    struct StoredTab {
        var key: String
        var title: String
        var area: StoredArea
        var unstarted: StoredUnstarted?
    }

    struct StoredUnstarted {
        var flow: String
        var version: Int
        var state: RawJSON
    }
}

extension StoredLayout: HandWritten {
    /// Writes all members; of areas those that there are.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("next")
        next.write(to: &writer)
        writer.key("layers")
        writer.array(layers) { writer, layer in layer.write(to: &writer) }
        writer.endObject()
    }
}

extension NextIdentifiers {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("screen")
        writer.int(screen)
        writer.key("node")
        writer.int(node)
        writer.key("container")
        writer.int(container)
        writer.key("effect")
        writer.int(effect)
        writer.key("job")
        writer.int(job)
        writer.endObject()
    }
}

extension StoredLayout.StoredLayer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("presentation")
        writer.string(presentation?.rawValue)
        writer.key("navigates")
        writer.bool(navigates)
        writer.key("area")
        area.write(to: &writer)
        writer.endObject()
    }
}

extension StoredLayout.StoredArea {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.int(id)
        if let owner {
            writer.key("owner")
            writer.int(owner)
        }
        if let screens {
            writer.key("screens")
            writer.array(screens) { writer, number in writer.int(number) }
        }
        if let selected {
            writer.key("selected")
            writer.string(selected)
        }
        if let tabs {
            writer.key("tabs")
            writer.array(tabs) { writer, tab in tab.write(to: &writer) }
        }
        if let halves {
            writer.key("halves")
            writer.array(halves) { writer, half in half.write(to: &writer) }
        }
        writer.endObject()
    }
}

extension StoredLayout.StoredTab {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("key")
        writer.string(key)
        writer.key("title")
        writer.string(title)
        writer.key("area")
        area.write(to: &writer)
        writer.key("unstarted")
        if let unstarted { unstarted.write(to: &writer) } else { writer.null() }
        writer.endObject()
    }
}

extension StoredLayout.StoredUnstarted {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("flow")
        writer.string(flow)
        writer.key("version")
        writer.int(version)
        writer.key("state")
        writer.raw(state)
        writer.endObject()
    }
}

extension StoredLayout {
    /// The layout that was stored.
    init(_ reader: JSONReader) throws {
        next = try NextIdentifiers(reader.member("next"))
        layers = try reader.member("layers").elements.map(StoredLayer.init)
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
}

extension StoredLayout.StoredLayer {
    fileprivate init(_ reader: JSONReader) throws {
        presentation = try reader.optional("presentation").map { Presentation(name: try $0.string) }
        navigates = try reader.member("navigates").bool
        area = try StoredLayout.StoredArea(reader.member("area"))
    }
}

extension StoredLayout.StoredArea {
    fileprivate init(_ reader: JSONReader) throws {
        id = try reader.member("id").int
        owner = try reader.optional("owner")?.int
        screens = try reader.optional("screens")?.elements.map { try $0.int }
        selected = try reader.optional("selected")?.string
        tabs = try reader.optional("tabs")?.elements.map(StoredLayout.StoredTab.init)
        halves = try reader.optional("halves")?.elements.map(Self.init)
    }
}

extension StoredLayout.StoredTab {
    fileprivate init(_ reader: JSONReader) throws {
        key = try reader.member("key").string
        title = try reader.member("title").string
        area = try StoredLayout.StoredArea(reader.member("area"))
        unstarted = try reader.optional("unstarted").map(StoredLayout.StoredUnstarted.init)
    }
}

extension StoredLayout.StoredUnstarted {
    fileprivate init(_ reader: JSONReader) throws {
        flow = try reader.member("flow").string
        version = try reader.member("version").int
        state = try reader.member("state").raw
    }
}

extension StoredLayout {
    /// The layout of a tree.
    init(_ tree: Tree) {
        next = tree.next
        layers = tree.layers.map {
            StoredLayer(presentation: $0.presentation, navigates: $0.navigates, area: StoredArea($0.area))
        }
    }
}

extension StoredLayout.StoredArea {
    init(_ area: Area) {
        self.init(id: area.id.number, owner: area.owner?.number)
        switch area {
        case .stack(let stack):
            screens = stack.entries.flatMap { [$0.screen.number, $0.owner.number] }
        case .tabs(let tabs):
            selected = tabs.selected
            self.tabs = tabs.tabs.map { tab in
                StoredLayout.StoredTab(
                    key: tab.key,
                    title: tab.title,
                    area: Self(tab.area),
                    unstarted: tab.unstarted.map {
                        StoredLayout.StoredUnstarted(
                            flow: $0.flow,
                            version: $0.version,
                            state: $0.state
                        )
                    }
                )
            }
        case .split(let split):
            halves = [Self(split.primary), Self(split.secondary)]
        }
    }

    /// The area that was stored; nil for what this build would not have written.
    var area: Area? {
        let id = ContainerID(id)
        if let screens {
            guard screens.count.isMultiple(of: 2) else { return nil }
            let entries = stride(from: 0, to: screens.count, by: 2).map {
                Area.Entry(screen: ScreenID(screens[$0]), owner: NodeID(screens[$0 + 1]))
            }
            return .stack(Area.Stack(id: id, entries: entries))
        }
        guard let owner = owner.map(NodeID.init) else { return nil }
        if let tabs, let selected {
            let parts = tabs.compactMap { tab in
                tab.area.area.map { area in
                    Area.Tab(
                        key: tab.key,
                        title: tab.title,
                        area: area,
                        unstarted: tab.unstarted.map {
                            UnstartedFlow(flow: $0.flow, version: $0.version, state: $0.state)
                        }
                    )
                }
            }
            guard parts.count == tabs.count else { return nil }
            return .tabs(Area.Tabs(id: id, owner: owner, selected: selected, tabs: parts))
        }
        guard let halves, halves.count == 2, let primary = halves[0].area, let secondary = halves[1].area else {
            return nil
        }
        return .split(Area.Split(id: id, owner: owner, primary: primary, secondary: secondary))
    }
}
