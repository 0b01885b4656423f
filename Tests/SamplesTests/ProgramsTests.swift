import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the port of Zabłocki's demo, which shows the same screens under two controllers.
struct ProgramsTests {
    @Test func phoneCreatesProgramInModal() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .phone))
        try await tester.send(Programs.List.Action.createProgramButtonPressed)
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.create("Evening swim")
        #expect(tester.flow?.programs.map(\.name) == ["Morning run", "Evening swim"])
        #expect(try tester.screen(as: Programs.List.self).programs.last?.cover == "harbour.jpg")
    }

    @Test func pickerHasTitleOfItsContext() async throws {
        let tester = try await FlowTester(CreateProgram(), in: SamplesInMemory.self)
        try await tester.send(CreateProgram.Form.Action.coverButtonPressed)
        try await tester.send(ImagePicker.ChooseSource.Action.albums)
        #expect(try tester.screen(as: ImagePicker.Picker.self).title == "Choose a cover")
    }

    @Test func padShowsBothPanes() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .pad))
        #expect(tester.state.visible.map(\.name) == ["Programs.List"])
        #expect(tester.state.screen?.name == "Programs.Detail")
        try await tester.send(Programs.List.Action.didSelectProgram(index: 0))
        #expect(try tester.screen(as: Programs.Detail.self).program?.name == "Morning run")
    }

    @Test func padCreatesProgramInSecondaryPane() async throws {
        let tester = try await FlowTester(Programs(), in: SamplesInMemory.self, device: Device(idiom: .pad))
        try await tester.send(Programs.List.Action.createProgramButtonPressed)
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
        try await send(CreateProgram.Form.Action.coverButtonPressed)
        try await send(ImagePicker.ChooseSource.Action.camera)
        try await send(ImagePicker.Picker.Action.didPickImage(name: "harbour.jpg"))
        try await send(CreateProgram.Form.Action.saveButtonPressed(name: name))
    }
}
