internal import JSON
package import Domain

/// The generations of the corrections with which another one began: `{"labels": 2}`; of a list that is not named, none.
package struct Generations: Equatable, Sendable {
    private var numbers: [ShortAnswerList: Int] = [:]

    /// The name of the member that has them.
    package static let key = "generation"

    /// Of a list's correction, 0 where none stood.
    package subscript(feature: FeatureType) -> Int { ShortAnswerList(feature).flatMap { numbers[$0] } ?? 0 }

    /// Those of a member, which may be missing.
    init(_ node: JSONNode?, _ fields: inout AnswerFields) {
        guard let node else { return }
        guard node.isObject else {
            fields.refuse(node, expected: "an object")
            return
        }
        for (name, value) in fields.members(of: node, known: ShortAnswerList.allCases.map(\.rawValue)) {
            guard let list = ShortAnswerList(rawValue: name) else { continue }
            guard fields.isNumber(value), let number = value.integer, number >= 0 else {
                fields.refuse(value, "a whole number from 0 on expected")
                continue
            }
            numbers[list] = number
        }
    }
}
