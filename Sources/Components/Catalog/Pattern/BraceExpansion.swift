/// `{a,b}` written out: `x.{jpg,png}` is `x.jpg` and `x.png`, as shells have it.
///
/// Braces nest and may hold slashes. Without a comma inside, or without an end, a brace means itself.
enum BraceExpansion {
    /// The most patterns that one may become; more is a mistake or an attack.
    static let limit = 1024

    /// Every pattern that `text` stands for, in the order written, or nil above the limit.
    static func expand(_ text: [UInt8]) -> [[UInt8]]? {
        var finished: [[UInt8]] = []
        // Each waiting pattern has no group before `start`; the first in order is on top.
        var waiting: [(text: [UInt8], start: Int)] = [(text, 0)]
        while let (text, start) = waiting.popLast() {
            guard let group = firstGroup(in: text, from: start) else {
                finished.append(text)
                if finished.count + waiting.count > limit { return nil }
                continue
            }
            if group.choices.count > limit { return nil }
            for choice in group.choices.reversed() {
                var chosen = Array(text[..<group.open])
                chosen += text[choice]
                chosen += text[(group.close + 1)...]
                waiting.append((chosen, group.open))
            }
            if finished.count + waiting.count > limit { return nil }
        }
        return finished
    }

    /// The first brace that closes with a comma at its own depth.
    private static func firstGroup(
        in text: [UInt8], from start: Int
    ) -> (open: Int, close: Int, choices: [Range<Int>])? {
        var index = start
        while index < text.count {
            if text[index] == backslash {
                index += 2
                continue
            }
            if text[index] == UInt8(ascii: "{"), let (close, choices) = group(in: text, openedAt: index) {
                return (index, close, choices)
            }
            index += 1
        }
        return nil
    }

    private static func group(in text: [UInt8], openedAt open: Int) -> (close: Int, choices: [Range<Int>])? {
        var choices: [Range<Int>] = []
        var depth = 0
        var start = open + 1
        var index = open + 1
        while index < text.count {
            switch text[index] {
            case backslash: index += 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ","):
                guard depth == 0 else { break }
                choices.append(start..<index)
                start = index + 1
            case UInt8(ascii: "}"):
                guard depth == 0 else {
                    depth -= 1
                    break
                }
                guard !choices.isEmpty else { return nil }
                return (index, choices + [start..<index])
            default: break
            }
            index += 1
        }
        return nil
    }
}

let backslash = UInt8(ascii: "\\")
