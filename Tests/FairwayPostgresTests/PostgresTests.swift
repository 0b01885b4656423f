import Testing

/// What needs a server. One test after the other: a store has eight connections, of which a server has some
/// hundred.
@Suite(.serialized) enum PostgresTests {}
