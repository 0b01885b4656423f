import Fairway
import FairwayAssets
import Foundation
import Testing

struct MigrationFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Migrations")

    /// The SHA-256 checksums of the migrations. Change the schema with a new migration: a store rejects databases that
    /// were created with a different text.
    private static let checksums = [
        "sqlite": ["0001_schema.sql": "c00ef8f55e907a92726874ef8604717cab7f18d751313c9e6814e9a1d92507e2"],
        "postgres": ["0001_schema.sql": "440e6d7cc31b18e96852f73ec644a57fbe5d65f42c3abecabd1820bd725c9baa"],
    ]

    @Test(arguments: ["sqlite", "postgres"])
    func migrationsAreUnchanged(database: String) throws {
        let embedded = embeddedFiles(database).map { file in
            let checksum = Migration(number: 1, name: file.path, sql: file.bytes).checksum
            return (file.path, checksum.map { String(format: "%02x", $0) }.joined())
        }
        #expect(Dictionary(uniqueKeysWithValues: embedded) == Self.checksums[database])
    }

    @Test(arguments: ["sqlite", "postgres"])
    func migrationsAreEmbeddedInOrder(database: String) throws {
        let folder = Self.folder.appending(path: database)
        let embedded = embeddedFiles(database)
        #expect(embedded.map(\.path) == (try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()))
        for (index, file) in embedded.enumerated() {
            #expect(file.path.hasPrefix(String(format: "%04d_", index + 1)))
            #expect(Data(file.bytes) == (try Data(contentsOf: folder.appending(path: file.path))))
        }
    }

    private func embeddedFiles(_ database: String) -> [EmbeddedFile] {
        database == "sqlite" ? EmbeddedFile.sqliteMigrations : EmbeddedFile.postgresMigrations
    }
}
