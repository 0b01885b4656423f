import FairwayWire

/// A session's state document, created once per revision.
///
/// A class: passing it on costs one retain. As a struct, each copy of the state would retain its thirty references.
final class KeptDocument: Sendable {
    let value: StateDocument
    let navigation: KeptNavigation
    let subject: SessionSubject

    var navigationBytes: Int { navigation.json?.bytes.count ?? 0 }

    /// - Parameters:
    ///   - navigation: Replaces the navigation of the document.
    ///   - subject: What log lines about the session contain. By default its id.
    init(
        _ value: consuming StateDocument,
        _ navigation: KeptNavigation = .nothing,
        subject: SessionSubject? = nil
    ) {
        self.navigation = navigation
        self.subject = subject ?? SessionSubject(session: value.session)
        value.navigation = navigation.value
        self.value = value
    }

    /// The encoded document, with the given moves and effects.
    func json(moves: [Move], effects: [EffectDocument]) -> RawJSON {
        value.json(moves: moves, navigation: navigation.json, effects: effects)
    }
}

/// What log lines about a session contain.
///
/// A class, which all revisions share while their values are the same.
package final class SessionSubject: Sendable {
    package let session: String
    /// The flow in front.
    package let flow: String?
    package let user: String?

    package init(session: String, flow: String? = nil, user: String? = nil) {
        self.session = session
        self.flow = flow
        self.user = user
    }

    /// This subject, or a new one if the flow or the user has changed.
    func with(flow: String?, user: String?) -> SessionSubject {
        if self.flow == flow, self.user.isSameUser(as: user) { return self }
        return SessionSubject(session: session, flow: flow, user: user)
    }
}

extension Engine {
    /// What log lines about a session contain. Its id alone if the session is not in memory.
    package func subject(of session: String) -> SessionSubject {
        sessions.find(session)?.state?.keptDocument.subject ?? SessionSubject(session: session)
    }
}

/// A navigation and its encoding. Most changes leave both as they are.
///
/// A class, because documents of many sessions share it.
final class KeptNavigation: Sendable {
    let value: Navigation?
    let json: RawJSON?

    init(_ value: Navigation?) {
        self.value = value
        json = value?.json
    }

    /// No navigation: the session is over.
    static let nothing = KeptNavigation(nil)
}

extension KeptDocument {
    /// The moves from this state to another, for clients to animate.
    func moves(to new: KeptDocument) -> [Move] {
        guard let after = new.value.navigation else { return new.value.status == value.status ? [] : [Move(.over)] }
        guard let before = value.navigation else { return [] }
        let moves = before.moves(to: after)
        guard moves.isEmpty else { return moves }
        var refreshes: [Move] = []
        // Indices avoid a copy of each screen document.
        for index in new.value.visible.indices where !shows(new.value.visible[index]) {
            refreshes.append(after.refresh(of: new.value.visible[index].id))
        }
        if let screen = new.value.screen, !shows(screen) { refreshes.append(after.refresh(of: screen.id)) }
        return refreshes
    }

    /// Whether a screen is already shown with the same view model, version and title.
    private func shows(_ shown: ScreenDocument) -> Bool {
        if let screen = value.screen, screen.id == shown.id { return screen.draws(as: shown) }
        return value.visible.contains { $0.id == shown.id && $0.draws(as: shown) }
    }
}

extension Navigation {
    /// The move for a screen with a new view model.
    fileprivate func refresh(of screen: String) -> Move {
        Move(.refresh, container: stack(holding: screen), screen: screen)
    }

    /// The id of the stack that contains a screen.
    fileprivate func stack(holding screen: String) -> String? {
        if let found = presented?.stack(holding: screen) { return found }
        return switch content {
        // From the top, because the frontmost screen is the usual one.
        case .stack(let screens): screens.reversed().contains { $0.id == screen } ? id : nil
        case .tabs(_, let tabs): tabs.firstNonNil { $0.content.stack(holding: screen) }
        case .split(let primary, let secondary): primary.stack(holding: screen) ?? secondary.stack(holding: screen)
        }
    }
}

extension ScreenDocument {
    fileprivate func draws(as other: ScreenDocument) -> Bool {
        version == other.version && title == other.title && viewModel == other.viewModel
    }
}
