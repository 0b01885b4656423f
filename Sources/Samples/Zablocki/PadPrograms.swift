import Fairway

/// The programs on a pad, with list and detail side by side. Reuses the screens of `Programs`.
struct PadPrograms: FlowController {
    typealias Output = Done

    var programs = [Programs.Program(name: "Morning run", cover: nil)]

    static let about = "The programs on a pad."

    func start(_ nav: Navigator<Self>) {
        nav.showSplit(primary: ProgramList(programs: programs), secondary: ProgramDetail())
    }

    static var routes: Routes<Self> {
        on(Programs.List.self) { flow, action, nav in
            switch action {
            case .createProgramButtonPressed:
                nav.start(CreateProgram(), as: .pane(.secondary))
            case .didSelectProgram(let index):
                nav.update(Programs.Detail.self) { $0.program = flow.programs[index] }
            }
        }
        on(finishOf: CreateProgram.self) { flow, program, nav in
            flow.programs.append(program)
            nav.update(Programs.List.self) { $0.programs = flow.programs }
            nav.update(Programs.Detail.self) { $0.program = program }
        }
    }
}

/// The left pane of the programs on a pad. `PadPrograms` handles its actions.
struct ProgramList: FlowController {
    var programs: [Programs.Program] = []

    static let about = "The list of programs, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Programs.List(programs: programs))
    }
}

/// The right pane of the programs on a pad.
struct ProgramDetail: FlowController {
    static let about = "One program, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Programs.Detail())
    }

    static var routes: Routes<Self> {
        screen(Programs.Detail.self)
    }
}
