/// Searches texts, one after the other: the instructions that wait for the next scalar, all alternatives at once.
package struct RegexpSearch {
    private let program: RegexpProgram
    private var waiting: [Int] = []
    private var following: [Int] = []
    /// For each instruction, the last step in which it was reached, so that none is followed twice in a step.
    private var reached: [Int]
    private var stack: [Int] = []
    private var step = 0
    private var hasMatched = false

    /// Makes what searches need, so that many of them share it.
    package init(_ expression: RegularExpression) {
        program = expression.program
        reached = Array(repeating: 0, count: program.instructions.count)
    }

    /// Whether some part of the text matches.
    package mutating func matches(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        var before: Unicode.Scalar?
        following.removeAll(keepingCapacity: true)
        hasMatched = false
        while true {
            let (scalar, length) = decode(text, at: offset)
            // Where nothing waits, most scalars begin no match.
            if let scalar, following.isEmpty, !program.mayBegin(with: scalar, isFirst: before == nil) {
                if program.needsStart { return false }
                before = scalar
                offset += length
                continue
            }
            step += 1
            swap(&waiting, &following)
            following.removeAll(keepingCapacity: true)
            // What has taken the scalar before continues here, and a match may begin here.
            for place in waiting { follow(place + 1, before, scalar) }
            follow(0, before, scalar)
            if hasMatched { return true }
            guard let scalar else { return false }
            consume(scalar)
            before = scalar
            offset += length
        }
    }

    /// Keeps of `following` what takes the scalar.
    private mutating func consume(_ scalar: Unicode.Scalar) {
        var kept = 0
        for place in following {
            guard case .consume(let set) = program.instructions[place], program.sets[set].contains(scalar) else {
                continue
            }
            following[kept] = place
            kept += 1
        }
        following.removeLast(following.count - kept)
    }

    /// Goes from an instruction to all that take a scalar next, without recursion.
    private mutating func follow(_ start: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) {
        stack.append(start)
        while let place = stack.popLast() {
            guard reached[place] != step else { continue }
            reached[place] = step
            switch program.instructions[place] {
            case .consume: following.append(place)
            case .check(let condition): if holds(condition, before, after) { stack.append(place + 1) }
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .match: hasMatched = true
            }
        }
    }

    private func holds(_ place: RegexpPlace, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch place {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordEdge: (before.map(isWord) ?? false) != (after.map(isWord) ?? false)
        case .notWordEdge: (before.map(isWord) ?? false) == (after.map(isWord) ?? false)
        }
    }
}

/// The scalar at an offset and how many bytes it has; nil at the end, U+FFFD for a byte that begins no scalar.
private func decode(_ text: Span<UInt8>, at offset: Int) -> (Unicode.Scalar?, Int) {
    guard offset < text.count else { return (nil, 0) }
    let first = text[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, offset + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for place in 1..<length {
        let byte = text[offset + place]
        guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
        value = value << 6 | UInt32(byte & 0x3F)
    }
    let lower: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard value >= lower, let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, length)
}
