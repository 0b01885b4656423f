import Foundation

extension FlagKind where Value == URL {
    /// The address of a server, encrypted on the way or not.
    static var url: Self {
        Self(
            "URL",
            expectation: "the address of a server like https://example.org or http://127.0.0.1:8080",
            value: { text in
                URL(string: text).flatMap { url in
                    // What else an address may have would be lost, since paths are put behind it.
                    ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
                        && url.query == nil && url.fragment == nil && url.user == nil ? url : nil
                }
            },
            text: \.absoluteString
        )
    }
}
