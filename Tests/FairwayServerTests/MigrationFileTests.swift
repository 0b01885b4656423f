import Fairway
import FairwayAssets
import Foundation
import Testing

struct MigrationFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Migrations")

    /// The SHA-256 checksums of the migrations. Change the schema with a new migration: a store rejects databases that
    /// were created with a different text.
    private static let checksums = [
        "sqlite": ["0001_schema.sql": "4559790bc2f7836044d1c4fe7a21f123b4e51c6e572589cb39f79f74516c6dd7"],
        "postgres": ["0001_schema.sql": "bfbf5179de7fe962c2bf74f4151b173048c01b3dd79c86234b353d1e173ec95b"],
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
