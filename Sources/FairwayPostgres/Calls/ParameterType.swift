/// The types that values are sent as, by the numbers that PostgreSQL knows them by (its `pg_type.dat`).
enum ParameterType: UInt32 {
    case boolean = 16
    case bytes = 17
    case integer = 20
    case text = 25
    case booleans = 1000
    case blobs = 1001
    case integers = 1016
    case texts = 1009
    case uuid = 2950
}
