extension Navigation {
    /// The containers that lie on one another, outermost first, each without what is presented on it.
    public var layers: [Navigation] {
        var layers: [Navigation] = []
        var next: Navigation? = self
        while var layer = next {
            next = layer.presented
            layer.presented = nil
            layers.append(layer)
        }
        return layers
    }

    /// Containers put back on one another; nil where there are none.
    public init?(layers: some BidirectionalCollection<Navigation>) {
        var stacked: Navigation?
        for var layer in layers.reversed() {
            layer.presented = stacked
            stacked = layer
        }
        guard let stacked else { return nil }
        self = stacked
    }

    /// The screen in front: of the topmost layer the top of the stack, of tabs the selected one, of a split view the
    /// secondary part unless that is empty.
    public var front: ScreenReference? {
        if let presented { return presented.front }
        return switch content {
        case .stack(let screens): screens.last
        case .tabs(let selected, let tabs): tabs.first { $0.key == selected }?.content.front
        case .split(let primary, let secondary): secondary.front ?? primary.front
        }
    }

    /// Every screen in this container and on top of it.
    public var screens: [ScreenReference] {
        let own: [ScreenReference] =
            switch content {
            case .stack(let screens): screens
            case .tabs(_, let tabs): tabs.flatMap(\.content.screens)
            case .split(let primary, let secondary): primary.screens + secondary.screens
            }
        return own + (presented?.screens ?? [])
    }
}
