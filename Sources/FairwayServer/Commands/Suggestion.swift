/// The word that was probably meant by one with a slip in it.
enum Suggestion {
    /// The nearest candidate, if it is near enough to be more than a guess: one slip in three letters.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let near = candidates.map { (candidate: $0, distance: distance(Array(word), Array($0))) }
            .filter { $0.distance <= max(1, $0.candidate.count / 3) }
        return near.min { $0.distance < $1.distance }?.candidate
    }

    /// How many letters must be put in, left out, exchanged or swapped with their neighbour to get from one to the other
    /// (optimal string alignment).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let exchanged = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                row.append(min(rows[i][j + 1] + 1, row[j] + 1, exchanged))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], rows[i - 1][j - 1] + 1)
                }
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
