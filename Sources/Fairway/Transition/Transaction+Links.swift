import FairwayWire

/// Deep links. The entire chain opens in one change.
extension Transaction {
    /// Removes everything above the root flow's first screen and opens the link's chain there.
    func open(_ link: String) async throws {
        let (opened, pattern, chain) = try await resolve(link)
        let policies = StartPolicies(of: blueprint)
        for case .flow(let flow, _) in chain.map(\.content) {
            try policies.mayOpen(resolve(flow).type, for: context.user)
        }
        // The pattern, because journal entries are counted by name and the number of distinct links is unbounded.
        subject.name = pattern.description
        subject.params = params(of: link, with: subject.params)
        try await askFlows(opened)
        editor.clearAboveRoot()
        // The root flow may have finished during its start or in its link handler.
        guard var last = editor.tree.root?.id else { return }
        for part in chain {
            switch part.content {
            case .flow(let flow, let call):
                let id = NodeID(editor.tree.next.node)
                try await start(flow, as: part.style, for: call, by: last)
                guard editor.tree[id] != nil else { return }
                last = id
            case .screen(let screen):
                try show(screen, as: part.style, by: last)
            case .derived(let screen, let parameter):
                try await show(screen, for: parameter, as: part.style, by: last)
            }
        }
    }

    /// The link's journal entry: its text, and the input of a start request.
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

    private func resolve(_ link: String) async throws -> (OpenedLink, LinkPattern, [ChainLink]) {
        for candidate in blueprint.links {
            guard let opened = candidate.pattern.match(link) else { continue }
            let navigator = LinkNavigator(
                dependencies: context.handlerDependencies,
                device: context.device,
                language: language
            )
            try await candidate.open(opened, navigator)
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
        guard let front = editor.tree.front,
            let (responder, handler) = editor.tree.responder(from: front.owner, to: RouteKey(.link))
        else { return }
        if case .link(.refuse(let reason)) = try await handler(self, responder, opened) {
            throw Problem(.linkRefused, language.string(reason))
        }
    }
}
