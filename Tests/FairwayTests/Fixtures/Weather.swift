import Fairway
import Synchronization

/// A flow with a screen that shows a service's value.
struct Weather: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Today()) }

    static var routes: Routes<Self> {
        on(Today.self) { flow, action, nav in
            switch action {
            case .hide: nav.show(Curtain())
            case .refresh:
                let supportsCurtain = nav.supports(Curtain.self)
                nav.update(Today.self) { $0.degreesAbove = supportsCurtain ? 0 : -1 }
            case .didPick(let degrees): nav.update(Today.self) { $0.degreesAbove = degrees }
            }
        }
    }

    struct Today: Screen {
        static let version = 3
        var degreesAbove = 0

        enum Action: Codable {
            case refresh, hide
            case didPick(degrees: Int)
        }

        struct ViewModel: Codable {
            var text: String
            var warning: String?
        }

        func viewModel(in context: ScreenContext) async throws -> ViewModel {
            let degrees = try context.dependencies[Thermometer.self].read() + degreesAbove
            return ViewModel(text: "\(degrees)° (\(context.locale))")
        }
    }

    struct Curtain: Screen {}
}

/// A variant for a larger device.
struct WideWeather: FlowController {
    typealias Output = Done
    var note = ""

    func start(_ nav: Navigator<Self>) { nav.show(Weather.Today()) }

    static var routes: Routes<Self> { screen(handledAbove: Weather.Today.self) }
}

/// A split view with two weather flows.
struct WeatherBesideWeather: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.showSplit(primary: Weather(), secondary: Weather()) }
}

/// The service that the weather's view model reads.
final class Thermometer: Sendable {
    private let reading = Mutex<Int?>(20)

    var degrees: Int? {
        get { reading.withLock(\.self) }
        set { reading.withLock { $0 = newValue } }
    }

    func read() throws -> Int {
        guard let degrees else { throw Broken() }
        return degrees
    }

    struct Broken: Error {}
}
