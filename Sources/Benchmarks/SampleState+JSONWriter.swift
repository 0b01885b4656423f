import FairwayWire

/// The document as one would write it by hand.
extension SampleState {
    func written() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("session")
        writer.string(session)
        writer.key("revision")
        writer.int(revision)
        writer.key("status")
        writer.string(status)
        writer.key("moves")
        writer.array(moves) { writer, move in
            writer.beginObject()
            writer.key("move")
            writer.string(move.move)
            writer.key("container")
            writer.string(move.container)
            writer.key("screen")
            writer.string(move.screen)
            writer.endObject()
        }
        writer.key("screen")
        if let screen { screen.write(to: &writer) } else { writer.null() }
        writer.key("navigation")
        if let navigation { navigation.write(to: &writer) } else { writer.null() }
        writer.key("effects")
        writer.array(effects) { writer, effect in
            writer.beginObject()
            writer.key("effect")
            writer.string(effect.effect)
            writer.key("url")
            writer.string(effect.url)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}

extension SampleState.Screen {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("flow")
        writer.string(flow)
        writer.key("version")
        writer.int(version)
        writer.key("presentation")
        writer.string(presentation)
        writer.key("back")
        writer.bool(back)
        writer.key("viewModel")
        writer.beginObject()
        writer.key("title")
        writer.string(viewModel.title)
        writer.key("progress")
        if let progress = viewModel.progress { try? writer.double(progress) } else { writer.null() }
        writer.endObject()
        writer.key("actions")
        writer.array(actions) { $0.string($1) }
        writer.key("draft")
        writer.beginObject()
        writer.key("name")
        writer.string(draft?.name)
        writer.endObject()
        writer.endObject()
    }
}

extension SampleState.Container {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("kind")
        writer.string(kind)
        writer.key("presentation")
        writer.string(presentation)
        writer.key("screens")
        writer.array(screens) { writer, screen in
            writer.beginObject()
            writer.key("id")
            writer.string(screen.id)
            writer.key("name")
            writer.string(screen.name)
            writer.key("flow")
            writer.string(screen.flow)
            writer.endObject()
        }
        writer.key("presented")
        writer.array(presented) { $1.write(to: &$0) }
        writer.endObject()
    }
}
