import FairwayHTTP

extension FlagKind where Value == AllowedHosts {
    /// Names of hosts with commas between them.
    static var hosts: Self {
        Self(
            "HOSTS",
            expectation: "hosts like app.example.org, with no scheme and no port, with commas between them",
            value: { text in
                let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
                return names.allSatisfy { FlagKind<CORS.Origins>.isHost($0[...]) } ? AllowedHosts(Set(names)) : nil
            },
            text: { $0.names.sorted().joined(separator: ",") }
        )
    }
}
