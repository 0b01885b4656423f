/// What a store is opened for.
public enum StoreAccess: Sendable {
    /// To serve: it is made or migrated as needed. A file is then locked against a second server, and a database that
    /// nodes share is shared.
    case serving
    /// To look at it, beside those who serve or without one. Changes are refused.
    case reading
}
