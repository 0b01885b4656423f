import Fairway

/// Something a puppet's handler asks its navigator for, so that a test can say in data what a flow does.
enum Command: Codable, Hashable, Sendable {
    case show(String, How = .automatic)
    case landmark(String, How = .automatic)
    case question(String)
    case slip(String)
    case start(Puppet, How = .automatic, slot: String? = nil)
    case tabs([Place], selected: String? = nil, How = .automatic)
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

    /// A style that can be written down.
    enum How: String, Codable, Sendable, CaseIterable {
        case automatic, push, modal, bareModal, sheet, alert, replace, root, primary, secondary

        var style: Style {
            switch self {
            case .automatic: .automatic
            case .push: .push
            case .modal: .modal
            case .bareModal: .modal(navigation: false)
            case .sheet: .sheet
            case .alert: .alert
            case .replace: .replace
            case .root: .root
            case .primary: .pane(.primary)
            case .secondary: .pane(.secondary)
            }
        }
    }

    /// A tab with its puppet.
    struct Place: Codable, Hashable, Sendable {
        var key: String
        var puppet: Puppet
    }

    /// What `fail` throws.
    struct Failure: Error {}
}

extension Navigator {
    /// Asks for what the commands say, in order.
    func perform(_ commands: [Command], as flow: inout some PuppetFlow) throws {
        for command in commands { try perform(command, as: &flow) }
    }

    private func perform(_ command: Command, as flow: inout some PuppetFlow) throws {
        switch command {
        case .show(let label, let how): show(Page(label), as: how.style)
        case .landmark(let label, let how): show(Landmark(label), as: how.style)
        case .question(let label): show(Question(label))
        case .slip(let label): show(Slip(label))
        case .start(let puppet, let how, let slot): start(puppet, as: how.style, slot: slot)
        case .tabs(let places, let selected, let how):
            showTabs(selected: selected, as: how.style) {
                for place in places { Tab(place.key, title: place.key, place.puppet) }
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
        case .reject: try reject(FieldError("/params/commands", "refused"))
        case .fail: throw Command.Failure()
        }
    }
}
