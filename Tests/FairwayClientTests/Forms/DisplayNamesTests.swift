import Testing

@testable import FairwayClient

struct DisplayNamesTests {
    @Test(arguments: [
        ("nextToPage2", "Next to page 2"), ("coverURL", "Cover URL"), ("URLOfCover", "URL of cover"),
        ("picked_image-name", "Picked image name"), ("id", "ID"), ("", ""),
    ])
    func nameIsSplitIntoWords(_ name: String, _ words: String) {
        #expect(DisplayNames.name(name) == words)
    }

    @Test(arguments: [
        ("nextToPage2ButtonPressed", "Next to page 2"), ("didSelectRow", "Select row"), ("onTapped", "On tapped"),
        ("ButtonPressed", "Button pressed"), ("discard", "Discard"), ("didPickImage", "Pick image"),
    ])
    func actionIsNamedLikeItsButton(_ action: String, _ words: String) {
        #expect(DisplayNames.action(action) == words)
    }

    @Test func screenIsNamedByItsLastPart() { #expect(DisplayNames.screen("Tutorial.Page1") == "Page 1") }
}
