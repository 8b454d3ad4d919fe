/// A pattern as instructions, which a search follows all at once.
struct RegexpProgram: Sendable {
    enum Instruction: Sendable {
        /// Takes one scalar of a set, then goes to the next instruction.
        case consume(set: Int)
        /// Goes on where the condition holds.
        case check(RegexpPlace)
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private(set) var instructions: [Instruction] = []
    let sets: [ScalarSet]
    /// Whether every match begins at the start of the text.
    private(set) var needsStart = false
    /// The ASCII characters with which a match may begin, a bit each; all where a match may be empty.
    private var lowBeginnings: UInt64 = 0
    private var highBeginnings: UInt64 = 0

    /// The most instructions; each costs every search a few bytes and every scalar of the text some nanoseconds.
    private static let maxSize = 10_000

    init(_ tree: RegexpNode, sets: [ScalarSet]) throws(RegularExpressionError) {
        self.sets = sets
        try emit(tree)
        try add(.match)
        noteBeginnings()
    }

    /// Whether a match may begin with a scalar; `isFirst`: at the start of the text.
    func mayBegin(with scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        guard isFirst || !needsStart else { return false }
        return switch scalar.value {
        case 0..<64: lowBeginnings >> UInt64(scalar.value) & 1 == 1
        case 64..<128: highBeginnings >> UInt64(scalar.value - 64) & 1 == 1
        default: true
        }
    }

    /// Finds what the instructions that are reached first take, as if every condition held but the start of the text.
    private mutating func noteBeginnings() {
        var reached: Set<Int> = []
        var stack = [(place: 0, isAtStart: false)]
        var canBeEmpty = false
        needsStart = true
        while let (place, isAtStart) = stack.popLast() {
            guard reached.insert(place * 2 + (isAtStart ? 1 : 0)).inserted else { continue }
            switch instructions[place] {
            case .jump(let target): stack.append((target, isAtStart))
            case .split(let first, let second): stack += [(first, isAtStart), (second, isAtStart)]
            case .check(let condition): stack.append((place + 1, isAtStart || condition == .textStart))
            case .match:
                canBeEmpty = true
                if !isAtStart { needsStart = false }
            case .consume(let set):
                if !isAtStart { needsStart = false }
                for code in UInt8(0)..<128 where sets[set].contains(Unicode.Scalar(code)) {
                    let bit = UInt64(1) << UInt64(code & 63)
                    if code < 64 { lowBeginnings |= bit } else { highBeginnings |= bit }
                }
            }
        }
        if canBeEmpty { (lowBeginnings, highBeginnings) = (.max, .max) }
    }

    private mutating func add(_ instruction: Instruction) throws(RegularExpressionError) {
        guard instructions.count < RegexpProgram.maxSize else {
            throw RegularExpressionError(
                reason: "it is too long, with its repetitions written out (more than \(RegexpProgram.maxSize) steps)",
                position: nil)
        }
        instructions.append(instruction)
    }

    private mutating func emit(_ node: RegexpNode) throws(RegularExpressionError) {
        switch node {
        case .empty: break
        case .one(let set): try add(.consume(set: set))
        case .place(let place): try add(.check(place))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .choice(let nodes): try emitChoice(nodes)
        case .repeated(let node, let lower, let maxSize):
            for _ in 0..<lower { try emit(node) }
            if let maxSize {
                try emitOptional(node, times: maxSize - lower)
            } else {
                let split = instructions.count
                try add(.split(split + 1, 0))
                try emit(node)
                try add(.jump(split))
                instructions[split] = .split(split + 1, instructions.count)
            }
        }
    }

    private mutating func emitChoice(_ nodes: [RegexpNode]) throws(RegularExpressionError) {
        var jumps: [Int] = []
        for (place, node) in nodes.enumerated() {
            guard place < nodes.count - 1 else {
                try emit(node)
                break
            }
            let split = instructions.count
            try add(.split(split + 1, 0))
            try emit(node)
            jumps.append(instructions.count)
            try add(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emitOptional(_ node: RegexpNode, times: Int) throws(RegularExpressionError) {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(instructions.count)
            try add(.split(instructions.count + 1, 0))
            try emit(node)
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }
}
