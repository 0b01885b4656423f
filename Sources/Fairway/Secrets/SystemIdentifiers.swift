/// The system's cryptographic generator.
public struct SystemIdentifiers: IdentifierSource {
    /// The system's generator.
    public init() {}

    /// Random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
