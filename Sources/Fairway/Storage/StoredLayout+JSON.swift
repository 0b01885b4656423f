import FairwayWire

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
