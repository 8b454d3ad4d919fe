/// Reading the parts of a block, by the codes of some numbers and their tables for twelve bits.
extension BitReader {
    /// How much a block's first coefficient differs from that of the block before; nil where the bits are not a code.
    ///
    /// Fills the reader, of whose 56 bits it takes at most 27.
    @inline(__always) mutating func difference(
        _ number: Int, _ values: Span<UInt32>, _ codes: HuffmanCodes, _ bytes: Span<UInt8>
    ) -> Int32? {
        fill(bytes)
        let entry = Int32(bitPattern: values[(number & 3) &<< 12 | Int(truncatingIfNeeded: bits &>> 52)])
        if entry != 0 {
            drop(Int(entry & 0xFF))
            return entry >> 16
        }
        let code = codes.code(number, Int(truncatingIfNeeded: bits &>> 48))
        if code == 0 { return nil }
        drop(code & 0xFF)
        return Int32(truncatingIfNeeded: HuffmanCodes.value(consume(code &>> 8), bits: code &>> 8))
    }

    /// Passes over a block's coefficients from one on to the block's end; false where the bits are not such.
    ///
    /// The first table takes at most 22 bits, which must be known. Of 56 two take 44.
    @inline(__always) mutating func skip(
        from first: Int, _ number: Int, _ steps: Span<UInt32>, _ codes: HuffmanCodes, _ bytes: Span<UInt8>
    ) -> Bool {
        var (reader, place, isFilled) = (self, first, true)
        while place < 64 {
            if !isFilled { reader.fill(bytes) }
            isFilled.toggle()
            let entry = Int(steps[(number & 1) &<< 12 | Int(truncatingIfNeeded: reader.bits &>> 52)])
            let next = place &+ entry &>> 8 & 0xFF
            if entry == 0 || next > 63 {
                reader.fill(bytes)
                let code = codes.code(number, Int(truncatingIfNeeded: reader.bits &>> 48))
                if code == 0 { return false }
                reader.drop(code & 0xFF &+ code &>> 8 & 15)
                place = code &>> 8 == 0 ? 64 : place &+ code &>> 12 &+ 1
                isFilled = false
            } else {
                reader.drop(entry & 0xFF)
                place = entry &>> 16 > 0 ? 64 : next
            }
        }
        self = reader
        return place == 64
    }

    /// The next coefficient, as an entry of `HuffmanCodes.values`; 0 where the bits are not such.
    ///
    /// It takes at most 26 bits, which must be known: two fit 56.
    @inline(__always) mutating func coefficient(
        _ number: Int, _ values: Span<UInt32>, _ codes: HuffmanCodes
    ) -> Int32 {
        let entry = Int32(bitPattern: values[(number & 3) &<< 12 | Int(truncatingIfNeeded: bits &>> 52)])
        if entry != 0 {
            drop(Int(entry & 0xFF))
            return entry
        }
        let code = codes.code(number, Int(truncatingIfNeeded: bits &>> 48))
        if code == 0 { return 0 }
        drop(code & 0xFF)
        let size = code &>> 8 & 15
        let value = HuffmanCodes.value(consume(size), bits: size)
        return Int32(truncatingIfNeeded: 1 | (code &>> 8 == 0 ? 128 : code &>> 12) &<< 8 | value &<< 16)
    }
}
