import Fairway

/// A list of programs, and a child flow that adds one.
struct Programs: FlowController {
    typealias Output = Done

    var programs = [Program(name: "Morning run", cover: nil)]

    static let about = "The same screens under two controllers: pushed on a phone, side by side on a pad."

    func start(_ nav: Navigator<Self>) {
        nav.show(List(programs: programs))
    }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            switch action {
            case .createProgramButtonPressed: nav.start(CreateProgram(), as: .modal)
            case .didSelectProgram(let index): nav.show(try flow.detail(of: index, nav))
            }
        }
        on(finishOf: CreateProgram.self) { flow, program, nav in
            flow.programs.append(program)
            nav.update(List.self) { $0.programs = flow.programs }
        }
    }

    private func detail(of index: Int, _ nav: Navigator<Self>) throws -> Detail {
        guard programs.indices.contains(index) else {
            try nav.reject("index", "out-of-range", "There is no such program.")
        }
        return Detail(program: programs[index])
    }
}

extension Programs {
    struct Program: Codable, Hashable {
        var name: String
        var cover: String?
    }

    struct List: Screen {
        var programs: [Program] = []

        enum Action: Codable {
            case createProgramButtonPressed
            case didSelectProgram(index: Int)
        }

        static let about = "The programs there are."
        static let examples = [List(programs: [Program(name: "Morning run", cover: nil)])]
    }

    /// A program; empty on a pad until one is selected.
    struct Detail: Screen {
        var program: Program?

        static let about = "One program."
        static let examples = [Detail(program: Program(name: "Morning run", cover: "harbour.jpg")), Detail()]
    }
}
