import Fairway
import FairwayAssets
import Foundation
import Testing

struct MigrationFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Migrations")

    /// The SHA-256 checksums of the migrations. Change the schema with a new migration: a store rejects databases that
    /// were created with a different text.
    private static let checksums = [
        "sqlite": ["0001_schema.sql": "b3ebe54b973ad7f27a8b2511111bc72b556468e616cbde41e983b1b9199ee259"],
        "postgres": ["0001_schema.sql": "ea5a6c89f66e32647c8c05206b7924132b9d8a4804d7bad9e401cbbc3a718e72"],
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
