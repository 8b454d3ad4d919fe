/// How many statements a text of SQL holds; comments, quoted text and empty statements do not count.
package func statementCount(in sql: String) -> Int {
    let bytes = Array(sql.utf8)
    var count = 0
    var isInside = false
    var index = 0
    /// The index behind the next such bytes, or the end.
    func end(of mark: String, from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var index = start
        while index < bytes.count {
            if bytes[index...].starts(with: mark) { return index + mark.count }
            index += 1
        }
        return index
    }
    while index < bytes.count {
        let byte = bytes[index]
        if bytes[index...].starts(with: "--".utf8) {
            index = end(of: "\n", from: index + 2)
            continue
        }
        if bytes[index...].starts(with: "/*".utf8) {
            index = end(of: "*/", from: index + 2)
            continue
        }
        index += 1
        if byte == UInt8(ascii: ";") {
            isInside = false
        } else if byte > 0x20 {
            if !isInside { count += 1 }
            isInside = true
            // A quote that stands twice in quoted text ends it and begins it at once.
            switch byte {
            case UInt8(ascii: "'"): index = end(of: "'", from: index)
            case UInt8(ascii: "\""): index = end(of: "\"", from: index)
            case UInt8(ascii: "`"): index = end(of: "`", from: index)
            case UInt8(ascii: "["): index = end(of: "]", from: index)
            default: break
            }
        }
    }
    return count
}
