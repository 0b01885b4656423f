/// The rooms under `Sources` import each other as `docs/architecture.md` draws it, and in no circle.
struct ImportGraphRule: HouseRule {
    /// Which rooms a room may import.
    static let allowed: [String: Set<String>] = [
        "FairwayWire": [],
        "Fairway": ["FairwayWire", "COpenSSL", "CZlib"],
        "FairwayAssets": ["CAssets"],
        "FairwayHTTP": ["CEpoll", "CZlib"],
        "FairwaySQLite": ["Fairway", "FairwayAssets", "FairwayWire", "CSQLite"],
        "FairwayPostgres": ["Fairway", "FairwayAssets", "FairwayWire", "CEpoll", "CPostgres"],
        "FairwayServer": [
            "Fairway", "FairwayAssets", "FairwayClient", "FairwayDoubles", "FairwayHTTP", "FairwayTerminal",
            "FairwayWire", "FairwaySQLite", "FairwayPostgres",
        ],
        "FairwayClient": ["FairwayWire"],
        "FairwayTerminal": ["FairwayClient", "FairwayWire"],
        "FairwayDoubles": ["Fairway", "FairwayWire"],
        "FairwayTesting": ["Fairway", "FairwayDoubles", "FairwayWire"],
        "Samples": ["Fairway", "FairwayServer", "CSQLite"],
        "Benchmarks": [
            "Fairway", "FairwayHTTP", "FairwayWire", "FairwayServer", "FairwaySQLite", "FairwayDoubles",
            "CAllocations", "CEpoll", "CSQLite",
        ],
        "CAllocations": [], "CAssets": [], "CEpoll": [], "COpenSSL": [],
        "CPostgres": [], "CSQLite": [], "CZlib": [],
    ]

    /// The server names these in one file only.
    static let stores: Set<String> = ["FairwaySQLite", "FairwayPostgres"]

    func violations(in project: Project) -> [Violation] {
        let imports = project.files.filter { $0.isSwift && $0.isInSources }.flatMap(Import.all)
        return strangers(in: project) + imports.filter { !isAllowed($0) }.map(Self.forbidden)
            + storesNamedTwice(imports) + circle(imports)
    }

    private func isAllowed(_ one: Import) -> Bool {
        Self.allowed[one.module] == nil || one.module == one.room
            || Self.allowed[one.room]?.contains(one.module) == true
    }

    private static func forbidden(_ one: Import) -> Violation {
        Violation(path: one.path, line: one.line, message: "\(one.room) may not import \(one.module)")
    }

    /// A room nobody drew would be in no rule's way.
    private func strangers(in project: Project) -> [Violation] {
        let rooms = Set(project.paths.compactMap { SourceFile(path: $0, text: "").room })
        return rooms.subtracting(Self.allowed.keys).sorted().map { room in
            Violation(path: "Sources/\(room)", message: "a room that architecture.md and this rule do not know")
        }
    }

    private func storesNamedTwice(_ imports: [Import]) -> [Violation] {
        let naming = imports.filter { $0.room == "FairwayServer" && Self.stores.contains($0.module) }
        return naming.filter { $0.path != naming.first?.path }.map { one in
            Violation(path: one.path, line: one.line, message: "\(naming[0].path) names the stores; no other file does")
        }
    }

    /// Of the imports that are there, so that a graph drawn wrongly above does not hide one.
    private func circle(_ imports: [Import]) -> [Violation] {
        var remaining = Dictionary(grouping: imports, by: \.room).mapValues { Set($0.map(\.module)) }
        // A room that imports none of those that remain is in no circle; what is left when there is no such room is.
        while let free = remaining.first(where: { $0.value.isDisjoint(with: remaining.keys) }) {
            remaining[free.key] = nil
        }
        guard !remaining.isEmpty else { return [] }
        return [Violation(path: "Sources", message: "a circle in \(remaining.keys.sorted().joined(separator: ", "))")]
    }
}
