/// The wildcards of one name between slashes.
struct NamePattern: Hashable, Sendable {
    /// One thing to match.
    enum PatternToken: Hashable, Sendable {
        case byte(UInt8)
        /// `?`: one character.
        case one
        /// `*`: any bytes, none included.
        case many
        /// `[...]`: one character within, or with `!` outside of, the ranges.
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    let tokens: [PatternToken]

    /// Reads wildcards; one that is not finished (`[` without `]`) means itself.
    init(_ text: [UInt8]) {
        var tokens: [PatternToken] = []
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "*"):
                if tokens.last != .many { tokens.append(.many) }
            case UInt8(ascii: "?"): tokens.append(.one)
            case UInt8(ascii: "["):
                if let (set, end) = CharacterSet.read(text, from: index + 1) {
                    tokens.append(set)
                    index = end
                } else {
                    tokens.append(.byte(text[index]))
                }
            case backslash where index + 1 < text.count:
                index += 1
                tokens.append(.byte(text[index]))
            default: tokens.append(.byte(text[index]))
            }
            index += 1
        }
        self.tokens = tokens
    }

    /// The only name this matches, when it has no wildcards.
    var literal: [UInt8]? {
        var bytes: [UInt8] = []
        for token in tokens {
            guard case .byte(let byte) = token else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Whether a whole name matches.
    ///
    /// On a mismatch the latest `*` takes one byte more; earlier ones never have to, so the time is at most
    /// the product of both lengths.
    func matches(_ name: [UInt8]) -> Bool {
        var token = 0
        var at = 0
        var retry: (token: Int, at: Int)?
        while true {
            if token == tokens.count {
                if at == name.count { return true }
            } else if tokens[token] == .many {
                token += 1
                if token == tokens.count { return true }
                retry = (token, at)
                continue
            } else if let length = match(tokens[token], name, at) {
                token += 1
                at += length
                continue
            }
            guard let last = retry, last.at < name.count else { return false }
            // A `*` grows by whole characters, so that `?` behind it never meets half of one.
            let grown = last.at + NameCharacter.read(name, last.at).length
            retry = (last.token, grown)
            token = last.token
            at = grown
        }
    }

    /// How many bytes of the name a token takes, or nil where it does not match.
    private func match(_ token: PatternToken, _ name: [UInt8], _ at: Int) -> Int? {
        guard at < name.count else { return nil }
        switch token {
        case .byte(let byte): return name[at] == byte ? 1 : nil
        case .many: return nil
        case .one: return NameCharacter.read(name, at).length
        case .set(let ranges, let isNegated):
            let (value, length) = NameCharacter.read(name, at)
            for range in ranges where range.contains(value) { return isNegated ? nil : length }
            return isNegated ? length : nil
        }
    }
}
