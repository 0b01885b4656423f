/// The members who are signed in, by session.
actor Members {
    private var names: JSONFile<[String: String]>

    init(in folder: DataFolder = DataFolder()) {
        names = JSONFile("members", in: folder, initial: [:])
    }

    /// The signed-in member; nil for a guest.
    func member(of session: String) throws -> String? { try names.value()[session] }

    /// Signs a member in. Idempotent.
    func signIn(_ name: String, session: String) throws {
        try names.update { $0[session] = name }
    }
}
