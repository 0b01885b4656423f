import Fairway
import Foundation

/// A flow with actions for every kind of navigation.
struct Pier: FlowController {
    typealias Output = Int

    var label: String
    var kind: Kind?
    var notes: [Note] = []

    enum Kind: Codable {
        case plain
        case of(length: Double, berths: [String: Int])
    }

    /// A value of many types.
    struct Note: Codable {
        var text: String
        var at: Date?
        var price: Decimal?
        var ids: [UUID]?
        var data: Data?
    }

    func start(_ nav: Navigator<Self>) { nav.show(Board(title: label)) }

    static var routes: Routes<Self> {
        on(Board.self) { flow, action, nav in flow.follow(action, nav) }
        on(Plank.self) { flow, action, nav in flow.follow(action, nav) }
        on(back: Board.self) { flow, gesture, _ in gesture.draft(as: Note.self) == nil ? .leave : .stay }
        on(finishOf: Pier.self) { flow, number, nav in flow.notes.append(Note(text: "\(number)")) }
        on(finishOf: Steps.self) { flow, number, nav in flow.notes.append(Note(text: "\(number)")) }
        on(signal: Tide.self) { flow, tide, nav in flow.notes.append(Note(text: "\(tide.height)", at: tide.at)) }
    }

    private mutating func follow(_ action: Wish, _ nav: Navigator<Self>) {
        switch action {
        case .note(let note): notes.append(note)
        case .show(let title, let style): nav.show(Board(title: title), as: style)
        case .slide(let title): nav.show(Plank(title: title))
        case .start(let label, let kind, let style, let slot):
            nav.start(Pier(label: label, kind: kind), as: style, slot: slot)
        case .order(let isLong): nav.start(Steps(isLong: isLong))
        case .tabs(let labels):
            nav.showTabs { for label in labels { Tab(label, title: "", Pier(label: label, kind: nil)) } }
        case .split(let left, let right):
            nav.showSplit(primary: Pier(label: left, kind: nil), secondary: Pier(label: right, kind: nil))
        case .select(let tab): nav.select(tab)
        case .back(let isToRoot): if isToRoot { nav.goBackToRoot() } else { nav.goBack() }
        case .rename(let title): nav.update(Board.self) { $0.title = title }
        case .finish(let number): nav.finish(number)
        case .dismiss: nav.dismiss()
        }
    }

    /// The actions of all screens.
    enum Wish: Codable {
        case note(value: Note)
        case show(title: String, style: Style)
        case slide(title: String)
        case start(label: String, kind: Kind?, style: Style, slot: String?)
        case order(isLong: Bool)
        case tabs(labels: [String])
        case split(left: String, right: String)
        case select(tab: String)
        case back(toRoot: Bool)
        case rename(title: String)
        case finish(number: Int)
        case dismiss
    }

    struct Board: Screen {
        typealias Action = Wish
        var title: String
    }

    struct Plank: Sheet {
        typealias Action = Wish
        var title: String
    }
}

/// The initial flow.
struct Harbour: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Pier(label: "a", kind: nil)) }

    static var routes: Routes<Self> {
        on(finishOf: Pier.self) { flow, number, nav in nav.start(Pier(label: "\(number)", kind: nil)) }
        on(dismissOf: Pier.self) { flow, nav in nav.start(Pier(label: "b", kind: .plain)) }
    }
}

struct Tide: Signal {
    var height: Double
    var at: Date?
}
