internal import Storage

extension FailureCount {
    /// `12 service UNAVAILABLE: photos/a.jpg: the service failed`.
    var words: String {
        let name = ([kind] + [code].compactMap(\.self)).joined(separator: " ")
        let place = path.isEmpty || example.contains(path) ? "" : "\(path): "
        return "\(HumanFormat.grouped(Int64(count))) \(shown(name)): \(shown(place + example))"
    }
}
