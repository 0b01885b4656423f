/// Everything about an app that can be checked before it serves anybody.
struct BlueprintCheck {
    let types: [FlowType]
    let links: [Link]
    let services: [Service]
    let performers: [Performer]

    /// Every screen that a route or an order names, once.
    var screens: [any Screen.Type] {
        var known: Set<ObjectIdentifier> = []
        let named = types.flatMap { type in
            type.subjects.compactMap { if case .screen(let screen) = $0.subject { screen } else { nil } }
                + (type.order?.steps.map(\.screen) ?? [])
        }
        return named.filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    func run() throws {
        try checkNames()
        try checkSteps()
        try checkSubFlows()
        try checkLinks()
        try checkServices()
        try checkPerformers()
    }

    private func checkNames() throws {
        for type in types where !TypeName.isUsable(type.storedName) || !TypeName.isUsable(type.name) {
            throw Mistake(
                "\(type.metatype) has no name that stays the same (“\(type.storedName)”): give it a `static let name`."
            )
        }
        let plain = types.filter { $0.idiom == nil }
        if let twice = Dictionary(grouping: plain, by: \.name).values.first(where: { $0.count > 1 }) {
            let both = twice.map { "\($0.metatype)" }.joined(separator: " and ")
            throw Mistake(
                "two flows are called \(twice[0].name) (\(both)): declare one once, or give one a `static let name`."
            )
        }
        // Stored state is read by the name of its type, which therefore has to stand for one flow.
        for own in types {
            guard let other = types.first(where: { $0.storedName == own.storedName && $0.role != own.role }) else {
                continue
            }
            throw Mistake(
                "\(own.metatype) is declared both as \(own.name) and as \(other.name): give each a controller of its own."
            )
        }
        for variant in types where variant.idiom != nil {
            guard plain.contains(where: { $0.role == variant.role }) else {
                throw Mistake(
                    "\(variant.metatype) stands in for \(variant.name) on one device, but \(variant.name) itself is not "
                        + "declared: add Flow(\(variant.name)())."
                )
            }
        }
        if let twice = Dictionary(grouping: screens, by: { $0.name }).values.first(where: { $0.count > 1 }) {
            let both = twice.map { "\($0)" }.joined(separator: " and ")
            throw Mistake("two screens are called \(twice[0].name) (\(both)): give one a `static let name`.")
        }
        if let screen = screens.first(where: { !TypeName.isUsable($0.name) }) {
            throw Mistake("\(screen) has no name that stays the same (“\(screen.name)”): give it a `static let name`.")
        }
    }

    /// Where a flow stands is known by its step's name and id alone.
    private func checkSteps() throws {
        for type in types {
            var known: Set<StepKey> = []
            guard let twice = type.order?.steps.first(where: { !known.insert($0.key).inserted }) else { continue }
            throw Mistake(
                "\(type.storedName) has two steps \(twice.key.screen) that nothing tells apart: give each an id of its own."
            )
        }
    }

    private func checkSubFlows() throws {
        for type in types {
            for case .flow(let child) in type.subjects.map(\.subject) {
                guard types.contains(where: { $0.role == ObjectIdentifier(child) }) else {
                    throw Mistake(
                        "\(type.storedName) has a route for \(child.name), which the app does not declare: "
                            + "add Flow(\(child.name)()) to it."
                    )
                }
            }
        }
    }

    private func checkLinks() throws {
        for (index, link) in links.enumerated() {
            if let earlier = links[..<index].first(where: { $0.pattern.covers(link.pattern) }) {
                throw Mistake(
                    "the link \(link.pattern) is never reached, because \(earlier.pattern) before it matches all "
                        + "that it does: put it first, or remove one of them."
                )
            }
        }
    }

    private func checkServices() throws {
        if let twice = Dictionary(grouping: services, by: \.key).values.first(where: { $0.count > 1 }) {
            throw Mistake("the service \(twice[0].name) is declared twice: keep one of them.")
        }
    }

    private func checkPerformers() throws {
        if let twice = Dictionary(grouping: performers, by: \.name).values.first(where: { $0.count > 1 }) {
            throw Mistake("the job \(twice[0].name) has two performers: keep one of them.")
        }
        if let nameless = performers.first(where: { !TypeName.isUsable($0.name) }) {
            throw Mistake("the job “\(nameless.name)” has no name that stays the same: give it a `static let name`.")
        }
    }

    /// A route for a screen that another flow shows and handles itself is never reached from there.
    var warnings: [String] {
        types.flatMap { type in
            type.subjects.compactMap { kind, subject in
                guard kind == .action, case .screen(let screen) = subject,
                    let home = types.first(where: { screen.name.hasPrefix($0.name + ".") && $0.name != type.name }),
                    home.answers(RouteKey(.action, screen))
                else { return nil }
                return
                    "\(type.storedName) has a route for \(screen.name), which \(home.name) handles itself: the route is "
                    + "reached only where \(type.storedName) shows that screen. Remove it if it does not."
            }
        }
    }
}
