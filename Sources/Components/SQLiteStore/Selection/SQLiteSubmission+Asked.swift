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
        guard case .queue(let reason, _, _) = planned.decision else { return nil }
        let known = try planned.image.map { image throws(StoreError) in try status(of: image) } ?? nil
        let key: ImageKey?
        let path: FilePath
        switch planned.source {
        case .identified(let found): (key, path) = (found.key, found.path)
        case .known(_, let name, _): (key, path) = (known?.key, try self.path(name))
        }
        guard let key else { return nil }
        var asksAgain = reason.asksAgain
        if case .bytesChanged(let image) = reason { asksAgain = try answered(image) != nil }
        let origin: Digest? =
            switch reason {
            case .bytesChanged(let image): try status(of: image)?.key?.digest
            case .modelChanged(let recipe), .parametersChanged(let recipe): try self.digest(of: recipe)
            case .new, .featureAdded, .failedBefore, .tooOld, .forced: nil
            }
        return AskedImage(
            key, path: path, reason: reason, origin: origin, asksAgain: asksAgain,
            missingRecipes: known?.missingRecipes ?? Array(own.recipes.indices))
    }

    /// An image's key, and which recipes it lacks, by their places.
    private func status(of image: ImageID) throws(StoreError) -> (key: ImageKey?, missingRecipes: [Int])? {
        let fresh = own.recipes.map { own.isAnswered([$0], since: planner.since) }.joined(separator: ", ")
        return try database.connection.first(
            "SELECT \(imageKeyColumns), \(fresh) FROM image AS i WHERE i.image_id = ?", .integer(image.value)
        ) { row in
            let missingRecipes = own.recipes.indices.filter { index in
                let assumed = assumed[own.recipes[index]]?[image]
                let isAssumed = assumed.map { $0 >= planner.since ?? $0 } ?? false
                return row.integer(Int32(index) + 4) == 0 && !isAssumed
            }
            return (ImageKey(row, at: 0), missingRecipes)
        }
    }

    func path(_ name: PathID) throws(StoreError) -> FilePath {
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
