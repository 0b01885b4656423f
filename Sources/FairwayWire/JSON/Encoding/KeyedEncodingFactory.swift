/// Makes the containers for one type of coding keys, wrapped as the standard library hands them out.
///
/// In generic code every mention of `KeyedEncoding<Key>` has the runtime look up the type and its conformance, which for
/// a small object takes longer than writing it. A factory has been told both, and is kept.
class KeyedEncodingFactory<Key: CodingKey>: @unchecked Sendable {
    // Unchecked because it is not final; neither it nor its subclass has anything stored.

    func container(_ encoder: ByteEncoder, node: Int) -> KeyedEncodingContainer<Key> {
        preconditionFailure("only the subclass is made, which knows the container's type")
    }
}

extension CodingKey {
    /// The factory for this type of keys.
    @inline(__always)
    static var encodingFactory: KeyedEncodingFactory<Self> {
        guard let factory = encodingFactories[Self.self] else { return makeEncodingFactory() }
        // What the table has for a type of keys was put there below, for that type.
        return unsafeDowncast(factory, to: KeyedEncodingFactory<Self>.self)
    }

    @inline(never)
    private static func makeEncodingFactory() -> KeyedEncodingFactory<Self> {
        let factory = ConcreteEncodingFactory<KeyedEncoding<Self>>()
        encodingFactories.insert(factory, for: Self.self)
        return factory
    }
}

private let encodingFactories = TypeTable<any AnyObject & Sendable>()

/// So that the factory's generic parameter can be the container itself, which it then need not look up.
protocol MadeByEncodingFactory: KeyedEncodingContainerProtocol {
    init(encoder: ByteEncoder, node: Int)
}

extension KeyedEncoding: MadeByEncodingFactory {}

private final class ConcreteEncodingFactory<Container: MadeByEncodingFactory>: KeyedEncodingFactory<Container.Key>,
    @unchecked Sendable
{
    override func container(_ encoder: ByteEncoder, node: Int) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(Container(encoder: encoder, node: node))
    }
}
