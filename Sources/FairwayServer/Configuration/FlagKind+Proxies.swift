import FairwayHTTP

extension FlagKind where Value == TrustedProxies {
    /// Networks and addresses of proxies with commas between them.
    static var proxies: Self {
        Self(
            "CIDR",
            expectation: """
                networks like 10.0.0.0/8 or 2001:db8::/32, with no bits set behind the prefix, or addresses, with commas \
                between them
                """,
            value: { text in
                let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                let ranges = parts.compactMap(AddressRange.init)
                return ranges.count == parts.count ? TrustedProxies(ranges) : nil
            },
            text: { $0.ranges.map(\.description).joined(separator: ",") }
        )
    }
}
