import Fairway

/// On a pad, the list and what it is about stand side by side: another controller for the same screens.
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
                guard flow.programs.indices.contains(index) else {
                    try nav.reject(FieldError("/params/index", "out-of-range", detail: "There is no such program."))
                }
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
