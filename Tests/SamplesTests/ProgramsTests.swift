import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the port of Zabłocki's demo, which shows the same screens under two controllers.
struct ProgramsTests {
    @Test func phoneCreatesProgramInModal() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .phone))
        try await tester.send(.createProgramButtonPressed, on: Programs.List.self)
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.create("Evening swim")
        #expect(tester.flow?.programs.map(\.name) == ["Morning run", "Evening swim"])
        #expect(try tester.screen(as: Programs.List.self).programs.last?.cover == "harbour.jpg")
    }

    @Test func phoneOpensProgram() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .phone))
        try await tester.send(.didSelectProgram(index: 0), on: Programs.List.self)
        #expect(try tester.screen(as: Programs.Detail.self).program?.name == "Morning run")
    }

    @Test(arguments: [Device.Idiom.phone, .pad])
    func listHasAtMostOneHundredPrograms(_ idiom: Device.Idiom) async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: idiom))
        for number in 2...100 {
            try await tester.send(.createProgramButtonPressed, on: Programs.List.self)
            try await tester.send(.saveButtonPressed(name: "Run \(number)"), on: CreateProgram.Form.self)
        }
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.createProgramButtonPressed, on: Programs.List.self)
        }
        #expect(problem?.code == .rejected)
    }

    @Test func pickerHasTitleOfItsContext() async throws {
        let tester = try await FlowTester(CreateProgram(), in: SamplesInMemory.self)
        try await tester.send(.coverButtonPressed, on: CreateProgram.Form.self)
        try await tester.send(.albums, on: ImagePicker.ChooseSource.self)
        #expect(try tester.screen(as: ImagePicker.Picker.self).title == "Choose a cover")
    }

    @Test func padShowsBothPanes() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .pad))
        #expect(tester.state.visible.map(\.name) == ["Programs.List"])
        #expect(tester.state.screen?.name == "Programs.Detail")
        try await tester.send(.didSelectProgram(index: 0), on: Programs.List.self)
        #expect(try tester.screen(as: Programs.Detail.self).program?.name == "Morning run")
    }

    @Test func padCreatesProgramInSecondaryPane() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .pad))
        try await tester.send(.createProgramButtonPressed, on: Programs.List.self)
        #expect(tester.state.visible.map(\.name) == ["Programs.List"])
        #expect(tester.screen is CreateProgram.Form)
        try await tester.create("Evening swim")
        #expect(try tester.screen(as: Programs.Detail.self).program?.name == "Evening swim")
        #expect(tester.flow(of: PadPrograms.self)?.programs.count == 2)
    }
}

extension FlowTester {
    /// Completes the form in front, with a cover.
    fileprivate func create(_ name: String) async throws {
        try await send(.coverButtonPressed, on: CreateProgram.Form.self)
        try await send(.camera, on: ImagePicker.ChooseSource.self)
        try await send(.didPickImage(name: "harbour.jpg"), on: ImagePicker.Picker.self)
        try await send(.saveButtonPressed(name: name), on: CreateProgram.Form.self)
    }
}
