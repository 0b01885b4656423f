import FairwayWire

extension FlowType {
    /// The flow's entry in the catalog.
    ///
    /// - Parameter devices: the kinds of device that have a variant.
    func entry(in language: Language, isInitial: Bool, devices: [Device.Idiom]) -> Catalog.Flow {
        Self.entry(of: metatype, self, in: language, isInitial: isInitial, devices: devices)
    }

    private static func entry<F: FlowController>(
        of type: F.Type,
        _ flow: FlowType,
        in language: Language,
        isInitial: Bool,
        devices: [Device.Idiom]
    ) -> Catalog.Flow {
        Catalog.Flow(
            name: flow.name,
            title: flow.title.map(language.string),
            version: flow.version,
            initial: isInitial,
            start: flow.startPolicy,
            about: language.description(flow.about),
            input: flow.input?.schema,
            output: flow.canEnd ? JSONSchema.of(F.Output.self) : nil,
            devices: devices
        )
    }
}

extension ScreenType {
    /// The screen's entry in the catalog, with the view model of each example that has one in `context`.
    func entry(in context: ScreenContext) async -> Catalog.Screen { await Self.entry(of: metatype, self, context) }

    private static func entry<S: Screen>(
        of type: S.Type,
        _ screen: ScreenType,
        _ context: ScreenContext
    ) async -> Catalog.Screen {
        var examples: [JSONValue] = []
        for example in S.examples {
            guard
                let shown = try? await RawJSON(
                    encoding: example.viewModel(in: context),
                    userInfo: [.language: context.language]
                ),
                let value = try? JSON.decode(JSONValue.self, from: shown.bytes)
            else { continue }
            examples.append(value)
        }
        return screen.entry(of: type, context.language, examples: examples)
    }

    /// The screen's entry in the catalog without examples.
    func entryWithoutExamples(in language: Language) -> Catalog.Screen { entry(of: metatype, language, examples: []) }

    private func entry<S: Screen>(of type: S.Type, _ language: Language, examples: [JSONValue]) -> Catalog.Screen {
        Catalog.Screen(
            name: name,
            title: title.map(language.string),
            version: version,
            about: language.description(about),
            presentation: defaultStyle == .alert ? .alert : defaultStyle == .sheet ? .sheet : .push,
            viewModel: JSONSchema.of(S.ViewModel.self, examples: examples),
            actions: ActionShapes(of: S.Action.self, names: actions).schemas(controls),
            controls: controls?.entries(in: language) ?? [],
            examples: examples
        )
    }
}

extension Language {
    /// The description of a flow or a screen. It need not be translated: most apps describe them in English only.
    fileprivate func description(_ english: String) -> String {
        translations.has(english) ? string(english.text) : english
    }
}
