/// A JSON object with its members in the order given; the values are JSON already.
///
/// The text is part of a recipe's digest: an order that changes asks, and pays for, everything again.
func object(_ members: [(name: String, json: String)]) -> String {
    "{\(members.map { "\(quoted($0.name)):\($0.json)" }.joined(separator: ","))}"
}
