internal import Crypto
internal import Text
internal import Platform
internal import Domain

/// The bytes of a plan, as they are written.
struct PlanFileWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Text that is JSON already.
    mutating func add(_ json: String) { bytes.append(contentsOf: json.utf8) }

    /// A string, or null.
    mutating func add(string: String?) {
        guard let string else { return add("null") }
        bytes.append(json: string)
    }

    /// 64 digits in quotation marks.
    mutating func add(_ digest: Digest) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(hexadecimal: digest.bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// `"path":"a.jpg"`, or `"path_hex":"ff"` for a name that is not UTF-8.
    mutating func add(_ path: FilePath) {
        if let text = String(validating: path.bytes, as: UTF8.self) {
            add("\"path\":")
            bytes.append(json: text)
        } else {
            add("\"path_hex\":\"\(hexadecimal(path.bytes))\"")
        }
    }

    /// A member that is an array, with a line for each element.
    mutating func add<Element>(
        list name: String, _ elements: [Element], _ write: (inout PlanFileWriter, Element) -> Void
    ) {
        add(",\n\"\(name)\":[")
        for (index, element) in elements.enumerated() {
            add(index == 0 ? "\n" : ",\n")
            write(&self, element)
        }
        add(elements.isEmpty ? "]" : "\n]")
    }

    mutating func add(_ image: PinnedImage) {
        add("{\"digest\":")
        add(image.key.digest)
        if image.key.kind != .picture { add(",\"kind\":\"\(image.key.kind.rawValue)\"") }
        if image.key.page != 0 { add(",\"page\":\(image.key.page)") }
        if image.key.turn != 1 { add(",\"turn\":\(image.key.turn)") }
        add(",\"reason\":\"")
        add(image.reason.kind.rawValue)
        if let origin = image.reason.origin {
            add("\",\"from\":")
            add(origin)
            add(",\"recipes\":[")
        } else {
            add("\",\"recipes\":[")
        }
        var isFirst = true
        for index in image.missingRecipes.indexes {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            if index < 10 { bytes.append(0x30 + UInt8(index)) } else { add(String(index)) }
        }
        bytes.append(UInt8(ascii: "]"))
        if let path = image.path {
            bytes.append(UInt8(ascii: ","))
            // A plan is kept and shown around; it finds pictures by their digests.
            add(FilePath(bytes: SignedAddress.masked(path.bytes)))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func add(_ pinned: PinnedRecipe) {
        let recipe = pinned.recipe
        add("{\"digest\":")
        add(recipe.digest)
        add(member: "backend", recipe.backend)
        add(member: "model", recipe.model)
        add(member: "model_version", recipe.modelVersion)
        add(member: "feature", recipe.feature.rawValue)
        add(member: "parameters", recipe.parameters)
        add(member: "preparation", recipe.preparation)
        add(member: "description", pinned.description)
        add("}")
    }

    mutating func add(_ model: ModelVersion) {
        add("{\"backend\":")
        add(string: model.backend)
        add(member: "model", model.model)
        add(member: "version", model.version)
        add("}")
    }

    mutating func add(_ price: FeaturePrice) {
        add("{\"feature\":")
        add(string: price.feature.rawValue)
        add(",\"free_units\":\(price.freeUnits),\"first_micro_usd\":\(price.first)")
        add(",\"first_tier\":\(price.firstTier),\"second_micro_usd\":\(price.second)")
        add(member: "free_with", price.freeWith?.rawValue)
        add("}")
    }

    mutating func add(_ cost: CostEstimate) {
        add("{\"units\":\(cost.units)")
        add(high: cost.maxMicroDollars, low: cost.minMicroDollars)
        add(",\"features\":[")
        for (index, line) in cost.lines.enumerated() {
            add(index == 0 ? "{\"feature\":" : ",{\"feature\":")
            add(string: line.feature.rawValue)
            add(",\"units\":\(line.units),\"free_units\":\(line.freeUnits)")
            add(high: line.maxMicroDollars, low: line.minMicroDollars)
            add("}")
        }
        add("]}")
    }

    private mutating func add(high: Int64?, low: Int64?) {
        func words(_ amount: Int64?) -> String { amount.map(String.init) ?? "null" }
        add(",\"most_micro_usd\":\(words(high)),\"least_micro_usd\":\(words(low))")
    }

    private mutating func add(member name: String, _ value: String?) {
        add(",\"\(name)\":")
        add(string: value)
    }
}
