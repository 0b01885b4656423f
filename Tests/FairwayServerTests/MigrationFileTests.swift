import Fairway
import FairwayAssets
import Foundation
import Testing

struct MigrationFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Migrations")

    /// The SHA-256 checksums of the migrations. Change the schema with a new migration: a store rejects databases that
    /// were created with a different text.
    private static let checksums = [
        "sqlite": [
            "0001_sessions.sql": "19b5e47518db417c22d98a018bdedc6e3fc363b88d20450337e0d7636ffd63e9",
            "0002_users.sql": "0ebc81ac2053833f90f2a0474224612f2b9c3bd1f3c42cc5f2d6c07994f941a7",
            "0003_incidents.sql": "67d06ea602562851d41f3b0d9cb6d22552030fc675ef09c997c75721d6969fa9",
            "0004_sandboxes.sql": "9466a7790138be357e0e0912f23ddd81c802d96689e9b50de30d2c77b65d0bb1",
            "0005_runs.sql": "90768064b0b7336470f1fc52f810c781c9144af9035fa5af7175f719329f0da3",
            "0006_audit.sql": "db83638ce98cddb65aaa4d2ea44c6621c51da0bd3afe0f418ae78af8057f6f00",
            "0007_work_versions.sql": "15af55a62dad650e4d778bb49abe681e5c443720470c146f7b03699c750ed8c7",
            "0008_quarantine.sql": "41a612a3ef1802780ca263a5ea497bc77d7cfe4c5d2a6f4d7843526db812ca79",
            "0009_large_texts.sql": "bd2b1ddf196eba5bc24dd3fb17de8022bac46a100fb7df8ed7fc510d6c39d18e",
            "0010_quarantined_handlers.sql": "0c99b4eb09d7e72205a3e2f59fd72a117141f63111c201bc8796d73a5567805a",
        ],
        "postgres": [
            "0001_sessions.sql": "a6b77af7608f9220308a5b0b36f73d4df08af694cc8110a39f29593d8887ab33",
            "0002_users.sql": "82beab23792be58513fe007f4a8f50b544325db14adb8738fef1175c650a1378",
            "0003_incidents.sql": "11c53f4703e367b755826fdc2e0e6573b29d1a4946de06c6c62638f6eb0492b9",
            "0004_sandboxes.sql": "d90dcd0b2398d512365aab1232b1836462601533917fffa88e1f535bee3c376b",
            "0005_runs.sql": "0801e8bb86c4bff30fdb38dff7a11dda5dca8976dcf97f4edd8b5f16d82544ed",
            "0006_audit.sql": "70dfabc0db0c4e58ec9666a661bc8e0d4e3f583090c33a642e9af726ec64c766",
            "0007_attempts.sql": "7942c893ac2cce8f5e355d398586b6aeab26ed3e04c936ecc5b61351528d75e8",
            "0008_work_versions.sql": "8424a197c58f716e1e51e16751a35bab855d0f9710b841d65113594b52a98af3",
            "0009_quarantine.sql": "0bdce8b690652480987066ac14e9d1f6756f9e04d5a4decd4b346b9c04f73917",
            "0010_large_values.sql": "2dac41d49bcc238010339810c9e97b273518d40a1b5b1f9670fadca3863aed66",
            "0011_quarantined_handlers.sql": "4dc2d906114c501db6c8935823fc63c7ac49c96a1f956c3405456a45fe190939",
        ],
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
