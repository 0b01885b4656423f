import Fairway

/// A navigator call as data. Tests describe a flow's behaviour with an array of commands.
enum Command: Codable, Hashable, Sendable {
    case show(String, Style = .automatic)
    case landmark(String, Style = .automatic)
    case question(String)
    case slip(String)
    case start(Puppet, Style = .automatic, slot: String? = nil)
    case tabs([Place], selected: String? = nil, Style = .automatic)
    case split(Puppet, Puppet)
    case select(String)
    case finish(String)
    case dismiss
    case back
    case backToLandmark
    case backToRoot
    case rename(String)
    case shout(String)
    case toast(String)
    case schedule(String, seconds: Int, id: String?)
    case cancel(id: String)
    case work(String)
    case remember(String)
    case reject
    case fail

    /// A tab with its puppet.
    struct Place: Codable, Hashable, Sendable {
        var key: String
        var puppet: Puppet
    }

    /// Thrown by the command `fail`.
    struct Failure: Error {}
}

extension Navigator {
    /// Runs the commands in order.
    func perform(_ commands: [Command], as flow: inout some PuppetFlow) throws {
        for command in commands { try perform(command, as: &flow) }
    }

    private func perform(_ command: Command, as flow: inout some PuppetFlow) throws {
        switch command {
        case .show(let label, let style): show(Page(label), as: style)
        case .landmark(let label, let style): show(Landmark(label), as: style)
        case .question(let label): show(Question(label))
        case .slip(let label): show(Slip(label))
        case .start(let puppet, let style, let slot): start(puppet, as: style, slot: slot)
        case .tabs(let places, let selected, let style):
            showTabs(selected: selected, as: style) {
                for place in places { Tab(place.key, title: Text(verbatim: place.key), place.puppet) }
            }
        case .split(let primary, let secondary): showSplit(primary: primary, secondary: secondary)
        case .select(let key): select(key)
        case .finish(let output): (self as? Navigator<Puppet>)?.finish(output)
        case .dismiss: dismiss()
        case .back: goBack()
        case .backToLandmark: goBack(to: Landmark.self)
        case .backToRoot: goBackToRoot()
        case .rename(let label): update(Page.self) { $0.label = label }
        case .shout(let text): raise(Shout(text: text))
        case .toast(let text): perform(Toast(text: text))
        case .schedule(let text, let seconds, let id): schedule(Shout(text: text), after: .seconds(seconds), id: id)
        case .cancel(let id): cancel(id: id)
        case .work(let text): run(Errand(text: text))
        case .remember(let text): flow.heard.append(text)
        case .reject: try reject("refused", "The command refuses.")
        case .fail: throw Command.Failure()
        }
    }
}
