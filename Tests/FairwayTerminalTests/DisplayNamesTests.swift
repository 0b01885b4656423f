import Testing

@testable import FairwayTerminal

struct WordsTests {
    @Test(arguments: [
        ("nextToPage2", "Next to page 2"), ("coverURL", "Cover URL"), ("URLOfCover", "URL of cover"),
        ("picked_image-name", "Picked image name"), ("id", "ID"), ("", ""),
    ])
    func aNameBecomesWords(_ name: String, _ words: String) {
        #expect(Words.name(name) == words)
    }

    @Test(arguments: [
        ("nextToPage2ButtonPressed", "Next to page 2"), ("didSelectRow", "Select row"), ("onTapped", "On tapped"),
        ("ButtonPressed", "Button pressed"), ("discard", "Discard"), ("didPickImage", "Pick image"),
    ])
    func anActionSaysWhatItsButtonWould(_ action: String, _ words: String) {
        #expect(Words.action(action) == words)
    }

    @Test func aScreenIsCalledByItsLastName() { #expect(Words.screen("Tutorial.Page1") == "Page 1") }
}
