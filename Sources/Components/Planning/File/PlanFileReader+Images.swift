internal import Text
internal import Crypto
internal import JSON
internal import Platform
internal import Domain

extension PlanFileReader {
    /// The images, each once.
    mutating func images(_ node: JSONNode?, recipes: Int) -> [PinnedImage] {
        var images: [PinnedImage] = []
        var known: Set<ImageKey> = []
        let nodes = fields.list(node)
        images.reserveCapacity(nodes.count)
        known.reserveCapacity(nodes.count)
        for node in nodes where diagnostics.count < PlanFileError.limit {
            guard let image = image(node, recipes: recipes) else { continue }
            if !known.insert(image.key).inserted {
                fields.report(node, "digest", "the image \(image.key.digest.hex) is there twice")
            }
            images.append(image)
        }
        return images
    }

    private mutating func image(_ node: JSONNode, recipes: Int) -> PinnedImage? {
        guard let found = fields.members(of: node, imageNames, optional: optionalImageNames) else { return nil }
        let key = key(found)
        let reason = reason(found[1], from: found[3], of: node)
        let missingRecipes = indexes(found[2], below: recipes)
        let path = path(found[4], found[5])
        guard let key, let reason, let missingRecipes else { return nil }
        return PinnedImage(key, reason: reason, missingRecipes: missingRecipes, path: path)
    }

    /// By what an image is known; what is left out is that of an upright picture.
    private mutating func key(_ found: [JSONNode?]) -> ImageKey? {
        let digest = fields.digest(found[0])
        let kind = found[6].map { word(of: $0, ImageKey.Kind.self) } ?? .picture
        let page = found[7].map { fields.count($0) } ?? 0
        let turn = found[8].map { fields.count($0) } ?? 1
        if let turn, !(1...8).contains(turn), let node = found[8] {
            fields.report(node, "expected a turn from 1 to 8, found \(turn)")
            return nil
        }
        guard let digest, let kind, let page, let turn else { return nil }
        return ImageKey(kind, digest, page: page, turn: turn)
    }

    /// One of a few words.
    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        of node: JSONNode, _: Word.Type
    ) -> Word? {
        guard let text = fields.text(node) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        fields.report(node, "expected one of \(words), found \(fields.shown(node))")
        return nil
    }

    private mutating func reason(_ node: JSONNode?, from origin: JSONNode?, of image: JSONNode) -> PlanReason? {
        guard let node, let kind = word(of: node, PlanReason.Kind.self) else { return nil }
        let digest = origin.flatMap { fields.digest($0) }
        if origin != nil, digest == nil { return nil }
        if let reason = PlanReason(kind, origin: digest) { return reason }
        fields.report(
            image, "from",
            digest == nil ? "is missing, and \(kind.rawValue) needs it" : "is not expected beside \(kind.rawValue)")
        return nil
    }

    /// Places in the list of recipes, in ascending order, at least one.
    private mutating func indexes(_ node: JSONNode?, below count: Int) -> RecipeIndexes? {
        guard let node, node.isArray else {
            _ = fields.list(node)
            return nil
        }
        var indexes = RecipeIndexes()
        var last = -1
        for element in node.elements {
            guard let index = fields.count(element) else { return nil }
            guard index > last, index < count else {
                fields.report(
                    element, "expected places of recipes in ascending order, each below \(count), found \(index)")
                return nil
            }
            indexes.insert(index)
            last = index
        }
        if indexes.isEmpty {
            fields.report(node, "expected the places of the recipes that the image lacks, found none")
        }
        return indexes.isEmpty ? nil : indexes
    }

    /// A path of its two forms, of which at most one may be there.
    mutating func path(_ text: JSONNode?, _ digits: JSONNode?) -> FilePath? {
        guard let digits else { return text.flatMap { fields.text($0) }.map { FilePath($0) } }
        if text != nil {
            fields.report(digits, "is not expected beside path")
            return nil
        }
        guard let found = fields.text(digits) else { return nil }
        guard let bytes = bytes(ofHexadecimal: found), String(validating: bytes, as: UTF8.self) == nil else {
            fields.report(digits, "expected lower-case hexadecimal digits of a name that is not UTF-8")
            return nil
        }
        return FilePath(bytes: bytes)
    }
}

private let imageNames = ["digest", "reason", "recipes"]
private let optionalImageNames = ["from", "path", "path_hex", "kind", "page", "turn"]
