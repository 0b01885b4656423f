import Fairway
import FairwayAssets
import Foundation
import Testing

struct MigrationFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Migrations")

    /// The SHA-256 checksums of the migrations. Change the schema with a new migration: a store rejects databases that
    /// were created with a different text.
    private static let checksums = [
        "sqlite": ["0001_schema.sql": "6f0fce027cb7f9d34bedbd2aea17c289317aa15d62ce980040da4c2634fbb73f"],
        "postgres": ["0001_schema.sql": "194d8a9758360f489c12e4b7d6ffc645ca19a8c5534f5fca8312dc77a01cfdbb"],
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
