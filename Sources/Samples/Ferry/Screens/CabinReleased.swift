import Fairway

extension Ferry {
    struct CabinReleased: Alert {
        var title = "Your cabin is no longer held"
        var message = "Ten minutes are over. Everything else you have chosen is kept."
        var buttons = [AlertButton("Choose a cabin", Action.chooseAnother)]

        enum Action: String, Codable, CaseIterable {
            case chooseAnother
        }

        static let about = "The cabin was not paid for in time."
        static let examples = [CabinReleased()]
    }
}
