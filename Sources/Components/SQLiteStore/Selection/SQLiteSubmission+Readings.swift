internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The same file under another `rotate:`, `orientation:` or `metadata:` is another image, which must be asked again.
extension SQLiteSubmission {
    /// What a name's image was asked before the manifest read the name in another way.
    ///
    /// - Returns: the recipe that has an answer of the selection's member of that name; nil where there is none, and
    ///   where a source still gives the name to be read in that way, too.
    func formerReading(of path: FilePath, readAs reading: Reading) throws(StoreError) -> RecipeID? {
        guard try hasOtherReadings(than: reading) else { return nil }
        let stored = database.paths.stored(path)
        let members = try database.connection.all(
            """
            SELECT p.image_id, f.reading, i.digest FROM path AS p INDEXED BY path_by_path
            JOIN folder AS f USING (folder_id)
            JOIN job_image AS ji ON ji.job_id = ? AND ji.image_id = p.image_id AND ji.until_submission IS NULL
            JOIN image AS i ON i.image_id = p.image_id
            WHERE p.path = ? AND p.path_bytes = ? AND p.replaced_at IS NULL AND f.volume = ? AND f.reading <> ?
            ORDER BY p.path_id
            """, .integer(own.job.value), .text(stored.text), .blob(stored.bytes), .text(volume.name),
            .integer(reading.code)
        ) { (image: ImageID($0.integer(0)), reading: Reading(code: $0.integer(1)), digest: Digest(bytes: $0.blob(2))) }
        for member in members {
            guard let digest = member.digest, !isGiven(SourcePath(path, as: member.reading), digest),
                let recipe = try answered(member.image)
            else { continue }
            return recipe
        }
        return nil
    }

    /// Of what the job asks, or has asked before, the first recipe of which an image has an answer.
    func answered(_ image: ImageID) throws(StoreError) -> RecipeID? {
        let recipes = (own.before + own.recipes).map { "\($0.value)" }.joined(separator: ", ")
        return try database.connection.first(
            "SELECT recipe_id FROM answer WHERE image_id = ? AND recipe_id IN (\(recipes)) ORDER BY 1 LIMIT 1",
            .integer(image.value)
        ) { RecipeID($0.integer(0)) }
    }

    /// As a rule there are none, and no name need be looked up.
    private func hasOtherReadings(than reading: Reading) throws(StoreError) -> Bool {
        if let known = hasOtherReadings[reading] { return known }
        let found =
            try database.connection.first(
                "SELECT 1 FROM folder WHERE volume = ? AND reading <> ? LIMIT 1", .text(volume.name),
                .integer(reading.code)
            ) { _ in true } ?? false
        hasOtherReadings[reading] = found
        return found
    }
}
