/// Modules import each other as `docs/architecture.md` shows, without cycles.
struct ImportGraphRule: HouseRule {
    /// The modules of the package that each module may import.
    static let allowed: [String: Set<String>] = [
        "FairwayWire": [],
        "Fairway": ["FairwayWire", "COpenSSL", "CZlib"],
        "EmbedFiles": [],
        "RenderDocs": [],
        "FairwayAssets": [],
        "FairwayHTTP": ["CEpoll", "CZlib"],
        "FairwayEvents": ["Fairway", "FairwayWire"],
        "FairwayOperators": ["Fairway", "FairwayWire"],
        "FairwayQuarantine": ["Fairway", "FairwayOperators", "FairwayWire"],
        "FairwayTraces": ["Fairway", "FairwayWire"],
        "FairwaySQLite": [
            "Fairway", "FairwayAssets", "FairwayEvents", "FairwayOperators", "FairwayQuarantine", "FairwayWire",
            "CSQLite",
        ],
        "FairwayPostgres": [
            "Fairway", "FairwayAssets", "FairwayEvents", "FairwayOperators", "FairwayQuarantine", "FairwayWire",
            "CEpoll", "CPostgres",
        ],
        "FairwayServer": [
            "COpenSSL", "Fairway", "FairwayAssets", "FairwayClient", "FairwayEvents", "FairwayHTTP",
            "FairwayOperators", "FairwayPostgres", "FairwayQuarantine", "FairwaySQLite", "FairwayTraces", "FairwayWire",
        ],
        "FairwayClient": ["FairwayWire"],
        "FairwayTerminal": ["Fairway", "FairwayClient", "FairwayServer", "FairwayWire"],
        "FairwayDoubles": ["Fairway", "FairwayEvents", "FairwayOperators", "FairwayWire"],
        "FairwayTesting": ["Fairway", "FairwayDoubles", "FairwayEvents", "FairwayOperators", "FairwayWire"],
        "Samples": ["Fairway", "FairwayAssets", "FairwayWire"],
        "SamplesTool": [
            "COpenSSL", "Fairway", "FairwayAssets", "FairwayHTTP", "FairwayServer", "FairwayTerminal", "FairwayWire",
            "Samples",
        ],
        "Benchmarks": [
            "Fairway", "FairwayHTTP", "FairwayOperators", "FairwayWire", "FairwayServer", "FairwaySQLite",
            "FairwayDoubles", "CAllocations", "CEpoll", "CSQLite",
        ],
        "CAllocations": [], "CEpoll": [], "COpenSSL": [],
        "CPostgres": [], "CSQLite": [], "CZlib": [],
    ]

    /// The stores. Only one file of the server may import them.
    static let stores: Set<String> = ["FairwaySQLite", "FairwayPostgres"]

    func violations(in project: Project) -> [Violation] {
        let imports = project.files.filter { $0.isSwift && $0.isInSources }.flatMap(Import.all)
        return unknownModules(in: project) + imports.filter { !isAllowed($0) }.map(Self.forbidden)
            + storesNamedTwice(imports) + cycle(imports)
    }

    private func isAllowed(_ one: Import) -> Bool {
        Self.allowed[one.module] == nil || one.module == one.importer
            || Self.allowed[one.importer]?.contains(one.module) == true
    }

    private static func forbidden(_ one: Import) -> Violation {
        Violation(path: one.path, line: one.line, message: "\(one.importer) may not import \(one.module)")
    }

    private func unknownModules(in project: Project) -> [Violation] {
        let modules = Set(project.paths.compactMap { SourceFile(path: $0, text: "").module })
        return modules.subtracting(Self.allowed.keys).sorted().map { module in
            Violation(path: "Sources/\(module)", message: "add the module to docs/architecture.md and ImportGraphRule")
        }
    }

    private func storesNamedTwice(_ imports: [Import]) -> [Violation] {
        let naming = imports.filter { $0.importer == "FairwayServer" && Self.stores.contains($0.module) }
        return naming.filter { $0.path != naming.first?.path }.map { one in
            Violation(path: one.path, line: one.line, message: "only \(naming[0].path) may import the stores")
        }
    }

    /// Examines the actual imports, because `allowed` could itself contain a cycle.
    private func cycle(_ imports: [Import]) -> [Violation] {
        var remaining = Dictionary(grouping: imports, by: \.importer).mapValues { Set($0.map(\.module)) }
        // A module that imports no remaining module is in no cycle.
        while let free = remaining.first(where: { $0.value.isDisjoint(with: remaining.keys) }) {
            remaining[free.key] = nil
        }
        guard !remaining.isEmpty else { return [] }
        return [Violation(path: "Sources", message: "a cycle of \(remaining.keys.sorted().joined(separator: ", "))")]
    }
}
