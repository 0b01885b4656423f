import FairwayWire

/// The tree as clients see it.
extension Tree {
    /// The layers with the names of their screens. Nil if nothing is shown.
    var navigation: Navigation? {
        let names = screenNames
        return Navigation(
            layers: layers.map { layer in
                var container = layer.area.container(names)
                container.presentation = layer.presentation
                return container
            }
        )
    }

    /// The layer's presentation for its first screen, and `push` for any other.
    func presentation(of screen: ScreenID) -> Presentation {
        for layer in layers {
            guard let stack = layer.area.stack(holding: screen) else { continue }
            return stack.entries.first?.screen == screen ? layer.presentation ?? .push : .push
        }
        return .push
    }

    private var screenNames: [ScreenID: ScreenReference] {
        var names: [ScreenID: ScreenReference] = [:]
        for node in nodes {
            for screen in node.screens {
                names[screen.id] = ScreenReference(
                    id: screen.id.description,
                    name: screen.type.name,
                    flow: node.type.name
                )
            }
        }
        return names
    }
}

extension Area {
    fileprivate func container(_ names: [ScreenID: ScreenReference]) -> Navigation {
        let content: Navigation.Content =
            switch self {
            case .stack(let stack):
                .stack(stack.entries.compactMap { names[$0.screen] })
            case .tabs(let tabs):
                .tabs(
                    selected: tabs.selected,
                    tabs.tabs.map {
                        Navigation.Tab(key: $0.key, title: $0.shownTitle, content: $0.area.container(names))
                    }
                )
            case .split(let split):
                .split(primary: split.primary.container(names), secondary: split.secondary.container(names))
            }
        return Navigation(id: id.description, content: content)
    }
}
