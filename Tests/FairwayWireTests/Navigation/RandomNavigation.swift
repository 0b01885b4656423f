import FairwayTesting
import FairwayWire

/// A navigation that is changed at random. Ids are never reused.
struct RandomNavigation {
    private(set) var navigation: Navigation
    private var generator: SeededGenerator
    private var last = 0

    init(_ seed: Seed) {
        generator = seed.makeGenerator()
        navigation = Navigation(id: "c0", content: .stack([ScreenReference(id: "s0", name: "X", flow: "F")]))
    }

    /// Makes one to three random changes.
    mutating func change() {
        for _ in 0..<Int.random(in: 1...3, using: &generator) { changeOnce() }
    }

    private mutating func changeOnce() {
        var layers = navigation.layers
        let front = layers.count - 1
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            layers.append(makeLayer([.modal, .sheet, .alert].randomElement(using: &generator)))
        case 1:
            layers.removeSubrange(max(1, Int.random(in: 0...front, using: &generator))...)
        case 2:
            // Any layer, to include changes behind the front.
            change(&layers[Int.random(in: 0...front, using: &generator)])
        default:
            change(&layers[front])
        }
        navigation = Navigation(layers: layers) ?? navigation
    }

    private mutating func change(_ container: inout Navigation) {
        switch container.content {
        case .stack(var screens):
            change(&screens)
            container.content = .stack(screens)
        case .tabs(var selected, var tabs):
            let index = Int.random(in: tabs.indices, using: &generator)
            if Bool.random(using: &generator) { selected = tabs[index].key } else { change(&tabs[index].content) }
            container.content = .tabs(selected: selected, tabs)
        case .split(var primary, var secondary):
            if Bool.random(using: &generator) { change(&primary) } else { change(&secondary) }
            container.content = .split(primary: primary, secondary: secondary)
        }
    }

    private mutating func change(_ screens: inout [ScreenReference]) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...2: screens.append(makeScreen())
        case 3...4: screens.removeLast(min(max(0, screens.count - 1), Int.random(in: 1...3, using: &generator)))
        case 5: screens = screens.dropLast() + [makeScreen()]
        case 6: screens.insert(makeScreen(), at: Int.random(in: 0...screens.count, using: &generator))
        default: screens = [makeScreen()]
        }
    }

    private mutating func makeID(_ letter: String) -> String {
        last += 1
        return letter + "\(last)"
    }

    private mutating func makeScreen() -> ScreenReference {
        ScreenReference(id: makeID("s"), name: "X", flow: "F")
    }

    private mutating func makeLayer(_ presentation: Presentation?) -> Navigation {
        var layer = makeContainer(depth: Int.random(in: 0..<5, using: &generator) == 0 ? 2 : 0)
        layer.presentation = presentation
        return layer
    }

    private mutating func makeContainer(depth: Int) -> Navigation {
        guard depth > 0 else { return Navigation(id: makeID("c"), content: .stack([makeScreen()])) }
        if Bool.random(using: &generator) {
            return Navigation(
                id: makeID("c"),
                content: .split(primary: makeContainer(depth: 0), secondary: makeContainer(depth: depth - 1))
            )
        }
        let tabs = ["a", "b", "c"].map {
            Navigation.Tab(key: $0, title: $0, content: makeContainer(depth: $0 == "b" ? depth - 1 : 0))
        }
        return Navigation(id: makeID("c"), content: .tabs(selected: "a", tabs))
    }
}
