import FairwayWire

/// Deep links: the whole chain as one change, or nothing.
extension Transaction {
    /// Clears everything above the root flow's first screen and builds the link's chain there.
    func open(_ link: String) async throws {
        let (opened, pattern, chain) = try resolve(link)
        // By its pattern: what follows from the journal is counted by name, and links are as many as users can think of.
        note.name = pattern.description
        note.params = params(of: link, with: note.params)
        try await askFlows(opened)
        clearAboveRoot()
        // The session may be over: the root flow finished as it started, or when it was asked.
        guard var last = tree.root?.id else { return }
        for part in chain {
            switch part.content {
            case .flow(let flow):
                let id = NodeID(tree.next.node)
                try await start(flow, part.style, by: last)
                guard tree[id] != nil else { return }
                last = id
            case .screen(let screen):
                try show(screen, part.style, by: last)
            }
        }
    }

    /// What the journal has of a link: its text, and the input that came with it where a session started.
    private func params(of link: String, with input: RawJSON?) -> RawJSON {
        var writer = JSONWriter()
        writer.beginObject()
        if let input {
            writer.key("input")
            writer.raw(input)
        }
        writer.key("link")
        writer.string(link)
        writer.endObject()
        return RawJSON(writer)
    }

    private func resolve(_ link: String) throws -> (OpenedLink, LinkPattern, [ChainLink]) {
        for candidate in blueprint.links {
            guard let opened = candidate.pattern.match(link) else { continue }
            let navigator = LinkNavigator(dependencies: context.dependencies, device: context.device)
            try candidate.open(opened, navigator)
            guard !navigator.links.isEmpty else {
                throw Mistake("the link \(candidate.pattern) opens nothing: name at least one flow in nav.chain { … }.")
            }
            return (opened, candidate.pattern, navigator.links)
        }
        throw Problem(
            .noSuchLink,
            "No link matches \(link).",
            members: ["available": .array(blueprint.links.map { .string($0.pattern.description) })]
        )
    }

    private func askFlows(_ opened: OpenedLink) async throws {
        guard let front = tree.front,
            let (responder, handler) = tree.responder(from: front.owner, to: RouteKey(.link))
        else { return }
        if case .link(.refuse(let reason)) = try await handler(self, responder, opened) {
            throw Problem(.linkRefused, reason)
        }
    }

    /// Leaves the base with the root flow's first screen, or with its tabs or split view. The link clears the rest away
    /// as a whole, so that no flow is told of a child that it lost.
    private func clearAboveRoot() {
        guard let base = tree.layers.first else { return }
        let kept: Set<ScreenID>
        if case .stack(let stack) = base.area {
            kept = Set(stack.entries.prefix(1).map(\.screen))
        } else {
            kept = Set(base.area.entries.map(\.screen))
        }
        tree.removeContent {
            !kept.contains($0.screen)
        } areas: { area in
            base.area.area(area.id) == nil
        }
        tree.prune()
        while let id = tree.contentless(), tree[id]?.parent != nil { tree.remove(id) }
    }
}
