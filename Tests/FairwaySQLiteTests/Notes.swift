import Fairway

/// A flow with state, a second screen, a timer and a draft.
struct Notes: FlowController {
    var lines: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(List()) }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            switch action {
            case .didWrite(let text):
                flow.lines.append(text)
                let lines = flow.lines
                nav.update(List.self) { $0.lines = lines }
            case .editButtonPressed:
                nav.show(Editor())
                nav.schedule(Reminder(text: "unsaved"), after: .seconds(60), id: "reminder")
            }
        }
        screen(Editor.self)
        on(event: Reminder.self) { flow, event, _ in flow.lines.append(event.text) }
    }

    struct List: Screen {
        var lines: [String] = []

        enum Action: Codable {
            case didWrite(text: String)
            case editButtonPressed
        }
    }

    struct Editor: Screen {}

    struct Reminder: Event { var text: String }
}
