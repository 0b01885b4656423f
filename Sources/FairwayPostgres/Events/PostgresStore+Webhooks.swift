package import Fairway
package import FairwayEvents
import Foundation

/// The progress of webhooks, which ``WebhookStore`` documents.
extension PostgresStore: WebhookStore {
    package func webhooks(_ ids: [String]) async throws(StoreError) -> [WebhookProgress] {
        let sql = "SELECT \(WebhookProgress.columns) FROM webhooks WHERE id = ANY ($1)"
        return try await readList(SQLStatement(sql).bind(ids)).all { WebhookProgress($0) }.compactMap(\.self)
    }

    package func webhookBody(_ id: String) async throws(StoreError) -> [UInt8]? {
        let sql = "SELECT body FROM webhooks WHERE id = $1 AND body IS NOT NULL"
        return try await readList(SQLStatement(sql).bind(id)).first { $0.bytes(0) }
    }

    package func setWebhook(_ progress: WebhookProgress, body: [UInt8]?) async throws(StoreError) -> Bool {
        let sql = """
            INSERT INTO webhooks AS old (\(WebhookProgress.columns), body)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (id) DO UPDATE SET \(WebhookProgress.replacement), number = DEFAULT,
                body = CASE WHEN excluded.repeated_through IS NULL THEN NULL ELSE coalesce(excluded.body, old.body) END
            WHERE old.version = excluded.version - 1
            """
        let insertion = SQLStatement(sql).bind(progress.id).bind(progress.cursor.description)
            .bind(progress.repeatedThrough?.description).bind(progress.failures).bind(progress.waitingSince)
            .bind(progress.nextAttempt).bind(progress.lastError).bind(progress.lastErrorAt).bind(progress.deliveredAt)
            .bind(progress.disabledIn).bind(progress.redeliveries).bind(progress.version + 1)
            .bind(text: progress.repeatedThrough == nil ? nil : body)
        let deletion =
            "DELETE FROM webhooks WHERE number IN (SELECT number FROM webhooks ORDER BY number DESC OFFSET $1)"
        let calls = [insertion, SQLStatement(deletion).bind(WebhookLimits.progressRows)]
        return try result(await runWrite(calls))[0].affected > 0
    }
}
