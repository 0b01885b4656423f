import Fairway

/// The modules of a page as one script.
///
/// Each module becomes a function that returns an object with its exports. Static imports run in the same order as in a
/// browser. Dynamic imports run on first use.
struct ScriptBundle {
    /// The script.
    let text: [UInt8]
    /// The style sheets that the modules load, in the order of the modules.
    let styles: [String]

    /// - Parameters:
    ///   - entry: The path of the page's module.
    ///   - module: Reads a module.
    ///   - hasStyle: Whether a style sheet is on this server.
    init(
        of entry: String,
        reading module: (String) throws(Mistake) -> ScriptModule,
        hasStyle: (String) -> Bool
    ) throws(Mistake) {
        var graph = ScriptGraph(entry: entry)
        try graph.add(entry, reading: module)
        let styles = graph.styles.filter(hasStyle)
        let lines =
            try graph.later.map { path throws(Mistake) in try graph.definition(of: path, styles) }
            + graph.atStart.dropLast().map { path throws(Mistake) in try graph.definition(of: path, styles) }
        let once = "const fairway$once = (make) => { let made; return () => (made ??= make()); };\n"
        text = Array(once.utf8) + lines.joined() + (try graph.body(of: entry, styles))
        self.styles = styles
    }
}

/// The modules of a page, and how they depend on each other.
private struct ScriptGraph {
    let entry: String
    private(set) var modules: [String: ScriptModule] = [:]
    /// The static imports, each after its own imports. The last one is the page's module.
    private(set) var atStart: [String] = []
    /// The dynamic imports.
    private(set) var later: [String] = []
    private var numbers: [String: Int] = [:]

    init(entry: String) { self.entry = entry }

    var styles: [String] {
        var found: [String] = []
        for path in atStart + later {
            for style in modules[path]?.styles ?? [] where !found.contains(style) { found.append(style) }
        }
        return found
    }

    mutating func add(_ path: String, reading module: (String) throws(Mistake) -> ScriptModule) throws(Mistake) {
        atStart = try visit(path, reading: module)
        var index = 0
        // Modules that are imported later can import others later.
        while index < atStart.count + later.count {
            let importer = (atStart + later)[index]
            for path in modules[importer]?.dynamicImports ?? [] { later += try visit(path, reading: module) }
            index += 1
        }
        for (number, path) in (later + atStart).enumerated() { numbers[path] = number }
    }

    /// Reads a module and its imports. Returns the new modules, each after its imports.
    private mutating func visit(
        _ path: String,
        from importers: [String] = [],
        reading read: (String) throws(Mistake) -> ScriptModule
    ) throws(Mistake) -> [String] {
        if importers.contains(path) || (path == entry && modules[path] != nil) {
            throw Mistake("\(path) and \(importers.last ?? path) import each other, which a bundle does not support.")
        }
        if modules[path] != nil { return [] }
        let module = try read(path)
        if module.awaits, path != entry {
            throw Mistake(
                "\(path) has an await outside of functions, which a bundle supports in the module of a page only."
            )
        }
        var found: [String] = []
        for dependency in module.imports {
            found += try visit(dependency.module, from: importers + [path], reading: read)
        }
        modules[path] = module
        return found + [path]
    }

    private func name(_ path: String) -> String { "fairway$\(numbers[path] ?? 0)" }

    /// The expression for the exports of a module.
    private func value(_ path: String) -> String { later.contains(path) ? name(path) + "()" : name(path) }

    func definition(of path: String, _ styles: [String]) throws(Mistake) -> [UInt8] {
        guard let module = modules[path] else { return [] }
        let exports = module.exports.map { export in
            switch export.value {
            case .local(let local): export.name == local ? local : "\(export.name): \(local)"
            case .imported(let index, let name): "\(export.name): \(value(module.imports[index].module)).\(name)"
            }
        }
        let end = "\nreturn { \(exports.joined(separator: ", ")) };\n}"
        let isLater = later.contains(path)
        return Array("const \(name(path)) = \(isLater ? "fairway$once(" : "(")() => {\n".utf8)
            + (try body(of: path, styles))
            + Array((end + (isLater ? ");\n" : ")();\n")).utf8)
    }

    /// The text of a module after its import declarations.
    func body(of path: String, _ styles: [String]) throws(Mistake) -> [UInt8] {
        guard let module = modules[path] else { return [] }
        var head = ""
        for dependency in module.imports { head += try declaration(of: dependency, in: path) }
        for export in module.exports {
            if case .imported(let index, let name) = export.value {
                try check(name, of: module.imports[index].module, in: path)
            }
        }
        return Array(head.utf8)
            + module.body { edit in
                switch edit {
                case .nothing: ""
                case .dynamicImport(let target):
                    // A module that runs at the start may not have run yet.
                    "Promise.resolve().then(\(later.contains(target) ? name(target) : "() => " + name(target)))"
                case .style(let style): styles.contains(style) ? "Promise.resolve()" : "loadStyle(\"/\(style)\")"
                }
            }
    }

    private func declaration(of dependency: ScriptModule.Import, in path: String) throws(Mistake) -> String {
        let value = value(dependency.module)
        if let (imported, local) = dependency.names.first, imported == "*" { return "const \(local) = \(value);\n" }
        for (imported, _) in dependency.names { try check(imported, of: dependency.module, in: path) }
        guard !dependency.names.isEmpty else { return later.contains(dependency.module) ? value + ";\n" : "" }
        let names = dependency.names.map { $0.imported == $0.local ? $0.local : "\($0.imported): \($0.local)" }
        return "const { \(names.joined(separator: ", ")) } = \(value);\n"
    }

    private func check(_ name: String, of module: String, in path: String) throws(Mistake) {
        guard modules[module]?.exports.contains(where: { $0.name == name }) == true else {
            throw Mistake("\(path) imports \(name), which \(module) does not export.")
        }
    }
}
