public import Foundation

/// A link that brings the user back to the session, on any device.
///
/// It is valid from the commit of the change that made it, and good once. In an anonymous session, the link is a
/// credential: its holder can take the session over. In a user's session, it is good only with that user's token.
///
/// ```swift
/// let link = nav.returnLink(validFor: .days(7))
/// nav.run(SendMail(to: email, text: "Continue here: \(link.url)"))
/// ```
public struct ReturnLink: Codable, Hashable, Sendable {
    /// The URL, below `--public-url`. Without that flag, the path alone: `/r/{code}`.
    public let url: String
    /// The time until which the link is good.
    public let expiresAt: Date
}

extension Navigator {
    /// Makes a link that brings the user back to this session.
    ///
    /// A session keeps its newest 16 links. If this change fails, the link is void. So is a link that is made in a sandbox.
    ///
    /// ```swift
    /// case .finishLaterButtonPressed: nav.show(Later(url: nav.returnLink(validFor: .days(7)).url))
    /// ```
    ///
    /// - Parameter duration: How long the link is good; at most 30 days, to which a longer time is reduced.
    public func returnLink(validFor duration: Duration) -> ReturnLink {
        transaction.makeReturnLink(validFor: duration)
    }
}

/// An event: a device has used a return link of the session, and has taken the session over.
///
/// The nearest flow from the front with a route for it receives it. That flow can leave the screen that shows the link,
/// which is good no longer. If its handler throws, the link stays good.
///
/// ```swift
/// on(event: ReturnLinkUsed.self) { flow, event, nav in nav.goBack(to: Review.self) }
/// ```
public struct ReturnLinkUsed: Event {
    init() {}
}

/// Makes return links and their codes. A class, because it is passed to each change.
final class ReturnLinks: Sendable {
    private static let longest = Duration.days(30)
    private static let bytesOfCode = 12

    private let identifiers: any IdentifierSource
    private let base: String

    /// - Parameter publicURL: The URL of the server's root, as users reach it; nil if it is unknown.
    init(_ identifiers: any IdentifierSource, publicURL: String?) {
        self.identifiers = identifiers
        base = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
    }

    /// A new link, and the row that makes it valid.
    func make(validFor duration: Duration, at now: Date) -> (link: ReturnLink, stored: StoredLink) {
        let code = Base64URL.encode(identifiers.bytes(Self.bytesOfCode))
        let expiresAt = now.addingTimeInterval(min(duration, Self.longest) / .seconds(1))
        return (
            ReturnLink(url: "\(base)/r/\(code)", expiresAt: expiresAt),
            StoredLink(code: SHA256.hash(code.utf8), expiresAt: expiresAt)
        )
    }
}

extension Transaction {
    fileprivate func makeReturnLink(validFor duration: Duration) -> ReturnLink {
        let (link, stored) = context.returnLinks.make(validFor: duration, at: context.now)
        outbox.add(stored)
        return link
    }
}
