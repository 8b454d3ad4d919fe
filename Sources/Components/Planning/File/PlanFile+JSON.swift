internal import Domain

extension PlanFile {
    /// Whether a file that begins with some bytes is a plan, of whichever version.
    package static func isPlan(_ start: [UInt8]) -> Bool {
        let text = String(decoding: start.prefix(64), as: UTF8.self)
        return text.first == "{" && text.dropFirst().drop { $0.isWhitespace }.hasPrefix("\"format\":")
    }

    /// The plan as JSON: the same bytes for the same plan.
    package var json: [UInt8] {
        var text = PlanText(capacity: 4096 + images.count * 160)
        text.add("{\n\"format\":\(PlanFile.format),\n\"made_at\":")
        text.add(string: madeAt.iso8601)
        text.add(",\n\"job\":")
        text.add(string: job)
        text.add(",\n\"manifest\":{\"sha256\":")
        text.add(manifest.digest)
        text.add(",")
        text.add(manifest.path)
        text.add("},\n\"account\":")
        text.add(string: account)
        text.add(list: "recipes", recipes) { text, pinned in text.add(pinned) }
        text.add(list: "models", models) { text, model in text.add(model) }
        text.add(list: "prices", prices) { text, price in text.add(price) }
        text.add(",\n\"cost\":")
        text.add(cost)
        text.add(list: "images", images) { text, image in text.add(image) }
        text.add("\n}\n")
        return text.bytes
    }
}
