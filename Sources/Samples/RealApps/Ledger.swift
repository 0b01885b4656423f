import Foundation

/// Executes transfers, once for each id. Each session has an account.
actor Ledger {
    private var book: JSONFile<Book>

    init(in folder: DataFolder = DataFolder()) {
        book = JSONFile("transfers", in: folder, initial: Book())
    }

    static let openingBalance: Decimal = 1_000

    struct Book: Codable, Hashable {
        /// The transfers of each account.
        var accounts: [String: [Entry]] = [:]
        /// The number of the last reference. References are unique among all accounts.
        var lastNumber = 0
    }

    struct Entry: Codable, Hashable {
        var id: String
        var reference: String
        var recipient: String
        var amount: Decimal
    }

    struct Account {
        var balance: Decimal
        var transfers: Int
    }

    func account(of session: String) throws -> Account { Self.account(try entries(of: session)) }

    /// Executes a transfer and returns its reference. Repeating it with the same id returns the same reference.
    ///
    /// - Returns: Nil if the balance is too small.
    func transfer(_ amount: Decimal, to recipient: String, id: String, session: String) throws -> String? {
        try book.update { book in
            let entries = book.accounts[session] ?? []
            if let known = entries.first(where: { $0.id == id }) { return known.reference }
            guard amount <= Self.account(entries).balance else { return nil }
            book.lastNumber += 1
            let entry = Entry(id: id, reference: "T-\(book.lastNumber)", recipient: recipient, amount: amount)
            book.accounts[session, default: []].append(entry)
            return entry.reference
        }
    }

    private func entries(of session: String) throws -> [Entry] { try book.value().accounts[session] ?? [] }

    private static func account(_ entries: [Entry]) -> Account {
        Account(balance: entries.reduce(openingBalance) { $0 - $1.amount }, transfers: entries.count)
    }
}
