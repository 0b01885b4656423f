import FairwayWire

/// Shows the user's position: a line for each stack and each tab bar, and the tabs that can be selected.
struct NavigationLayout {
    private(set) var lines: [StyledLine] = []
    private(set) var tabs: [ReachableTab] = []
    private let front: String?
    private let width: Int
    private let title: (ScreenReference) -> String

    struct ReachableTab: Hashable, Sendable {
        let container: String
        let key: String
        let title: String
    }

    /// The maximum number of layers, and of screens per stack. If there are more, only those in front are shown.
    private static let mostLayers = 6
    private static let mostScreens = 6

    /// - Parameter title: The title of a screen.
    init(_ navigation: Navigation, width: Int, title: @escaping (ScreenReference) -> String) {
        self.width = width
        self.title = title
        front = navigation.front?.id
        let layers = navigation.layers
        if layers.count > Self.mostLayers {
            lines.append(StyledLine("… \(layers.count - Self.mostLayers) layers below", .quiet))
        }
        for layer in layers.suffix(Self.mostLayers) {
            let name = layer.presentation.map { $0.rawValue + " " } ?? ""
            // Tabs under another layer cannot be selected.
            add(layer, name, isReachable: layer.id == layers.last?.id)
        }
    }

    private mutating func add(_ part: Navigation, _ label: String, isReachable: Bool) {
        let margin = StyledLine(label, .quiet)
        switch part.content {
        case .stack(let screens):
            lines.append((margin + path(screens, width - margin.columns)).cut(to: width))
        case .tabs(let selected, let all):
            var line = margin
            for tab in all {
                if isReachable { tabs.append(ReachableTab(container: part.id, key: tab.key, title: tab.title)) }
                let number = isReachable ? "t\(tabs.count) " : ""
                let isSelected = tab.key == selected
                line =
                    line
                    + StyledLine(
                        isSelected ? "[\(number)\(tab.title)]" : " \(number)\(tab.title) ",
                        isSelected ? .title : .choice
                    )
            }
            lines.append(line.cut(to: width))
            if let content = all.first(where: { $0.key == selected })?.content {
                add(content, "", isReachable: isReachable)
            }
        case .split(let primary, let secondary):
            add(primary, label + "left ", isReachable: isReachable)
            add(secondary, label + "right ", isReachable: isReachable)
        }
    }

    /// The titles of a stack. If they do not fit, only the last ones.
    private func path(_ screens: [ScreenReference], _ width: Int) -> StyledLine {
        guard !screens.isEmpty else { return StyledLine("(empty)", .quiet) }
        var count = min(screens.count, Self.mostScreens)
        while count > 1, path(screens, last: count).columns > width { count -= 1 }
        return path(screens, last: count)
    }

    private func path(_ screens: [ScreenReference], last count: Int) -> StyledLine {
        var line = StyledLine(count < screens.count ? "… › " : "", .quiet)
        for (index, screen) in screens.suffix(count).enumerated() {
            if index > 0 { line = line + StyledLine(" › ", .quiet) }
            line = line + StyledLine(title(screen), screen.id == front ? .title : .plain)
        }
        return line
    }
}
