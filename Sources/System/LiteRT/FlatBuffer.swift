/// A table inside a flatbuffer: where it is, and where its list of fields is.
///
/// Every read is checked against the bytes, so no content can lead outside of them; a broken reference is an
/// error, an absent field is nil. The layout is FlatBuffers' own: little-endian, a table begins with the signed
/// distance back to its vtable, a vtable with its length in bytes.
struct FlatTable {
    /// The table's offset.
    let position: Int
    private let vtable: Int
    private let vtableLength: Int

    /// The table at an offset.
    init(at position: Int, in bytes: Span<UInt8>) throws(LiteRTError) {
        self.position = position
        vtable = position - Int(try bytes.integer(Int32.self, at: position))
        vtableLength = Int(try bytes.integer(UInt16.self, at: vtable))
        guard vtableLength >= 4 else { throw LiteRTError.damaged }
    }

    /// The root table of a flatbuffer that begins at the first byte.
    init(rootOf bytes: Span<UInt8>) throws(LiteRTError) {
        try self.init(at: Int(try bytes.integer(UInt32.self, at: 0)), in: bytes)
    }

    /// The offset of a field's own bytes; nil where the table leaves it out.
    private func place(_ field: Int, _ bytes: Span<UInt8>) throws(LiteRTError) -> Int? {
        let slot = 4 + 2 * field
        guard slot + 2 <= vtableLength else { return nil }
        let offset = Int(try bytes.integer(UInt16.self, at: vtable + slot))
        return offset == 0 ? nil : position + offset
    }

    /// A scalar field, or its default.
    func scalar<Number: FixedWidthInteger>(
        _ field: Int, default absent: Number, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> Number {
        guard let place = try place(field, bytes) else { return absent }
        return try bytes.integer(Number.self, at: place)
    }

    /// The offset of what a field refers to.
    private func target(_ field: Int, _ bytes: Span<UInt8>) throws(LiteRTError) -> Int? {
        guard let place = try place(field, bytes) else { return nil }
        return place + Int(try bytes.integer(UInt32.self, at: place))
    }

    /// A table that a field refers to.
    func table(_ field: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> FlatTable? {
        guard let target = try target(field, bytes) else { return nil }
        return try FlatTable(at: target, in: bytes)
    }

    /// A vector that a field refers to; empty where it is left out.
    func vector(_ field: Int, of width: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> FlatVector {
        guard let target = try target(field, bytes) else { return FlatVector(start: 0, count: 0) }
        let vector = FlatVector(start: target + 4, count: Int(try bytes.integer(UInt32.self, at: target)))
        // A count is below 2^32 and a width below 9: the product fits.
        guard vector.start + vector.count * width <= bytes.count else { throw LiteRTError.damaged }
        return vector
    }

    /// A text that a field refers to, bytes that are no UTF-8 replaced.
    func text(_ field: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> String? {
        let vector = try vector(field, of: 1, in: bytes)
        guard vector.count > 0 else { return nil }
        guard vector.count <= 4096 else {
            throw LiteRTError.modelRefused(reason: "it has a name of more than 4096 bytes")
        }
        return String(decoding: bytes.copy(vector.range), as: UTF8.self)
    }
}

/// A vector inside a flatbuffer, known to lie within the bytes.
struct FlatVector {
    /// The offset of the first element.
    let start: Int
    /// The number of elements.
    let count: Int

    /// The elements' bytes, for elements of one byte.
    var range: Range<Int> { start..<(start + count) }

    /// An integer of a vector of integers.
    func integer<Number: FixedWidthInteger>(
        _ type: Number.Type, _ index: Int, in bytes: Span<UInt8>
    ) throws(LiteRTError) -> Number {
        guard index >= 0, index < count else { throw LiteRTError.damaged }
        return try bytes.integer(type, at: start + index * (Number.bitWidth / 8))
    }

    /// A table of a vector of tables.
    func table(_ index: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> FlatTable {
        let offset = Int(try integer(UInt32.self, index, in: bytes))
        return try FlatTable(at: start + index * 4 + offset, in: bytes)
    }

    /// The elements as 32-bit floats, at most `limit` of them.
    func floats(limit: Int, in bytes: Span<UInt8>) throws(LiteRTError) -> [Float] {
        guard count <= limit else { throw LiteRTError.damaged }
        var values: [Float] = []
        for index in 0..<count { values.append(Float(bitPattern: try integer(UInt32.self, index, in: bytes))) }
        return values
    }
}

extension LiteRTError {
    /// References inside the file lead nowhere.
    static let damaged = LiteRTError.modelRefused(reason: "it is damaged or cut short")
}

extension Span<UInt8> {
    /// A little-endian integer, or an error where it would lie outside.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) throws(LiteRTError) -> Number {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { throw LiteRTError.damaged }
        var value: Number = 0
        for index in 0..<width { value |= Number(truncatingIfNeeded: self[offset + index]) << Number(8 * index) }
        return value
    }

    /// A copy of a part that is known to lie inside.
    func copy(_ range: Range<Int>) -> [UInt8] {
        var copied: [UInt8] = []
        copied.reserveCapacity(range.count)
        for index in range { copied.append(self[index]) }
        return copied
    }
}
