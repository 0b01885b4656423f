package import Fairway
package import FairwayEvents
import Foundation

/// The progress of webhooks, which ``WebhookStore`` documents.
extension SQLiteStore: WebhookStore {
    package func webhooks(_ ids: [String]) async throws(StoreError) -> [WebhookProgress] {
        try await readForAdmin { connection in
            let sql = "SELECT \(WebhookProgress.columns) FROM webhooks WHERE id = ?"
            return try ids.compactMap { try connection.statement(sql).bind($0).first(WebhookProgress.init) ?? nil }
        }
    }

    package func webhookBody(_ id: String) async throws(StoreError) -> [UInt8]? {
        try await readForAdmin { connection in
            let sql = "SELECT body FROM webhooks WHERE id = ? AND body IS NOT NULL"
            return try connection.statement(sql).bind(id).first { $0.bytes(0) }
        }
    }

    package func setWebhook(_ progress: WebhookProgress, body: [UInt8]?) async throws(StoreError) -> Bool {
        try await write { writer in
            let sql = """
                INSERT INTO webhooks (\(WebhookProgress.columns), body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    \(WebhookProgress.replacement), number = (SELECT max(number) + 1 FROM webhooks),
                    body = iif(excluded.repeated_through IS NULL, NULL, coalesce(excluded.body, body))
                    WHERE version = excluded.version - 1
                """
            try writer.connection.statement(sql).bind(progress.id).bind(progress.cursor.description)
                .bind(progress.repeatedThrough?.description).bind(progress.failures)
                .bind(progress.waitingSince?.milliseconds).bind(progress.nextAttempt?.milliseconds)
                .bind(progress.lastError).bind(progress.lastErrorAt?.milliseconds)
                .bind(progress.deliveredAt?.milliseconds).bind(progress.disabledIn).bind(progress.redeliveries)
                .bind(progress.version + 1).bind(text: progress.repeatedThrough == nil ? nil : body).run()
            guard writer.connection.changedRows > 0 else { return false }
            let deletion =
                "DELETE FROM webhooks WHERE number IN (SELECT number FROM webhooks ORDER BY number DESC LIMIT -1 OFFSET ?)"
            try writer.connection.statement(deletion).bind(WebhookLimits.progressRows).run()
            return true
        }
    }
}
