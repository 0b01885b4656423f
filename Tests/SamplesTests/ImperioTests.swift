import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the port of Imperio's demo.
struct ImperioTests {
    private func tester() async throws -> FlowTester<Imperio> {
        try await FlowTester(Imperio(), in: SamplesInMemory.self)
    }

    @Test func completedTutorialReturnsAndIsRemoved() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.tutorialStartButtonPressed)
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.send(Tutorial.Page1.Action.nextToPage2ButtonPressed)
        try await tester.send(Tutorial.Page2.Action.nextToPage3ButtonPressed)
        try await tester.send(Tutorial.Page3.Action.completeButtonPressed)
        #expect(try tester.screen(as: Imperio.Main.self).backgroundColor == "green")
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func backFromFirstPageDismissesTutorial() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.tutorialStartButtonPressed)
        try await tester.goBack()
        #expect(tester.screen is Imperio.Main)
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test(arguments: [ImagePicker.ChooseSource.Action.camera, .albums])
    func pickedImageIsDeliveredOnce(_ source: ImagePicker.ChooseSource.Action) async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.imagePickerStartButtonPressed)
        #expect(tester.state.screen?.presentation == .alert)
        #expect(try tester.screen(as: ImagePicker.ChooseSource.self).title == "Choose source.")
        try await tester.send(source)
        #expect(tester.state.screen?.presentation == .modal)
        #expect(try tester.screen(as: ImagePicker.Picker.self).source == source)
        #expect(tester.navigation?.layers.count == 2)
        try await tester.send(ImagePicker.Picker.Action.didPickImage(name: "ferry.jpg"))
        #expect(try tester.screen(as: Imperio.Main.self).pickedImage == "ferry.jpg")
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func cancellingSourceKeepsMain() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.imagePickerStartButtonPressed)
        try await tester.send(ImagePicker.ChooseSource.Action.cancel)
        #expect(try tester.screen(as: Imperio.Main.self).pickedImage == nil)
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func cancellingPickerDoesNotReturnToAlert() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.imagePickerStartButtonPressed)
        try await tester.send(ImagePicker.ChooseSource.Action.albums)
        try await tester.send(ImagePicker.Picker.Action.cancelButtonPressed)
        #expect(tester.screen is Imperio.Main)
        #expect(tester.navigation?.layers.count == 1)
    }

    @Test(arguments: [nil, ""])
    func emptyNameIsRejected(_ name: String?) async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.imagePickerStartButtonPressed)
        try await tester.send(ImagePicker.ChooseSource.Action.camera)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(ImagePicker.Picker.Action.didPickImage(name: name))
        }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors.map(\.pointer) == ["/params/name"])
        #expect(tester.screen is ImagePicker.Picker)
    }

    @Test func savedProfileIsShown() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.editProfileButtonPressed)
        #expect(tester.state.screen?.presentation == .push)
        #expect(try tester.screen(as: EditProfile.Form.self).name == "Ada Lovelace")
        try await tester.send(EditProfile.Form.Action.saveButtonPressed(name: "Grace Hopper", email: "grace@navy.mil"))
        #expect(try tester.screen(as: Imperio.Main.self).name == "Grace Hopper")
        #expect(tester.flow?.profile.email == "grace@navy.mil")
    }

    @Test func eachBadFieldHasItsPointer() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.editProfileButtonPressed)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(EditProfile.Form.Action.saveButtonPressed(name: "", email: "nowhere"))
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/name", "/params/email"])
    }

    @Test func backWithDraftAsksFirst() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.editProfileButtonPressed)
        #expect(tester.state.screen?.backAsks == true)
        try await tester.setDraft(["name": "Gra"])
        try await tester.goBack()
        #expect(tester.screen is EditProfile.Unsaved)
        try await tester.send(EditProfile.Unsaved.Action.keepEditing)
        #expect(tester.state.screen?.draft?.description == #"{"name":"Gra"}"#)
        try await tester.goBack()
        try await tester.send(EditProfile.Unsaved.Action.discard)
        #expect(try tester.screen(as: Imperio.Main.self).name == "Ada Lovelace")
        #expect(tester.drafts.isEmpty)
    }

    @Test func backWithUnchangedDraftLeaves() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.editProfileButtonPressed)
        try await tester.goBack(draft: ["name": "Ada Lovelace"])
        #expect(tester.screen is Imperio.Main)
    }

    @Test func closingFinishes() async throws {
        let tester = try await tester()
        try await tester.send(Imperio.Main.Action.closeButtonPressed)
        #expect(tester.outcome == .completed)
    }
}
