package import Fairway
package import FairwayQuarantine

/// The steps in quarantine, which ``QuarantineStore`` documents.
extension SQLiteStore: QuarantineStore {
    package func quarantinedSteps() async throws(StoreError) -> [QuarantinedStep] {
        try await readForAdmin { connection in
            try connection.statement("SELECT \(QuarantinedStep.columns) FROM quarantine ORDER BY number")
                .all(QuarantinedStep.init)
        }
    }

    package func quarantine(_ steps: [QuarantinedStep]) async throws(StoreError) {
        try await write { writer in
            let insertion = """
                INSERT INTO quarantine (id, \(QuarantinedStep.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET \(QuarantinedStep.replacement)
                """
            for quarantined in steps {
                let step = quarantined.step
                try writer.connection.statement(insertion).bind(quarantined.id).bind(step.session).bind(step.revision)
                    .bind(step.kind).bind(step.rootFlow).bind(step.name).bind(step.work).bind(quarantined.build)
                    .bind(quarantined.at).bind(quarantined.isRefused ? 1 : 0).bind(quarantined.ends).run()
            }
            let deletion = """
                DELETE FROM quarantine WHERE number IN
                (SELECT number FROM quarantine WHERE is_refused = ? ORDER BY \(QuarantinedStep.keptFirst) LIMIT -1 OFFSET ?)
                """
            for isRefused in 0...1 {
                try writer.connection.statement(deletion).bind(isRefused).bind(QuarantinedStep.mostStored).run()
            }
        }
    }

    package func release(step id: String) async throws(StoreError) {
        try await write { writer in
            try writer.connection.statement("DELETE FROM quarantine WHERE id = ?").bind(id).run()
        }
    }

    package func release(session: String) async throws(StoreError) {
        try await write { writer in
            try writer.connection.statement("DELETE FROM quarantine WHERE session_id = ?").bind(session).run()
        }
    }
}
