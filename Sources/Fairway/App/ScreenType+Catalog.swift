import FairwayWire

extension ScreenType {
    /// The screen as the catalog describes it, with the view models of those examples that have one in that context.
    func entry(in context: ScreenContext) async -> Catalog.Screen { await Self.entry(of: metatype, self, context) }

    private static func entry<S: Screen>(
        of type: S.Type,
        _ screen: ScreenType,
        _ context: ScreenContext
    ) async -> Catalog.Screen {
        var examples: [JSONValue] = []
        for example in S.examples {
            guard let shown = try? await RawJSON(encoding: example.viewModel(in: context)),
                let value = try? JSON.decode(JSONValue.self, from: shown.bytes)
            else { continue }
            examples.append(value)
        }
        return screen.entry(of: type, examples: examples)
    }

    /// The screen as the catalog describes it when its examples are out of reach.
    func entryWithoutExamples() -> Catalog.Screen { entry(of: metatype, examples: []) }

    private func entry<S: Screen>(of type: S.Type, examples: [JSONValue]) -> Catalog.Screen {
        Catalog.Screen(
            name: name,
            version: version,
            about: about,
            presentation: natural == .alert ? .alert : natural == .sheet ? .sheet : .push,
            viewModel: JSONSchema.of(S.ViewModel.self, examples: examples),
            actions: ActionSchemas.of(S.Action.self, names: actions),
            examples: examples
        )
    }
}
