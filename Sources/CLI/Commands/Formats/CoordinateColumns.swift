internal import Domain

/// The columns of an answer that say where its rows are.
enum CoordinateColumns: Equatable {
    /// None: a map shows no row.
    case none
    /// The places of latitude and longitude among the columns, from 0.
    case pair(Int, Int)
    /// Several pairs, each as the two names.
    case ambiguous([[String]])

    /// Finds them by name, whatever its case.
    ///
    /// `latitude` and `longitude` come before `lat` and `lon`, and these before the one pair of names that end so, such
    /// as `camera_latitude` and `camera_longitude`.
    init(_ columns: [String]) {
        let names = columns.map { $0.lowercased() }
        func pairs(_ latitude: String, _ longitude: String) -> [(Int, Int)] {
            let longitudes = names.indices.filter { names[$0] == longitude }
            return names.indices.filter { names[$0] == latitude }.flatMap { first in longitudes.map { (first, $0) } }
        }
        let beginnings = names.filter { $0.hasSuffix("_latitude") }.map { $0.dropLast("latitude".count) }
        let named = beginnings.flatMap { pairs("\($0)latitude", "\($0)longitude") }
        let found = [pairs("latitude", "longitude"), pairs("lat", "lon"), named].first { !$0.isEmpty } ?? []
        self =
            switch found.count {
            case 0: .none
            case 1: .pair(found[0].0, found[0].1)
            default: .ambiguous(found.map { [columns[$0.0], columns[$0.1]] })
            }
    }

    /// Which columns cannot be told from one another, and the way out; nil where that is clear.
    var question: String? {
        guard case .ambiguous(let pairs) = self else { return nil }
        let list = pairs.map { $0.joined(separator: " with ") }.joined(separator: ", or ")
        let names = zip(pairs[0], ["latitude", "longitude"])
        let isNamed = names.allSatisfy { $0.lowercased() == $1 }
        let fix =
            isNamed
            ? "give the others other names" : "name one pair: " + names.map { "\($0) AS \($1)" }.joined(separator: ", ")
        return "which columns are the place: \(list)? Then \(fix)"
    }

    /// How many of an answer's rows a map cannot show, and why; nil where it shows all.
    func sentence(without withoutCoordinates: Int, of count: Int, columns: [String]) -> String? {
        guard withoutCoordinates > 0 else { return nil }
        let (rows, total) = (HumanFormat.count(count, "row"), Int64(withoutCoordinates))
        let who =
            withoutCoordinates == count
            ? "none of \(rows) has a place"
            : "\(HumanFormat.grouped(total)) of \(rows) \(withoutCoordinates == 1 ? "has" : "have") no place"
        guard case .pair(let latitude, let longitude) = self else {
            return
                "\(who): a map needs the columns latitude and longitude, lat and lon, or one pair such as camera_latitude and camera_longitude"
        }
        return "\(who): \(columns[latitude]) or \(columns[longitude]) is not a number of degrees"
    }
}
