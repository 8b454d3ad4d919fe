import TestSupport

/// What stands around the messages in a response's body.
struct Envelope {
    private let service: Asking.Service
    private let name: String
    private let form: Int
    /// Whether the function is said to take its argument as text.
    let isText: Bool

    init(_ service: Asking.Service, _ random: inout Seeded) {
        self.service = service
        name = random.pick(["result", "result", "result", "data", "response"])
        form = random.below(6)
        isText = random.once(in: 3)
    }

    /// The body.
    func around(_ trees: [Tree]) -> [UInt8] {
        var bytes: [UInt8] = []
        body(trees).write(to: &bytes)
        return bytes
    }

    private func body(_ trees: [Tree]) -> Tree {
        let responses = Tree.object([.init(name: "responses", value: .list(trees))])
        guard service == .function, let tree = trees.first else { return responses }
        let result: Tree =
            switch form {
            case 0: tree
            case 1: .list([tree])
            case 2: responses
            case 3: .list([tree, .null, .null])
            case 4: .string(tree.text)
            default: .string(Tree.list([tree]).text)
            }
        return .object([.init(name: name, value: result)])
    }
}
