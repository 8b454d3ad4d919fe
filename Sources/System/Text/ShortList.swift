/// The first names of a list that a damaged file can make long.
package func shortList(_ names: [String]) -> String {
    names.prefix(8).map { String($0.prefix(80)) }.joined(separator: ", ")
        + (names.count > 8 ? " and \(names.count - 8) more" : "")
}
