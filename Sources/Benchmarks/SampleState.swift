import FairwayWire

/// A state document as in the wire protocol's section 1.
struct SampleState: Codable, Equatable {
    var session: String
    var revision: Int
    var status: String
    var moves: [Move]
    var screen: Screen?
    var navigation: Container?
    var effects: [Effect]

    struct Move: Codable, Equatable {
        var move: String
        var container: String
        var screen: String?
    }

    struct Screen: Codable, Equatable {
        var id: String
        var name: String
        var flow: String
        var version: Int
        var presentation: String
        var back: Bool
        var viewModel: ViewModel
        var actions: [String]
        var draft: Draft?
    }

    struct ViewModel: Codable, Equatable {
        var title: String
        var progress: Double?
    }

    struct Draft: Codable, Equatable {
        var name: String
    }

    struct Container: Codable, Equatable {
        var id: String
        var kind: String
        var presentation: String?
        var screens: [Shown]
        var presented: [Container]
    }

    struct Shown: Codable, Equatable {
        var id: String
        var name: String
        var flow: String
    }

    struct Effect: Codable, Equatable {
        var effect: String
        var url: String?
    }

    static let example = SampleState(
        session: "5p0dQ2m8Tz1r",
        revision: 4,
        status: "active",
        moves: [Move(move: "push", container: "c2", screen: "s5")],
        screen: Screen(
            id: "s5",
            name: "Tutorial.Page2",
            flow: "Tutorial",
            version: 1,
            presentation: "push",
            back: true,
            viewModel: ViewModel(title: "Second page", progress: 0.5),
            actions: ["nextToPage3ButtonPressed"],
            draft: Draft(name: "Ad")
        ),
        navigation: Container(
            id: "c1",
            kind: "stack",
            presentation: nil,
            screens: [Shown(id: "s1", name: "Main", flow: "Main")],
            presented: [
                Container(
                    id: "c2",
                    kind: "stack",
                    presentation: "modal",
                    screens: [
                        Shown(id: "s4", name: "Tutorial.Page1", flow: "Tutorial"),
                        Shown(id: "s5", name: "Tutorial.Page2", flow: "Tutorial"),
                    ],
                    presented: []
                )
            ]
        ),
        effects: [Effect(effect: "openURL", url: "https://example.org")]
    )
}

/// What a client sends.
struct SampleAction: Codable {
    struct Params: Codable {
        var name: String
    }

    var action: String
    var params: Params
    var screen: String?
}

/// The same for who does not know the action yet.
struct SampleRawAction: Codable {
    var action: String
    var params: RawJSON
    var screen: String?
}
