package import FairwayWire

extension Device {
    /// What was stored. A description that this build cannot read is as good as none.
    package init(stored bytes: [UInt8]) {
        self = bytes == RawJSON.emptyObject.bytes ? Device() : (try? JSON.decode(Device.self, from: bytes)) ?? Device()
    }
}
