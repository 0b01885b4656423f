/// Makes the containers for one type of coding keys, as ``KeyedEncodingFactory`` does and for the same reason.
class KeyedDecodingFactory<Key: CodingKey>: @unchecked Sendable {
    // Unchecked because it is not final; neither it nor its subclass has anything stored.

    func container(_ document: JSONDocument, object: Int) throws -> KeyedDecodingContainer<Key> {
        preconditionFailure("only the subclass is made, which knows the container's type")
    }
}

extension CodingKey {
    /// The factory for this type of keys.
    @inline(__always)
    static var decodingFactory: KeyedDecodingFactory<Self> {
        guard let factory = decodingFactories[Self.self] else { return makeDecodingFactory() }
        // What the table has for a type of keys was put there below, for that type.
        return unsafeDowncast(factory, to: KeyedDecodingFactory<Self>.self)
    }

    @inline(never)
    private static func makeDecodingFactory() -> KeyedDecodingFactory<Self> {
        let factory = ConcreteDecodingFactory<KeyedDecoding<Self>>()
        decodingFactories.insert(factory, for: Self.self)
        return factory
    }
}

private let decodingFactories = TypeTable<any AnyObject & Sendable>()

/// So that the factory's generic parameter can be the container itself, which it then need not look up.
protocol MadeByDecodingFactory: KeyedDecodingContainerProtocol {
    init(document: JSONDocument, object: Int) throws
}

extension KeyedDecoding: MadeByDecodingFactory {}

private final class ConcreteDecodingFactory<Container: MadeByDecodingFactory>: KeyedDecodingFactory<Container.Key>,
    @unchecked Sendable
{
    override func container(_ document: JSONDocument, object: Int) throws -> KeyedDecodingContainer<Container.Key> {
        KeyedDecodingContainer(try Container(document: document, object: object))
    }
}
