internal import Crypto
internal import Planning
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    func requests(_ images: [PlannedImage]) throws(StoreError) -> [AskedImage?] {
        try database.snapshot { () throws(StoreError) in
            try images.map { image throws(StoreError) in try requests(image) }
        }
    }

    private func requests(_ planned: PlannedImage) throws(StoreError) -> AskedImage? {
        guard case .queue(let reason, _) = planned.decision else { return nil }
        let known = try planned.image.map { image throws(StoreError) in try status(of: image) } ?? nil
        let digest: Digest?
        let path: FilePath
        switch planned.source {
        case .identified(let found): (digest, path) = (found.digest, found.path)
        case .known(_, let name, _): (digest, path) = (known?.digest, try self.path(name))
        }
        guard let digest else { return nil }
        let origin: Digest? =
            switch reason {
            case .bytesChanged(let image): try status(of: image)?.digest
            case .modelChanged(let recipe), .parametersChanged(let recipe): try self.digest(of: recipe)
            case .new, .featureAdded, .failedBefore, .tooOld: nil
            }
        return AskedImage(
            digest: digest, path: path, reason: reason, origin: origin,
            missingRecipes: known?.missingRecipes ?? Array(own.recipes.indices))
    }

    /// An image's digest, and which recipes it lacks, by their places.
    private func status(of image: ImageID) throws(StoreError) -> (digest: Digest?, missingRecipes: [Int])? {
        let fresh = own.recipes.map { answered([$0], since: planner.since) }.joined(separator: ", ")
        return try database.connection.first(
            "SELECT i.sha256, \(fresh) FROM image AS i WHERE i.image_id = ?", .integer(image.value)
        ) { row in
            let missingRecipes = own.recipes.indices.filter { row.integer(Int32($0) + 1) == 0 }
            return (Digest(bytes: row.blob(0)), missingRecipes)
        }
    }

    private func path(_ name: PathID) throws(StoreError) -> FilePath {
        try database.connection.first(
            "SELECT path, path_bytes FROM path WHERE path_id = ?", .integer(name.value)
        ) { database.paths.absolute($0.path(0)) } ?? FilePath("")
    }

    private func digest(of recipe: RecipeID) throws(StoreError) -> Digest? {
        if let known = recipeDigests[recipe] { return known }
        let found = try database.connection.first(
            "SELECT digest FROM recipe WHERE recipe_id = ?", .integer(recipe.value)
        ) { Digest(bytes: $0.blob(0)) }
        guard let found else { return nil }
        recipeDigests[recipe] = found
        return found
    }
}
