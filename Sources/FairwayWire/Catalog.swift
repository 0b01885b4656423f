/// What an app consists of: its flows, its screens with what they show and take, its links.
///
/// Every schema is a JSON Schema (2020-12) and a document of its own: what it refers to stands in its `$defs`.
public struct Catalog: Codable, Hashable, Sendable {
    /// Every flow that can be started, by name.
    public var flows: [Flow]
    /// Every screen that the app's flows declare, by name.
    public var screens: [Screen]
    /// The patterns of the deep links, in the order in which they are tried: `/planets/:planet`.
    public var links: [String]

    /// A catalog with its parts.
    public init(flows: [Flow] = [], screens: [Screen] = [], links: [String] = []) {
        self.flows = flows
        self.screens = screens
        self.links = links
    }

    /// One flow.
    public struct Flow: Codable, Hashable, Sendable {
        /// The name by which it is started.
        public var name: String
        /// The version of its stored properties.
        public var version: Int
        /// Whether a session that asks for nothing else begins with it.
        public var initial: Bool
        /// What it is for, in a sentence.
        public var about: String
        /// The schema of its input; every member may be left out.
        public var input: JSONObject
        /// The schema of its output; nil for a flow that never finishes.
        public var output: JSONObject?
        /// The kinds of device on which another flow controller stands in for it.
        public var devices: [Device.Idiom]

        /// A flow with all that is known of it.
        public init(
            name: String,
            version: Int,
            initial: Bool,
            about: String,
            input: JSONObject,
            output: JSONObject?,
            devices: [Device.Idiom]
        ) {
            self.name = name
            self.version = version
            self.initial = initial
            self.about = about
            self.input = input
            self.output = output
            self.devices = devices
        }
    }

    /// One screen.
    public struct Screen: Codable, Hashable, Sendable {
        /// The name that ``ScreenDocument/name`` has.
        public var name: String
        /// The version of its shape.
        public var version: Int
        /// What it shows, in a sentence.
        public var about: String
        /// How it is presented when its flow asks for nothing else; `push` stands for what fits.
        public var presentation: Presentation
        /// The schema of what it shows.
        public var viewModel: JSONObject
        /// The schema of each action's parameters, by the action's name.
        public var actions: JSONObject
        /// View models to show and to test with.
        public var examples: [JSONValue]

        /// A screen with all that is known of it.
        public init(
            name: String,
            version: Int,
            about: String,
            presentation: Presentation,
            viewModel: JSONObject,
            actions: JSONObject,
            examples: [JSONValue]
        ) {
            self.name = name
            self.version = version
            self.about = about
            self.presentation = presentation
            self.viewModel = viewModel
            self.actions = actions
            self.examples = examples
        }
    }
}
