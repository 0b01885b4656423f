import TestWaits
import Testing

/// Tests that need a server. Serialised, because a store uses eight connections and a server allows about a hundred.
@Suite(.serialized, .waiting) enum PostgresTests {}
