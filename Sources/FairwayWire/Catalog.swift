/// The flows, screens and deep links of an app.
///
/// Every schema is a self-contained JSON Schema (2020-12) document. Its references point into its own `$defs`.
public struct Catalog: Codable, Hashable, Sendable, DescribedType {
    /// Every flow that can be started, sorted by name.
    public var flows: [Flow]
    /// Every screen that the app's flows declare, sorted by name.
    public var screens: [Screen]
    /// The patterns of the deep links, such as `/planets/:planet`, in matching order.
    public var links: [String]
    /// The tags of the app's languages, its own first. Nil in the catalog of an older server.
    public var languages: [String]?

    package static let described = TypeDescription(
        "The flows, screens and deep links of an app.",
        .init("flows", "Every flow that can be started, sorted by name."),
        .init("screens", "Every screen that the app's flows declare, sorted by name."),
        .init("links", "The patterns of the deep links, in matching order.", ["/planets/:planet"]),
        .init(
            "languages",
            "The tags of the app's languages, its own first. Absent in the catalog of an older server.",
            ["en", "de"]
        )
    )

    /// Creates a catalog.
    public init(
        flows: [Flow] = [],
        screens: [Screen] = [],
        links: [String] = [],
        languages: [String]? = nil
    ) {
        self.flows = flows
        self.screens = screens
        self.links = links
        self.languages = languages
    }

    /// One flow.
    public struct Flow: Codable, Hashable, Sendable, DescribedType {
        /// The flow's name.
        public var name: String
        /// The title, in the catalog's language; nil if the flow has none.
        public var title: String?
        /// The version of its stored properties.
        public var version: Int
        /// Whether a new session starts with it by default.
        public var initial: Bool
        /// Who may start it. Nil in the catalog of an older server.
        public var start: StartPolicy?
        /// A sentence that describes it.
        public var about: String
        /// The schema of its input; nil if clients may pass none.
        public var input: JSONObject?
        /// The schema of its output; nil if the flow never finishes.
        public var output: JSONObject?
        /// The device idioms for which another flow controller replaces it.
        public var devices: [Device.Idiom]

        package static let described = TypeDescription(
            "A flow that can be started.",
            .init("name", "The flow's name.", "Tutorial"),
            .init("title", "The title, in the catalog's language; `null` if it has none.", "Tutorial"),
            .init("version", "The version of its stored properties.", 1),
            .init("initial", "Whether a session starts with it by default.", false),
            .init("start", "Who may start it. Absent in the catalog of an older server.", "anyone"),
            .init("about", "A sentence that describes it.", "Three pages in a row."),
            .init("input", "The JSON Schema of its input; `null` if clients may pass none.", JSONValue.null),
            .init("output", "The JSON Schema of its output; `null` if the flow never finishes.", ["type": "string"]),
            .init("devices", "The kinds of device for which another flow controller replaces it.", [])
        )

        /// Creates the description of a flow.
        public init(
            name: String,
            title: String? = nil,
            version: Int,
            initial: Bool,
            start: StartPolicy? = nil,
            about: String,
            input: JSONObject?,
            output: JSONObject?,
            devices: [Device.Idiom]
        ) {
            self.name = name
            self.title = title
            self.version = version
            self.initial = initial
            self.start = start
            self.about = about
            self.input = input
            self.output = output
            self.devices = devices
        }
    }

    /// One screen.
    public struct Screen: Codable, Hashable, Sendable, DescribedType {
        /// The screen's name, equal to ``ScreenDocument/name``.
        public var name: String
        /// The title; nil if the screen has none.
        public var title: String?
        /// The version of the view model's shape.
        public var version: Int
        /// A sentence that describes it.
        public var about: String
        /// The default presentation: `alert`, `sheet`, or `push` for every other style.
        public var presentation: Presentation
        /// The schema of its view model.
        public var viewModel: JSONObject
        /// The schema of each action's parameters, by the action's name.
        public var actions: JSONObject
        /// The controls in display order. Empty if the screen declares none.
        public var controls: [Control]
        /// Example view models, for previews and tests.
        public var examples: [JSONValue]

        package static let described = TypeDescription(
            "A screen of the app.",
            .init("name", "The screen's name.", "Tutorial.Page1"),
            .init("title", "Its title; `null` if it has none.", "First page"),
            .init("version", "The version of the view model's shape.", 1),
            .init("about", "A sentence that describes it.", "The first page."),
            .init(
                "presentation",
                "The default presentation: `alert`, `sheet`, or `push` for every other style.",
                "push"
            ),
            .init("viewModel", "The JSON Schema of its view model.", ["type": "object"]),
            .init(
                "actions",
                "The JSON Schema of each action's parameters, by the action's name.",
                ["nextToPage2ButtonPressed": ["type": "object"]]
            ),
            .init("controls", "The controls in display order. Empty if the screen declares none."),
            .init("examples", "Example view models, for previews and tests.", [["title": "First page"]])
        )

        /// Creates the description of a screen.
        public init(
            name: String,
            title: String? = nil,
            version: Int,
            about: String,
            presentation: Presentation,
            viewModel: JSONObject,
            actions: JSONObject,
            controls: [Control] = [],
            examples: [JSONValue]
        ) {
            self.name = name
            self.title = title
            self.version = version
            self.about = about
            self.presentation = presentation
            self.viewModel = viewModel
            self.actions = actions
            self.controls = controls
            self.examples = examples
        }
    }
}

/// Who may start a flow from outside: by its name, as the initial flow or with a link.
public enum StartPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// Every client.
    case anyone
    /// A client with a user. Others get `sign-in-required`.
    case signedIn = "signed-in"
    /// The app's own code and its links. A start request that names the flow gets `no-such-flow`.
    case appOnly = "app-only"
}
