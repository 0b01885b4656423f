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
        try await tester.send(.tutorialStartButtonPressed, on: Imperio.Main.self)
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.send(.nextToPage2ButtonPressed, on: Tutorial.Page1.self)
        try await tester.send(.nextToPage3ButtonPressed, on: Tutorial.Page2.self)
        try await tester.send(.completeButtonPressed, on: Tutorial.Page3.self)
        #expect(try tester.screen(as: Imperio.Main.self).backgroundColor == "green")
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func backFromFirstPageDismissesTutorial() async throws {
        let tester = try await tester()
        try await tester.send(.tutorialStartButtonPressed, on: Imperio.Main.self)
        try await tester.goBack()
        #expect(tester.screen is Imperio.Main)
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test(arguments: [ImagePicker.ChooseSource.Action.camera, .albums])
    func pickedImageIsDeliveredOnce(_ source: ImagePicker.ChooseSource.Action) async throws {
        let tester = try await tester()
        try await tester.send(.imagePickerStartButtonPressed, on: Imperio.Main.self)
        #expect(tester.state.screen?.presentation == .alert)
        #expect(try tester.screen(as: ImagePicker.ChooseSource.self).title == "Choose source.")
        try await tester.send(source, on: ImagePicker.ChooseSource.self)
        #expect(tester.state.screen?.presentation == .modal)
        #expect(try tester.screen(as: ImagePicker.Picker.self).source == source)
        #expect(tester.navigation?.layers.count == 2)
        try await tester.send(.didPickImage(name: "ferry.jpg"), on: ImagePicker.Picker.self)
        #expect(try tester.screen(as: Imperio.Main.self).pickedImage == "ferry.jpg")
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func cancellingSourceKeepsMain() async throws {
        let tester = try await tester()
        try await tester.send(.imagePickerStartButtonPressed, on: Imperio.Main.self)
        try await tester.send(.cancel, on: ImagePicker.ChooseSource.self)
        #expect(try tester.screen(as: Imperio.Main.self).pickedImage == nil)
        #expect(tester.hierarchy == "Imperio: Imperio.Main")
    }

    @Test func cancellingPickerDoesNotReturnToAlert() async throws {
        let tester = try await tester()
        try await tester.send(.imagePickerStartButtonPressed, on: Imperio.Main.self)
        try await tester.send(.albums, on: ImagePicker.ChooseSource.self)
        try await tester.send(.cancelButtonPressed, on: ImagePicker.Picker.self)
        #expect(tester.screen is Imperio.Main)
        #expect(tester.navigation?.layers.count == 1)
    }

    @Test func offeredImageIsDelivered() async throws {
        let tester = try await tester()
        try await tester.send(.imagePickerStartButtonPressed, on: Imperio.Main.self)
        try await tester.send(.albums, on: ImagePicker.ChooseSource.self)
        try await tester.send(.didSelectImage(name: "lighthouse.jpg"), on: ImagePicker.Picker.self)
        #expect(try tester.screen(as: Imperio.Main.self).pickedImage == "lighthouse.jpg")
    }

    @Test(arguments: [(nil, "required"), ("", "too-short")])
    func emptyNameIsRejected(_ name: String?, _ code: String) async throws {
        let tester = try await tester()
        try await tester.send(.imagePickerStartButtonPressed, on: Imperio.Main.self)
        try await tester.send(.camera, on: ImagePicker.ChooseSource.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.didPickImage(name: name), on: ImagePicker.Picker.self)
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/name"])
        #expect(problem?.errors.map(\.code) == [code])
        #expect(tester.screen is ImagePicker.Picker)
    }

    @Test func savedProfileIsShown() async throws {
        let tester = try await tester()
        try await tester.send(.editProfileButtonPressed, on: Imperio.Main.self)
        #expect(tester.state.screen?.presentation == .push)
        #expect(try tester.screen(as: EditProfile.Form.self).name == "Ada Lovelace")
        try await tester.send(
            .saveButtonPressed(name: "Grace Hopper", email: "grace@navy.mil"),
            on: EditProfile.Form.self
        )
        #expect(try tester.screen(as: Imperio.Main.self).name == "Grace Hopper")
        #expect(tester.flow?.profile.email == "grace@navy.mil")
    }

    @Test func eachBadFieldHasItsPointer() async throws {
        let tester = try await tester()
        try await tester.send(.editProfileButtonPressed, on: Imperio.Main.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.saveButtonPressed(name: "", email: "nowhere"), on: EditProfile.Form.self)
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/name", "/params/email"])
    }

    @Test func backWithDraftAsksFirst() async throws {
        let tester = try await tester()
        try await tester.send(.editProfileButtonPressed, on: Imperio.Main.self)
        #expect(tester.state.screen?.backAsks == true)
        try await tester.setDraft(["name": "Gra"])
        try await tester.goBack()
        #expect(tester.screen is EditProfile.Unsaved)
        try await tester.send(.keepEditing, on: EditProfile.Unsaved.self)
        #expect(tester.state.screen?.draft?.description == #"{"name":"Gra"}"#)
        try await tester.goBack()
        try await tester.send(.discard, on: EditProfile.Unsaved.self)
        #expect(try tester.screen(as: Imperio.Main.self).name == "Ada Lovelace")
        #expect(tester.drafts.isEmpty)
    }

    @Test func backWithUnchangedDraftLeaves() async throws {
        let tester = try await tester()
        try await tester.send(.editProfileButtonPressed, on: Imperio.Main.self)
        try await tester.goBack(draft: ["name": "Ada Lovelace"])
        #expect(tester.screen is Imperio.Main)
    }

    @Test func closingFinishes() async throws {
        let tester = try await tester()
        try await tester.send(.closeButtonPressed, on: Imperio.Main.self)
        #expect(tester.outcome == .completed)
    }
}
