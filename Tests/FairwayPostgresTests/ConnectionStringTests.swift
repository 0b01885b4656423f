#if Postgres
import Testing

@testable import FairwayPostgres

struct ConnectionStringTests {
    /// libpq's error messages contain the invalid string, including its password.
    @Test(arguments: [
        "postgres://fairway:s3cret@[::1/db", "postgres://fairway:s3cret%zz@localhost/db",
        "postgres://fairway:s3cret/more@localhost/db",
    ])
    func invalidStringIsReportedWithoutPassword(_ text: String) {
        let string = ConnectionString(text: text)
        #expect(!string.isReadable)
        let failure = #expect(throws: PostgresFailure.self) { try BlockingConnection(string) }
        #expect(failure.map { !"\($0)".contains("s3cr") } == true)
    }

    @Test(arguments: [
        "postgres://fairway:s3cret@a,b:5433/db?sslmode=require", "host=/run/a dbname=b", "postgres:///db",
    ])
    func validStringIsAccepted(_ text: String) {
        #expect(ConnectionString(text: text).isReadable)
    }
}
#endif
