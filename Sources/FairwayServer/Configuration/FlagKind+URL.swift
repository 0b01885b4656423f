import Foundation

extension FlagKind where Value == URL {
    /// The address of a server, encrypted on the way or not.
    static var url: Self {
        Self(
            "URL",
            expectation: "the address of a server like https://example.org or http://127.0.0.1:8080",
            value: { text in
                URL(string: text).flatMap {
                    ["http", "https"].contains($0.scheme) && $0.host?.isEmpty == false ? $0 : nil
                }
            },
            text: \.absoluteString
        )
    }
}
