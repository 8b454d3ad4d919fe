/// How many statements a text of SQL holds; comments, quoted text and empty statements do not count.
package func statementCount(in sql: String) -> Int {
    let bytes = Array(sql.utf8)
    var count = 0
    var isInside = false
    var place = 0
    /// The place behind the next such bytes, or the end.
    func end(of mark: String, from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var place = start
        while place < bytes.count {
            if bytes[place...].starts(with: mark) { return place + mark.count }
            place += 1
        }
        return place
    }
    while place < bytes.count {
        let byte = bytes[place]
        if bytes[place...].starts(with: "--".utf8) {
            place = end(of: "\n", from: place + 2)
            continue
        }
        if bytes[place...].starts(with: "/*".utf8) {
            place = end(of: "*/", from: place + 2)
            continue
        }
        place += 1
        if byte == UInt8(ascii: ";") {
            isInside = false
        } else if byte > 0x20 {
            if !isInside { count += 1 }
            isInside = true
            // A quote that stands twice in quoted text ends it and begins it at once.
            switch byte {
            case UInt8(ascii: "'"): place = end(of: "'", from: place)
            case UInt8(ascii: "\""): place = end(of: "\"", from: place)
            case UInt8(ascii: "`"): place = end(of: "`", from: place)
            case UInt8(ascii: "["): place = end(of: "]", from: place)
            default: break
            }
        }
    }
    return count
}
