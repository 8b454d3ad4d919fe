extension HEIFItems {
    /// The one box that describes the items.
    ///
    /// What follows it need not consist of boxes: libheif reads as far as there are some, and makers append other data.
    static func meta(of bytes: Span<UInt8>) throws(PictureError) -> HEIFBox {
        var found: HEIFBox?
        var offset = 0
        while let box = HEIFBox(bytes, at: offset, before: bytes.count) {
            if box.name == "meta" {
                // Older versions of libheif read the last one, newer ones the first one.
                guard found == nil else { throw .damaged(.heic, message: "two descriptions of the items") }
                found = box
            }
            offset = box.range.upperBound
        }
        guard let found else { throw .truncated(.heic, message: "the items are not described") }
        return found
    }

    /// The number of the item that is shown.
    static func primary(_ box: HEIFBox, _ bytes: Span<UInt8>) throws(PictureError) -> Int {
        var cursor = BoxCursor(box)
        let (version, _) = try cursor.version(bytes, latest: 1)
        return try cursor.number(bytes, size: version == 0 ? 2 : 4)
    }

    /// The kind of each item.
    static func types(_ box: HEIFBox, _ bytes: Span<UInt8>) throws(PictureError) -> [Int: BoxName] {
        var cursor = BoxCursor(box)
        // Nokia's writer says 2 and means 1.
        let (version, _) = try cursor.version(bytes, latest: 2)
        let count = try cursor.number(bytes, size: version == 0 ? 2 : 4)
        let boxes = try HEIFBox.all(in: cursor.offset..<cursor.end, of: bytes)
        // libheif reads all boxes, whatever the count.
        guard boxes.count == count else { throw .damaged(.heic, message: "the list of items is not complete") }
        var types: [Int: BoxName] = [:]
        for box in boxes {
            guard box.name == "infe" else { throw .damaged(.heic, message: "another box in the list of items") }
            var cursor = BoxCursor(box)
            let (version, _) = try cursor.version(bytes, latest: 3)
            let item = try cursor.number(bytes, size: version == 3 ? 4 : 2)
            var type: BoxName = ""
            // The first two versions have no kinds.
            if version >= 2 {
                // How it is protected, which no reader of pictures looks at.
                try cursor.skip(2)
                let start = cursor.offset
                try cursor.skip(4)
                type = BoxName(bytes, at: start) ?? ""
            }
            guard types.updateValue(type, forKey: item) == nil else {
                throw .damaged(.heic, message: "two items of one number")
            }
        }
        return types
    }
}
