/// A pattern as instructions, which a search follows all at once.
struct RegexpProgram: Sendable {
    enum Instruction: Sendable {
        /// Takes one scalar of a set, then goes to the next instruction.
        case take(set: Int)
        /// Goes on where the condition holds.
        case check(RegexpPlace)
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private(set) var instructions: [Instruction] = []
    let sets: [ScalarSet]

    /// The most instructions; each costs every search a few bytes and every scalar of the text some nanoseconds.
    private static let most = 10_000

    init(_ tree: RegexpNode, sets: [ScalarSet]) throws(RegularExpressionError) {
        self.sets = sets
        try emit(tree)
        try add(.match)
    }

    private mutating func add(_ instruction: Instruction) throws(RegularExpressionError) {
        guard instructions.count < RegexpProgram.most else {
            throw RegularExpressionError(
                reason: "it is too long, with its repetitions written out (more than \(RegexpProgram.most) steps)",
                position: nil)
        }
        instructions.append(instruction)
    }

    private mutating func emit(_ node: RegexpNode) throws(RegularExpressionError) {
        switch node {
        case .empty: break
        case .one(let set): try add(.take(set: set))
        case .place(let place): try add(.check(place))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .choice(let nodes): try emitChoice(nodes)
        case .repeated(let node, let least, let most):
            for _ in 0..<least { try emit(node) }
            if let most {
                try emitOptional(node, times: most - least)
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
