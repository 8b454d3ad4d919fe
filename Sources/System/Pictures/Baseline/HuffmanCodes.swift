/// The Huffman codes of a baseline JPEG, as tables that are indexed by the next twelve bits: of numbers 0 and 1 for DC,
/// of 2 and 3 for AC.
struct HuffmanCodes {
    /// For each code, what each twelve bits begin with: its length, and its symbol from bit 8 on; 0 where the code is
    /// longer, or is none.
    private var short = [UInt16](repeating: 0, count: 4 * 4096)
    /// For each AC code, all that is whole among twelve bits, with its values: the bits it takes, how many coefficients
    /// it is (from bit 8 on), and whether the block ends with it (bit 16); 0 where not even one code is whole.
    private(set) var steps = [UInt32](repeating: 0, count: 2 * 4096)
    /// For each code, the first among twelve bits and its value: the bits they take, for AC the zeros before it (from
    /// bit 8 on; 128 where the block ends), and the value (from bit 16 on); 0 where they do not fit.
    private(set) var values = [UInt32](repeating: 0, count: 4 * 4096)
    private var symbols = [[UInt8]](repeating: [], count: 4)
    /// For each code and length, the first 16 bits that no code of at most this length begins.
    private var limits = [Int](repeating: 0, count: 4 * 17)
    /// For each code and length, what takes a code to the place of its symbol.
    private var offsets = [Int](repeating: 0, count: 4 * 17)

    /// Whether the file has defined a code.
    func defines(_ number: Int) -> Bool { !symbols[number].isEmpty }

    /// Forgets the codes of the file before.
    mutating func clear() { for number in 0..<4 { symbols[number] = [] } }

    /// Takes a code from a file; false where it is not one that every baseline decoder reads alike.
    ///
    /// - Parameters:
    ///   - counts: how many codes there are of each length, 1...16.
    ///   - given: their symbols.
    mutating func define(_ number: Int, _ counts: Span<UInt8>, _ given: Span<UInt8>) -> Bool {
        symbols[number] = []
        for word in 0..<4096 { short[number << 12 | word] = 0 }
        var (found, code): ([UInt8], Int) = ([], 0)
        for length in 1...16 {
            offsets[17 * number + length] = found.count - code
            for _ in 0..<counts[length - 1] {
                // A code of ones alone is not allowed.
                guard found.count < given.count, code < 1 << length - 1 else { return false }
                let symbol = given[found.count]
                // Eleven bits are the longest DC difference of eight-bit samples, ten the longest AC value.
                let isUsual = number < 2 ? symbol < 12 : (1...10).contains(symbol & 15) || symbol == 0 || symbol == 0xF0
                guard isUsual else { return false }
                let first = number << 12 | code << max(12 - length, 0)
                for word in first..<(length > 12 ? first : first + 1 << (12 - length)) {
                    short[word] = UInt16(length) | UInt16(symbol) << 8
                }
                found.append(symbol)
                code += 1
            }
            limits[17 * number + length] = code << (16 - length)
            code <<= 1
        }
        symbols[number] = found
        lookAhead(number)
        return !found.isEmpty
    }

    /// Fills the tables that take several codes, or a code and its value, together.
    private mutating func lookAhead(_ number: Int) {
        for word in 0..<4096 {
            let place = number << 12 | word
            var (bits, advance, end) = (0, 0, 0)
            values[place] = 0
            while bits < 12, end == 0 {
                let entry = Int(short[number << 12 | word << bits & 0xFFF])
                let (length, symbol) = (entry & 0xFF, entry >> 8)
                let whole = length + symbol & 15
                guard length > 0, length + bits <= 12 else { break }
                if bits == 0, whole <= 12 {
                    let value = Self.value(word >> (12 - whole), bits: symbol & 15)
                    values[place] = UInt32(
                        truncatingIfNeeded: whole | (symbol == 0 ? 128 : symbol >> 4) << 8 | value << 16)
                }
                bits += whole
                if symbol == 0 { end = 1 } else { advance += symbol >> 4 + 1 }
            }
            if number > 1 { steps[place - 2 * 4096] = UInt32(bits | advance << 8 | end << 16) }
        }
    }

    /// The code among the next sixteen bits, whatever its length, as in `short`.
    @inline(never) func code(_ number: Int, _ bits: Int) -> Int {
        let entry = short[number << 12 | bits >> 4]
        if entry != 0 { return Int(entry) }
        for length in 13...16 where bits < limits[17 * number + length] {
            return length | Int(symbols[number][bits >> (16 - length) + offsets[17 * number + length]]) << 8
        }
        return 0
    }

    /// A number from the bits that follow its code: the smaller half of them stand for negative ones.
    @inline(__always) static func value(_ word: Int, bits: Int) -> Int {
        let low = word & (1 &<< bits &- 1)
        return low &<< 1 < 1 &<< bits ? low &- (1 &<< bits) &+ 1 : low
    }
}
