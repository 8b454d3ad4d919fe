package import Domain

extension FailureLimit: Argument {
    /// `20` or `5%`.
    package static func read(_ word: String) -> FailureLimit? {
        guard word.last == "%" else { return Int(word).flatMap { $0 >= 0 ? .count($0) : nil } }
        guard let percent = Double(word.dropLast()), (0...100).contains(percent) else { return nil }
        return .percent(percent)
    }

    /// A number or a share.
    package static var expectation: String { "a number of images such as 20, or a share such as 5%" }
}

extension FailureLimit: CustomStringConvertible {
    /// As it was asked for.
    package var description: String {
        switch self {
        case .count(let most): HumanFormat.count(Int64(most), "image")
        case .percent(let most): "\(most == most.rounded() ? String(Int(most)) : String(most)) % of the images"
        }
    }
}
