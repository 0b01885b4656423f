import Fairway

/// The programs on a pad, with list and detail side by side. Reuses the screens of `Programs`.
struct PadPrograms: FlowController, ProgramsProviding {
    typealias Output = Done

    var programs = [Programs.Program(name: "Morning run", cover: nil)]
    var selected: Programs.Program?

    static let about = "The programs on a pad."

    func start(_ nav: Navigator<Self>) {
        nav.showSplit(primary: ProgramList(), secondary: ProgramDetail())
    }

    static var routes: Routes<Self> {
        shows(Programs.List.self) { flow in Programs.List(programs: flow.programs) }
        shows(Programs.Detail.self) { flow in Programs.Detail(program: flow.selected) }
        on(Programs.List.self) { flow, action, nav in
            switch action {
            case .createProgramButtonPressed:
                nav.start(CreateProgram(), as: .pane(.secondary))
            case .didSelectProgram(let index):
                flow.selected = flow.programs[index]
            }
        }
        on(finishOf: CreateProgram.self) { flow, program, nav in
            flow.programs.append(program)
            flow.selected = program
        }
    }
}

/// A flow that provides the screens of the two panes. A pane that is started alone shows an empty screen.
protocol ProgramsProviding {}

/// The left pane of the programs on a pad. `PadPrograms` handles its actions.
struct ProgramList: FlowController {
    static let about = "The list of programs, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        let isInside = nav.find((any ProgramsProviding).self) { _, _ in }
        if isInside { nav.show(Programs.List.self) } else { nav.show(Programs.List()) }
    }
}

/// The right pane of the programs on a pad.
struct ProgramDetail: FlowController {
    static let about = "One program, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        let isInside = nav.find((any ProgramsProviding).self) { _, _ in }
        if isInside { nav.show(Programs.Detail.self) } else { nav.show(Programs.Detail()) }
    }
}
