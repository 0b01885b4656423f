package import Fairway
package import FairwayQuarantine
import Foundation

/// The steps in quarantine, which ``QuarantineStore`` documents.
extension PostgresStore: QuarantineStore {
    package func quarantinedSteps() async throws(StoreError) -> [QuarantinedStep] {
        try await readList(SQLStatement("SELECT \(QuarantinedStep.columns) FROM quarantine ORDER BY number"))
            .all(QuarantinedStep.init)
    }

    package func quarantine(_ steps: [QuarantinedStep]) async throws(StoreError) {
        let insertion = """
            INSERT INTO quarantine (id, \(QuarantinedStep.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (id) DO UPDATE SET \(QuarantinedStep.replacement)
            """
        let insertions = steps.map { quarantined in
            let step = quarantined.step
            return SQLStatement(insertion).bind(quarantined.id).bind(step.session).bind(step.revision).bind(step.kind)
                .bind(step.rootFlow).bind(step.name).bind(step.work).bind(quarantined.build).bind(quarantined.at)
                .bind(quarantined.isRefused).bind(quarantined.ends)
        }
        let deletion = """
            DELETE FROM quarantine WHERE number IN
            (SELECT number FROM quarantine WHERE is_refused = $1 ORDER BY \(QuarantinedStep.keptFirst) OFFSET $2)
            """
        let deletions = [false, true].map { SQLStatement(deletion).bind($0).bind(QuarantinedStep.mostStored) }
        _ = try result(await runWrite(insertions + deletions))
    }

    package func release(step id: String) async throws(StoreError) {
        _ = try await write(SQLStatement("DELETE FROM quarantine WHERE id = $1").bind(id))
    }

    package func release(session: String) async throws(StoreError) {
        _ = try await write(SQLStatement("DELETE FROM quarantine WHERE session_id = $1").bind(session))
    }
}
