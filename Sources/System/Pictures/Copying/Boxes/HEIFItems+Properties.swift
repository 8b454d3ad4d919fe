extension HEIFItems {
    /// The properties of each item, in the order in which they are listed for it.
    static func properties(_ box: HEIFBox, _ bytes: Span<UInt8>) throws(PictureError) -> [Int: [Property]] {
        let boxes = try HEIFBox.all(in: box.body, of: bytes)
        let available = try HEIFBox.all(in: boxes.required("ipco").body, of: bytes)
        let areAlpha = available.map { isAlpha($0, bytes) }
        var properties: [Int: [Property]] = [:]
        for box in boxes where box.name == "ipma" {
            var cursor = BoxCursor(box)
            let (version, flags) = try cursor.version(bytes, latest: 1)
            let size = flags & 1 == 0 ? 1 : 2
            let essential = 1 << (8 * size - 1)
            for _ in 0..<(try cursor.number(bytes, size: 4)) {
                let item = try cursor.number(bytes, size: version == 0 ? 2 : 4)
                var listed: [Property] = []
                for _ in 0..<(try cursor.number(bytes, size: 1)) {
                    let number = try cursor.number(bytes, size: size)
                    let index = number & (essential - 1)
                    // Readers differ on a number that stands for none.
                    guard (1...available.count).contains(index) else {
                        throw .damaged(.heic, message: "a property of an item is missing")
                    }
                    listed.append(
                        Property(
                            box: available[index - 1], isEssential: number & essential != 0,
                            isAlpha: areAlpha[index - 1]))
                }
                guard properties.updateValue(listed, forKey: item) == nil else {
                    throw .damaged(.heic, message: "two lists of properties for one item")
                }
                guard properties.count <= HEIFBox.maxCount else {
                    throw .unsupported(.heic, .variant("too many items"))
                }
            }
        }
        return properties
    }

    /// Whether a property says that its item is an alpha plane, and not a depth map or the like.
    private static func isAlpha(_ property: HEIFBox, _ bytes: Span<UInt8>) -> Bool {
        guard property.name == "auxC" else { return false }
        // Behind version and flags stands a text: of HEVC or AVC (ISO/IEC 23008-12), or of any codec (23000-22).
        let content = bytes.extracting(property.body)
        return content.has("urn:mpeg:hevc:2015:auxid:1", at: 4) || content.has("urn:mpeg:avc:2015:auxid:1", at: 4)
            || content.has("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", at: 4)
    }
}
