/// Validates an app before the server starts.
struct BlueprintCheck {
    let initial: FlowType
    let types: [FlowType]
    let links: [Link]
    let services: [Service]
    let performers: [Performer]
    let files: [PublicFile]

    /// Every screen named by a route or an ordered flow, once.
    var screens: [any Screen.Type] {
        var known: Set<ObjectIdentifier> = []
        return types.flatMap(\.screens).filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    func run() throws {
        try checkNames()
        try checkPolicies()
        try checkSteps()
        try checkDerivedSteps()
        try checkSubFlows()
        try checkLinks()
        try checkServices()
        try checkPerformers()
        try checkFiles()
    }

    private func checkNames() throws {
        for type in types where !TypeName.isUsable(type.storedName) || !TypeName.isUsable(type.name) {
            throw Mistake(
                "\(type.metatype) has no stable name (“\(type.storedName)”): give it a `static let name`."
            )
        }
        let plain = types.filter { $0.idiom == nil }
        if let twice = Dictionary(grouping: plain, by: \.name).values.first(where: { $0.count > 1 }) {
            let both = twice.map { "\($0.metatype)" }.joined(separator: " and ")
            throw Mistake(
                "two flows are called \(twice[0].name) (\(both)): declare one once, or give one a `static let name`."
            )
        }
        // Stored state is decoded by type name, so one name must identify one flow.
        for own in types {
            guard let other = types.first(where: { $0.storedName == own.storedName && $0.role != own.role }) else {
                continue
            }
            throw Mistake(
                "\(own.metatype) is declared both as \(own.name) and as \(other.name): use a separate type for each."
            )
        }
        for variant in types where variant.idiom != nil {
            guard plain.contains(where: { $0.role == variant.role }) else {
                throw Mistake(
                    "\(variant.metatype) is a variant of \(variant.name), but \(variant.name) itself is not "
                        + "declared: add Flow(\(variant.name)())."
                )
            }
        }
        if let twice = Dictionary(grouping: screens, by: { $0.name }).values.first(where: { $0.count > 1 }) {
            let both = twice.map { "\($0)" }.joined(separator: " and ")
            throw Mistake("two screens are called \(twice[0].name) (\(both)): give one a `static let name`.")
        }
        if let screen = screens.first(where: { !TypeName.isUsable($0.name) }) {
            throw Mistake("\(screen) has no stable name (“\(screen.name)”): give it a `static let name`.")
        }
    }

    private func checkPolicies() throws {
        guard initial.startPolicy != .appOnly else {
            throw Mistake(
                "\(initial.name) is the initial flow and .appOnly, so no session could start: use .anyone or .signedIn."
            )
        }
        if let type = types.first(where: { $0.retention.map { $0 < .zero } ?? false }) {
            throw Mistake("the retention of \(type.name) is negative: use .zero or more.")
        }
    }

    /// An ordered flow's position is stored as the step's screen name and id, so the pair must be unique.
    private func checkSteps() throws {
        for type in types {
            var known: Set<StepKey> = []
            guard let twice = type.order?.steps.first(where: { !known.insert($0.key).inserted }) else { continue }
            throw Mistake(
                "\(type.storedName) has two steps \(twice.key.screen) with the same id: give each its own id."
            )
        }
    }

    private func checkDerivedSteps() throws {
        for type in types {
            for step in type.order?.steps ?? [] {
                let (flow, screen) = (type.storedName, step.screen.name)
                let isRouted = type.makers[ObjectIdentifier(step.screen)] != nil
                switch step.content {
                case .derived(nil):
                    // The nearest declaration applies, so one with a parameter hides those above.
                    let declaring = type.maker(of: step.screen, at: nil) == nil ? types : [type]
                    let makers = declaring.compactMap { $0.maker(of: step.screen, at: nil) }
                    guard !makers.contains(where: { $0.parameter == nil }) else { continue }
                    throw Mistake(
                        "\(flow) has a step \(screen) without a closure, and no flow declares shows(\(screen).self): "
                            + "declare it in the routes of \(flow), or add a closure to the step."
                    )
                case .derived where isRouted:
                    throw Mistake(
                        "\(flow) derives \(screen) twice, by a step and by shows(\(screen).self): remove one of the two "
                            + "closures."
                    )
                case .own where isRouted:
                    throw Mistake(
                        "\(flow) has a step \(screen) with `keep:`, which has state of its own, and shows(\(screen).self): "
                            + "remove `keep:` and the step's closure, or remove `shows`."
                    )
                case .derived, .own: continue
                }
            }
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
                    "the link \(link.pattern) is never reached, because the earlier link \(earlier.pattern) matches "
                        + "the same paths: declare it first, or remove one of them."
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
            throw Mistake("the job “\(nameless.name)” has no stable name: give it a `static let name`.")
        }
    }

    private func checkFiles() throws {
        if let twice = Dictionary(grouping: files, by: \.path).values.first(where: { $0.count > 1 }) {
            throw Mistake("the file \(twice[0].path) is declared twice: keep one of them.")
        }
        if let wrong = files.first(where: { $0.path.isEmpty || $0.path.hasPrefix("/") || $0.path.hasSuffix("/") }) {
            throw Mistake("the file “\(wrong.path)” has no path like index.html or images/logo.png.")
        }
    }

    var warnings: [String] { shadowedRoutes + requiredInput }

    /// Warns about an initial flow that requires input, because clients that do not know the app start it without.
    private var requiredInput: [String] {
        guard initial.input?.schema["required"] != nil else { return [] }
        return [
            "\(initial.name) requires input, so links, `play` and the web client cannot start it: make the members of its "
                + "Input optional."
        ]
    }

    /// Warns about a route for a screen that belongs to another flow which has its own route for it. The responder
    /// chain finds the owner's route first.
    private var shadowedRoutes: [String] {
        types.flatMap { type in
            type.subjects.compactMap { kind, subject in
                guard kind == .action, case .screen(let screen) = subject,
                    let home = types.first(where: { screen.name.hasPrefix($0.name + ".") && $0.name != type.name }),
                    home.answers(RouteKey(.action, screen))
                else { return nil }
                return
                    "\(type.storedName) has a route for \(screen.name), which \(home.name) also handles: the route is "
                    + "reached only where \(type.storedName) shows that screen. Remove it otherwise."
            }
        }
    }
}
