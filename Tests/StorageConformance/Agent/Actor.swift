internal import TestSupport

/// One of the agents of a schedule, as the driver knows it.
final class Actor {
    let agent: AgentProcess
    let host: String
    var run = ""
    /// The images of the attempts that it was given and has not ended.
    var claims: [String: String] = [:]
    /// Attempts that it was told to send.
    var sent: Set<String> = []
    private var exchanges = 0

    init(_ agent: AgentProcess, host: String) {
        self.agent = agent
        self.host = host
    }

    /// Forgets what belonged to another session.
    func forget() {
        (claims, sent, exchanges) = ([:], [], 0)
    }

    /// What it does next.
    func nextCall(
        _ random: inout Seeded, _ runs: [(id: String, job: String)], _ nextKey: () -> UInt64
    ) -> String {
        if Int.random(in: 0...11, using: &random) == 0 {
            let order = ["pause", "resume", "resume", "retry"].randomElement(using: &random) ?? "resume"
            return "order \(order) \(runs.randomElement(using: &random)?.id ?? run)"
        }
        if Int.random(in: 0...15, using: &random) == 0 { return "rescue nowhere" }
        exchanges += 1
        var words = ["exchange", "\(exchanges)", "\(Int.random(in: 0...3, using: &random))"]
        for attempt in claims.keys.sorted() {
            guard Bool.random(using: &random) else { continue }
            if sent.contains(attempt) {
                let how =
                    ["answer", "answer", "answer", "fail", "lose", "retry"].randomElement(using: &random) ?? "answer"
                words.append("\(how):\(attempt)")
            } else {
                words.append((Int.random(in: 0...4, using: &random) == 0 ? "back:" : "send:") + attempt)
            }
        }
        return words.joined(separator: " ")
    }

    /// Takes note of the attempts that a call ends.
    ///
    /// - Returns: those of which the vendor bills nothing.
    func noteEnds(_ call: String) -> [String] {
        var refused: [String] = []
        for word in call.split(separator: " ").dropFirst(3) {
            let parts = word.split(separator: ":").map(String.init)
            guard parts.count == 2, parts[0] != "send" else { continue }
            claims[parts[1]] = nil
            if !["answer", "lose"].contains(parts[0]) { refused.append(parts[1]) }
        }
        return refused
    }
}
