package import FairwayWire

extension SessionState {
    /// The computed view models with sensitive values masked. Nil if they are not known; then
    /// ``Engine/maskedViewModels(of:)`` computes them.
    package var maskedViewModels: [ScreenID: RawJSON]? {
        // Those of a sandbox are stored masked.
        guard !viewModels.isEmpty, !row.isSandbox else { return viewModels }
        return keeping?.maskedViewModels.map { viewModels.merging($0) { $1 } }
    }

    /// The drafts for operators, with sensitive values masked.
    func maskedDrafts() throws -> [ScreenID: RawJSON] {
        Dictionary(
            uniqueKeysWithValues: try drafts.map { id, draft in
                (id, try tree.shown(id)?.screen.type.masked(draft: draft) ?? .mask)
            }
        )
    }

    /// The document for operators, with sensitive values masked.
    ///
    /// - Parameter maskedViewModels: The computed view models, masked.
    package func document(
        with maskedViewModels: [ScreenID: RawJSON],
        _ blueprint: Blueprint,
        withDrafts: Bool = true
    ) throws -> StateDocument {
        let drafts = withDrafts ? try maskedDrafts() : [:]
        func masked(_ shown: ScreenDocument) throws -> ScreenDocument {
            var screen = shown
            screen.draft = ScreenID(screen.id).flatMap { drafts[$0] }
            if let id = ScreenID(screen.id), viewModels[id] != nil {
                screen.viewModel = maskedViewModels[id] ?? .null
            } else if let shown = ScreenID(screen.id).flatMap({ tree.shown($0)?.screen }) {
                (screen.viewModel, screen.version) = try shown.masked()
            }
            return screen
        }
        var document = self.document
        document.screen = try document.screen.map(masked)
        document.visible = try document.visible.map(masked)
        // That of a sandbox is stored masked.
        if let result = row.result, !row.isSandbox {
            document.result = blueprint.flows[row.rootFlow]?.masked(output: result) ?? .null
        }
        return document
    }
}

extension ShownScreen {
    /// The JSON that is shown with sensitive values masked, and its version. The JSON is null if this build cannot read the
    /// screen.
    func masked() throws -> (json: RawJSON, version: Int) {
        guard let value else { return (.null, encodedVersion) }
        let masked = try type.encode(value, masked: true)
        // The shown bytes may be of an older version of the screen.
        let isOlder = encodedVersion != type.version
        if try masked == (isOlder ? type.encode(value) : json()) { return (try json(), encodedVersion) }
        return (masked, type.version)
    }
}
