import Fairway

/// A list of programs, and a child flow that adds one.
struct Programs: FlowController {
    typealias Output = Done

    var programs = [Program(name: "Morning run", cover: nil)]

    static let about = "The same screens under two controllers: pushed on a phone, side by side on a pad."

    func start(_ nav: Navigator<Self>) {
        nav.show(List.self)
    }

    static var routes: Routes<Self> {
        shows(List.self) { flow in List(programs: flow.programs) }
        shows(Detail.self, for: Int.self) { flow, index in
            flow.programs.indices.contains(index) ? Detail(program: flow.programs[index]) : nil
        }
        on(List.self) { flow, action, nav in
            switch action {
            case .createProgramButtonPressed: nav.start(CreateProgram(), as: .modal)
            case .didSelectProgram(let index): nav.show(Detail.self, for: index)
            }
        }
        on(finishOf: CreateProgram.self) { flow, program, nav in flow.programs.append(program) }
    }
}

extension Programs {
    struct Program: Codable, Hashable {
        var name: String
        var cover: String?
    }

    struct List: Screen {
        static let title = "Programs"

        var programs: [Program] = []

        enum Action: Codable {
            case createProgramButtonPressed
            case didSelectProgram(index: Int)
        }

        static var controls: Controls<Self> {
            Control(.createProgramButtonPressed, "New program", role: .primary)
            Control(Action.didSelectProgram, "Open", on: .row(of: \.programs))
        }

        static let about = "The programs there are."
        static let examples = [List(programs: [Program(name: "Morning run", cover: nil)])]
    }

    /// A program; empty on a pad until one is selected.
    struct Detail: Screen {
        static let title = "Program"

        var program: Program?

        static let about = "One program."
        static let examples = [Detail(program: Program(name: "Morning run", cover: "harbour.jpg")), Detail()]
    }
}
