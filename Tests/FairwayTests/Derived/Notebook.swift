import Fairway
import FairwayTesting

/// A flow with derived screens: a list, pages by id, and a weather report from a service.
struct Notebook: FlowController {
    typealias Output = Done

    var notes = [Note(id: 1, text: "one"), Note(id: 2, text: "two"), Note(id: 3, text: "three")]
    /// The list's closure throws.
    var isUnlisted = false
    /// The texts of the screens that appeared (`+`) and disappeared (`-`).
    var log: [String] = []

    struct Note: Codable, Hashable {
        var id: Int
        var text: String
    }

    struct Unlisted: Error {}

    func start(_ nav: Navigator<Self>) { nav.show(List.self) }

    static var routes: Routes<Self> {
        shows(List.self) { flow in
            if flow.isUnlisted { throw Unlisted() }
            return List(texts: flow.notes.map(\.text))
        }
        shows(NotePage.self, for: Int.self) { flow, id in
            flow.notes.first { $0.id == id }.map { NotePage(id: id, text: $0.text) }
        }
        shows(Report.self) { flow, context in
            Report(degrees: try context.dependencies[Thermometer.self].read(), count: flow.notes.count)
        }
        shows(Reading.self, for: Int.self) { flow, offset, context in
            let degrees = try context.dependencies[Thermometer.self].read() + offset
            return degrees > 0 ? Reading(degrees: degrees) : nil
        }
        on(List.self) { flow, action, nav in
            switch action {
            case .add(let text): flow.notes.append(Note(id: flow.notes.count + 1, text: text))
            case .open(let id): nav.show(NotePage.self, for: id)
            case .write: nav.start(WriteNote(), as: .modal)
            case .read(let id): nav.start(ReadNote(id: id), as: .modal)
            case .openGone(let gone): nav.show(NotePage.self, for: gone)
            case .measure(let offset): nav.show(Reading.self, for: offset)
            case .report: nav.show(Report.self)
            case .nothing: break
            case .unlist: flow.isUnlisted = true
            case .showValue: nav.show(List(texts: []))
            case .showWrongParameter: nav.show(NotePage.self, for: "1")
            case .showWithoutParameter: nav.show(NotePage.self)
            case .showWithParameter: nav.show(List.self, for: 1)
            case .goBackToWrongParameter: nav.goBack(to: NotePage.self, for: "1")
            case .update: nav.update(List.self) { $0.texts = [] }
            case .updateRequested:
                nav.show(Report.self)
                nav.update(Report.self) { $0.count = 0 }
            case .updateHidden: nav.update(Report.self) { $0.count = 0 }
            case .readList: flow.log = nav.instance(of: List.self)?.texts ?? []
            case .readHidden: flow.log = nav.instance(of: NotePage.self).map { [$0.text] } ?? []
            }
        }
        on(NotePage.self) { flow, page, action, nav in
            switch action {
            case .rename(let text):
                for index in flow.notes.indices where flow.notes[index].id == page.id { flow.notes[index].text = text }
            case .delete: flow.notes.removeAll { $0.id == page.id }
            case .deleteAll: flow.notes = []
            case .open(let id): nav.show(NotePage.self, for: id)
            case .goBack(let id): nav.goBack(to: NotePage.self, for: id)
            case .unlist: flow.isUnlisted = true
            case .list: flow.isUnlisted = false
            }
        }
        on(Report.self) { flow, report, action, nav in
            flow.log.append("seen \(report.degrees)")
            if case .open(let id) = action { nav.show(NotePage.self, for: id) }
        }
        on(appear: Report.self) { flow, report, nav in flow.log.append("+\(report.degrees)°") }
        on(Reading.self) { flow, reading, action, nav in flow.log.append("read \(reading.degrees)") }
        on(appear: NotePage.self) { flow, page, nav in flow.log.append("+\(page.text)") }
        on(disappear: NotePage.self) { flow, page, nav in flow.log.append("-\(page.text)") }
        on(finishOf: WriteNote.self) { flow, text, nav in flow.notes.append(Note(id: 9, text: text)) }
        on(dismissOf: ReadNote.self) { flow, nav in flow.log.append("dismissed") }
    }

    struct List: Screen {
        var texts: [String]

        enum Action: Codable {
            case add(text: String)
            case open(id: Int)
            case read(id: Int)
            case openGone(gone: Int)
            case measure(offset: Int)
            case write, report, nothing, unlist
            case showValue, showWrongParameter, showWithoutParameter, showWithParameter, goBackToWrongParameter
            case update, updateRequested, updateHidden, readList, readHidden
        }
    }

    struct NotePage: Screen {
        var id: Int
        var text: String

        enum Action: Codable {
            case rename(text: String)
            case open(id: Int)
            case goBack(id: Int)
            case delete, deleteAll, unlist, list
        }
    }

    struct Report: Screen {
        var degrees: Int
        var count: Int

        enum Action: Codable {
            case look
            case open(id: Int)
        }
    }

    struct Reading: Screen {
        var degrees: Int

        enum Action: Codable { case look }
    }
}

/// Asks for a text.
struct WriteNote: FlowController {
    typealias Output = String

    func start(_ nav: Navigator<Self>) { nav.show(Form()) }

    static var routes: Routes<Self> {
        on(Form.self) { flow, action, nav in
            switch action {
            case .save(let text): nav.finish(text)
            }
        }
    }

    struct Form: Screen { enum Action: Codable { case save(text: String) } }
}

/// Shows a page that the flow above declares.
struct ReadNote: FlowController {
    typealias Output = Done
    var id = 1

    func start(_ nav: Navigator<Self>) { nav.show(Notebook.NotePage.self, for: id) }
}

/// Two flows without state, side by side. This flow declares their screens.
struct WideNotebook: FlowController {
    typealias Output = Done
    var texts = ["one"]
    var selected = 0

    func start(_ nav: Navigator<Self>) { nav.showSplit(primary: ListHalf(), secondary: PageHalf()) }

    static var routes: Routes<Self> {
        shows(Notebook.List.self) { flow in Notebook.List(texts: flow.texts) }
        shows(Half.self) { flow in Half(text: flow.texts[flow.selected]) }
        on(Notebook.List.self) { flow, action, nav in
            switch action {
            case .add(let text): flow.texts.append(text)
            case .open(let index): flow.selected = index
            default: break
            }
        }
        on(Half.self) { flow, action, nav in
            switch action {
            case .rename(let text): flow.texts[flow.selected] = text
            }
        }
    }

    struct Half: Screen {
        var text: String
        enum Action: Codable { case rename(text: String) }
    }

    struct ListHalf: FlowController {
        typealias Output = Done
        func start(_ nav: Navigator<Self>) { nav.show(Notebook.List.self) }
    }

    struct PageHalf: FlowController {
        typealias Output = Done
        func start(_ nav: Navigator<Self>) { nav.show(Half.self) }
    }
}

/// Tabs whose flows have no state. This flow declares their screens.
struct TabbedNotebook: FlowController {
    typealias Output = Done
    var texts = ["one"]

    func start(_ nav: Navigator<Self>) {
        nav.showTabs {
            Tab("list", title: "List", WideNotebook.ListHalf())
            Tab("page", title: "Page", WideNotebook.PageHalf())
        }
    }

    static var routes: Routes<Self> {
        shows(Notebook.List.self) { flow in Notebook.List(texts: flow.texts) }
        shows(WideNotebook.Half.self) { flow in
            guard let last = flow.texts.last, last != "bad" else { throw Notebook.Unlisted() }
            return WideNotebook.Half(text: last)
        }
        on(Notebook.List.self) { flow, action, nav in
            if case .add(let text) = action { flow.texts.append(text) }
        }
        on(WideNotebook.Half.self) { flow, action, nav in }
    }
}

/// Steps in all three forms: derived elsewhere, derived by a closure, and with state of its own.
struct Enrolment: OrderedFlow {
    typealias Output = Done
    var name = ""

    static var order: Order<Self> {
        step(Who.self)
        step(Badge.self) { flow in Badge(name: flow.name) }
        step(Portrait.self, id: "front", keep: .retained) { flow in Portrait(name: flow.name) }
        step(Badge.self, id: "again") { flow in Badge(name: "\(flow.name), again") }
        step(Portrait.self, id: "copy") { flow in Portrait(name: flow.name) }
    }

    static var routes: Routes<Self> {
        shows(Who.self) { flow in Who(name: flow.name) }
        on(Who.self) { flow, action, nav in try flow.take(action, nav) }
        on(Badge.self) { flow, action, nav in try flow.take(action, nav) }
        on(Portrait.self) { flow, action, nav in try flow.take(action, nav) }
    }

    private mutating func take(_ action: Walk, _ nav: Navigator<Self>) throws {
        switch action {
        case .rename(let name): self.name = name
        case .next: nav.goNext()
        case .turn: nav.update(Portrait.self, id: "front") { $0.turns += 1 }
        case .bringPortrait: nav.goNext(to: Portrait(name: "brought", turns: 7), id: "front")
        case .bringBadge: nav.goNext(to: Badge(name: "brought"))
        case .showBadge: nav.show(Badge.self)
        case .showBelow: nav.start(Below(), as: .modal)
        }
    }

    enum Walk: Codable {
        case rename(name: String)
        case next, turn, bringPortrait, bringBadge, showBadge, showBelow
    }

    /// Shows a screen that a step of the flow above derives.
    struct Below: FlowController {
        typealias Output = Done
        func start(_ nav: Navigator<Self>) { nav.show(Badge.self) }
    }

    struct Who: Screen {
        typealias Action = Walk
        var name: String
    }

    struct Badge: Screen {
        typealias Action = Walk
        var name: String
    }

    struct Portrait: Screen {
        typealias Action = Walk
        var name: String
        var turns = 0
    }
}
