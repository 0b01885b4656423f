import FairwayHTTP

extension FlagKind where Value == CORS.Origins {
    /// Web pages' origins (RFC 6454, section 6.2) with commas between them, or all there are.
    static var origins: Self {
        Self(
            "ORIGINS",
            expectation: "origins like https://app.example.org with commas between them, or *",
            value: { text in
                if text == "*" { return .any }
                let origins = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                return origins.allSatisfy(isOrigin) ? .only(Set(origins)) : nil
            },
            text: { origins in
                switch origins {
                case .any: "*"
                case .only(let origins): origins.sorted().joined(separator: ",")
                }
            }
        )
    }

    /// Whether a browser would write it so: in small letters, and with nothing behind the port. An origin that is written
    /// otherwise would never be met, and nobody would know why.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        let isHost = host.utf8.allSatisfy { byte in
            ("a"..."z").contains(Unicode.Scalar(byte)) || ("0"..."9").contains(Unicode.Scalar(byte))
                || "-.:[]".utf8.contains(byte)
        }
        return !host.isEmpty && isHost
    }
}
