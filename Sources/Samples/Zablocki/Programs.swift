import Fairway

/// A list of programs, and a child flow that adds one.
struct Programs: FlowController {
    typealias Output = Done

    var programs = [Program(name: "Morning run", cover: nil)]

    static let title = "Programs"
    static let about = "The same screens under two controllers: pushed on a phone, side by side on a pad."

    func start(_ nav: Navigator<Self>) {
        nav.show(List.self)
    }

    static var routes: Routes<Self> {
        shows(List.self) { flow in List(programs: flow.programs) }
        shows(Detail.self, for: Program.self) { flow, program in
            flow.programs.contains(program) ? Detail(program: program) : nil
        }
        on(List.self) { flow, action, nav in
            switch action {
            case .createProgramButtonPressed:
                try nav.rejectMore(than: flow.programs)
                nav.start(CreateProgram(), as: .modal)
            case .didSelectProgram(let index): nav.show(Detail.self, for: flow.programs[index])
            }
        }
        on(finishOf: CreateProgram.self) { flow, program, nav in flow.programs.append(program) }
    }
}

extension Navigator {
    /// Each change of the flow encodes the whole list, so it has a limit.
    fileprivate func rejectMore(than programs: [Programs.Program]) throws {
        if programs.count >= 100 { try reject("too-many", "There are 100 programs. There can be no more.") }
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

        static let about = "The list of programs."
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

/// The programs on a pad, with list and detail side by side. Reuses the screens of `Programs`.
struct PadPrograms: FlowController, ProgramsProviding {
    typealias Output = Done

    var programs = [Programs.Program(name: "Morning run", cover: nil)]
    var selected: Programs.Program?

    static let title = "Programs"
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
                try nav.rejectMore(than: flow.programs)
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
    static let title = "List of programs"
    static let about = "The list of programs, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        let isInside = nav.find((any ProgramsProviding).self) { _, _ in }
        if isInside { nav.show(Programs.List.self) } else { nav.show(Programs.List()) }
    }

    static var routes: Routes<Self> { screen(handledAbove: Programs.List.self) }
}

/// The right pane of the programs on a pad.
struct ProgramDetail: FlowController {
    static let title = "One program"
    static let about = "One program, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        let isInside = nav.find((any ProgramsProviding).self) { _, _ in }
        if isInside { nav.show(Programs.Detail.self) } else { nav.show(Programs.Detail()) }
    }
}

/// A form that starts another flow to choose a cover.
struct CreateProgram: FlowController {
    typealias Output = Programs.Program

    var cover: String?

    static let title = "New program"
    static let about = "Creates a program, with a cover from the image picker."

    func start(_ nav: Navigator<Self>) {
        nav.show(Form.self)
    }

    static var routes: Routes<Self> {
        shows(Form.self) { flow in Form(cover: flow.cover) }
        on(Form.self) { flow, action, nav in
            switch action {
            case .coverButtonPressed:
                nav.start(ImagePicker(title: "Choose a cover"))
            case .saveButtonPressed(let name):
                nav.finish(Programs.Program(name: name, cover: flow.cover))
            case .cancelButtonPressed:
                nav.dismiss()
            }
        }
        on(finishOf: ImagePicker.self) { flow, image, nav in flow.cover = image }
    }
}

extension CreateProgram {
    struct Form: Screen {
        static let title = "New program"

        var name = ""
        var cover: String?

        enum Action: Codable {
            case coverButtonPressed
            case saveButtonPressed(name: String)
            case cancelButtonPressed
        }

        static var controls: Controls<Self> {
            Control(Action.saveButtonPressed, "Save", role: .primary) { name in Field(name, "Name", .length(1...60)) }
            Control(.coverButtonPressed, "Choose a cover")
            Control(.cancelButtonPressed, "Cancel", role: .cancel)
        }

        static let about = "The form."
        static let examples = [Form(), Form(name: "Evening swim", cover: "harbour.jpg")]
    }
}
