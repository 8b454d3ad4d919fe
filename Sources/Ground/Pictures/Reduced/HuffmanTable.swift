/// A Huffman code of JPEG (ISO 10918-1, annex C and F.2.2), laid out for looking several symbols up at once.
@safe final class HuffmanTable {
    /// What it was made of: 16 counts and the symbols.
    let definition: [UInt8]
    /// How to read it, as long as the table lives.
    let code: HuffmanCode

    /// A table of a definition; nil where no code is such.
    init?(_ definition: [UInt8]) {
        self.definition = definition
        let code = unsafe HuffmanCode(
            symbols: .allocate(capacity: 1 << HuffmanCode.symbolBits),
            steps: .allocate(capacity: 1 << HuffmanCode.stepBits), ends: .allocate(capacity: 17),
            offsets: .allocate(capacity: 17), values: .allocate(capacity: 256))
        unsafe code.symbols.initialize(repeating: 0, count: 1 << HuffmanCode.symbolBits)
        unsafe code.steps.initialize(repeating: 0, count: 1 << HuffmanCode.stepBits)
        unsafe code.ends.initialize(repeating: 0, count: 17)
        unsafe code.offsets.initialize(repeating: 0, count: 17)
        unsafe code.values.initialize(repeating: 0, count: 256)
        unsafe self.code = code
        guard assignCodes() else { return nil }
        findSteps()
    }

    deinit {
        unsafe code.symbols.deallocate()
        unsafe code.steps.deallocate()
        unsafe code.ends.deallocate()
        unsafe code.offsets.deallocate()
        unsafe code.values.deallocate()
    }

    /// Gives symbols their codes in order; false where there are more codes than bits can tell apart.
    private func assignCodes() -> Bool {
        var (next, index) = (0, 0)
        for length in 1...16 {
            unsafe code.offsets[length] = index - next
            for _ in 0..<definition[length - 1] {
                // A code of ones alone is not allowed.
                guard index < 256, next + 1 < 1 << length else { return false }
                let symbol = definition[16 + index]
                unsafe code.values[index] = symbol
                let free = unsafe HuffmanCode.symbolBits - length
                if free >= 0 {
                    for at in (next << free)..<((next + 1) << free) {
                        unsafe code.symbols[at] = UInt16(length) << 8 | UInt16(symbol)
                    }
                }
                next += 1
                index += 1
            }
            unsafe code.ends[length] = next << (16 - length)
            next <<= 1
        }
        return true
    }

    /// Looks ahead from every beginning, over whole symbols and their values, until the bits end or the block does.
    private func findSteps() {
        let most = unsafe HuffmanCode.stepBits
        for bits in 0..<(1 << most) {
            var (taken, coefficients, isEnd) = (0, 0, false)
            while !isEnd {
                let rest = bits << (16 - most + taken) & 0xFFFF
                let short = unsafe code.symbols[rest >> (16 - HuffmanCode.symbolBits)]
                let symbol = unsafe short != 0 ? short : code.longSymbol(rest)
                let length = Int(symbol >> 8) + Int(symbol & 15)
                let advance = Int(symbol >> 4 & 15) + 1
                guard symbol != 0, taken + length <= most, coefficients + advance < 64 else { break }
                taken += length
                isEnd = symbol & 15 == 0 && advance < 16
                if !isEnd { coefficients += advance }
            }
            unsafe code.steps[bits] = UInt16(taken | coefficients << 4 | (isEnd ? 1 << 10 : 0))
        }
    }
}

/// The tables of a Huffman code, which somebody else owns.
///
/// A symbol's upper four bits are a run of zeroes, its lower four say how many bits of a value follow. With its code's
/// length in the byte above, it is never 0.
@unsafe struct HuffmanCode {
    /// How many bits `symbols` is asked with.
    static let symbolBits = 10
    /// How many bits `steps` is asked with.
    static let stepBits = 13

    /// For the next bits, the symbol with its length; 0 where the code is longer, or there is none.
    let symbols: UnsafeMutablePointer<UInt16>
    /// For the next bits, how far they lead where values do not matter: over as many whole symbols with their values as
    /// there are. Bits 0...3 are how many bits these take, bits 4...9 how many coefficients, bit 10 whether the block ends;
    /// 0 where not even one symbol is whole.
    let steps: UnsafeMutablePointer<UInt16>
    /// For each length, the number behind its codes, aligned to 16 bits.
    let ends: UnsafeMutablePointer<Int>
    /// For each length, what leads from a code to the place of its symbol.
    let offsets: UnsafeMutablePointer<Int>
    /// The symbols by their codes.
    let values: UnsafeMutablePointer<UInt8>

    /// The symbol at the beginning of 16 bits with its length; 0 where there is none.
    func longSymbol(_ bits: Int) -> UInt16 {
        for length in 1...16 where unsafe bits < ends[length] {
            let index = unsafe bits >> (16 - length) + offsets[length]
            return unsafe UInt16(length) << 8 | UInt16(values[index & 255])
        }
        return 0
    }
}
