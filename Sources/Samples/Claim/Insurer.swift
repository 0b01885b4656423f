import Fairway
import Foundation

/// A fake insurer. It keeps claims by number, and takes each one once.
actor Insurer {
    private var claims: JSONFile<Filed>

    init(in folder: DataFolder = DataFolder()) {
        claims = JSONFile("claims", in: folder)
    }

    struct Filed: Codable, Hashable {
        var what: String
        var amount: Decimal
    }

    /// Files a claim. A repeated call with the same number changes nothing.
    func file(_ claim: Filed, as number: String) throws {
        try claims.update { if $0[number] == nil { $0[number] = claim } }
    }

    func claim(_ number: String) throws -> Filed? { try claims.all()[number] }
}

/// Files a claim at the insurer.
struct FileClaim: Job {
    var number: String
    var what: String
    var amount: Decimal

    static let performer = Performer(FileClaim.self) { job, attempt in
        let claim = Insurer.Filed(what: job.what, amount: job.amount)
        try await attempt.dependencies[Insurer.self].file(claim, as: job.number)
        return Done()
    }
}
