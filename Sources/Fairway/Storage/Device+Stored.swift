package import FairwayWire

extension Device {
    private static let unknown = Array("{}".utf8)

    /// As it is stored. Most clients say nothing of themselves, and then nothing need be encoded.
    package func stored() throws -> [UInt8] { self == Device() ? Self.unknown : try JSON.encode(self) }

    /// What was stored. A description that this build cannot read is as good as none.
    package init(stored bytes: [UInt8]) {
        self = bytes == Self.unknown ? Device() : (try? JSON.decode(Device.self, from: bytes)) ?? Device()
    }
}
