internal import Domain

enum ProductSearchKey: String, SectionKey {
    case productSet, productCategories, filter, boundingPoly
    static let section = "productSearch"
}

enum BoundingPolyKey: String, SectionKey {
    case normalizedVertices
    static let section = "boundingPoly"
}

enum VertexKey: String, SectionKey {
    case x, y
    static let section = "vertex"
}

extension Node {
    /// What `PRODUCT_SEARCH` looks for.
    func productSearch() -> ProductSearch? {
        let expected = "a mapping with `productSet` and `productCategories`"
        guard let fields = Fields(self, expected, keys: ProductSearchKey.self) else { return nil }
        let set = fields.required(.productSet, "projects/P/locations/L/productSets/S")?.productSet()
        let categories = fields.required(.productCategories, "[homegoods-v2]")?
            .items("a list of categories, such as [homegoods-v2]")?
            .compactMap { $0.text("a category, such as homegoods-v2") }
        let filter = fields[.filter]?.text("a filter, such as color = red")
        let polygon = fields[.boundingPoly]?.boundingPoly()
        guard let set, let categories else { return nil }
        var search = ProductSearch(productSet: set, productCategories: categories)
        search.filter = filter
        search.boundingPoly = polygon ?? []
        return search
    }

    private func productSet() -> String? {
        let expected = "a product set such as projects/P/locations/L/productSets/S"
        guard let text = text(expected) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "projects", parts[2] == "locations", parts[4] == "productSets",
            [1, 3, 5].allSatisfy({ NameRule.project.accepts(String(parts[$0])) })
        else { return mismatch(expected) }
        return text
    }

    /// Fractions only: pixels would mean another part of each picture.
    private func boundingPoly() -> [Point]? {
        let expected = "a mapping with `normalizedVertices`"
        guard let fields = Fields(self, expected, keys: BoundingPolyKey.self),
            let node = fields.required(.normalizedVertices, "[{x: 0, y: 0}, {x: 1, y: 0}, {x: 1, y: 1}]"),
            let items = node.items("a list of at least three corners")
        else { return nil }
        guard items.count >= 3 else {
            node.report("expected a list of at least three corners, found \(items.count)")
            return nil
        }
        return items.compactMap { $0.vertex() }
    }

    private func vertex() -> Point? {
        guard let fields = Fields(self, "a corner such as {x: 0.25, y: 0.5}", keys: VertexKey.self) else { return nil }
        let x = fields.required(.x, "0.25")?.share()
        let y = fields.required(.y, "0.5")?.share()
        guard let x, let y else { return nil }
        return Point(x: Double(x), y: Double(y))
    }
}
