internal import Text
package import Storage

/// One JSON object, its keys in the order they were added.
package struct JSONObject {
    private var bytes = Array("{".utf8)

    /// An object without keys.
    package init() {}

    /// Adds a key with a value.
    package mutating func add(_ key: String, _ cell: Cell) {
        begin(key)
        JSONText.add(cell, to: &bytes)
    }

    /// Adds a key with an array of objects.
    package mutating func add(_ key: String, _ objects: [JSONObject]) {
        begin(key)
        bytes.append(UInt8(ascii: "["))
        for (index, object) in objects.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += object.text
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds a key with an object, or null.
    package mutating func add(_ key: String, _ object: JSONObject?) {
        begin(key)
        bytes += object?.text ?? Array("null".utf8)
    }

    /// Adds a key with an array of values, or null.
    package mutating func add(_ key: String, list: [Cell]?) {
        begin(key)
        guard let list else { return bytes.append(contentsOf: "null".utf8) }
        bytes.append(UInt8(ascii: "["))
        for (index, cell) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.add(cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds keys with their values, in order.
    package mutating func add(_ columns: [String], _ cells: [Cell]) {
        for (key, cell) in zip(columns, cells) { add(key, cell) }
    }

    /// The whole object, on one line without its end.
    package var text: [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func begin(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(jsonOf: Array(key.utf8))
        bytes.append(UInt8(ascii: ":"))
    }
}
