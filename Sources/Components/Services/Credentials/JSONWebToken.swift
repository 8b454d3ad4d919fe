internal import Text
internal import Crypto
internal import JSON
internal import Domain

/// The two things that are done with JSON Web Tokens (RFC 7519): one is signed, or its end is read.
enum JSONWebToken {
    /// A signed token: header and claims as JSON objects, RS256 over both.
    static func signed(claims: [TokenClaim], keyID: String?, with key: borrowing RSAKey) throws(RSAKey.Problem)
        -> String
    {
        var header = [TokenClaim("typ", "JWT"), TokenClaim("alg", "RS256")]
        if let keyID { header.append(TokenClaim("kid", keyID)) }
        let message = Base64URL.text(json(header)) + "." + Base64URL.text(json(claims))
        return message + "." + Base64URL.text(try key.signature(of: Array(message.utf8)))
    }

    /// The claims of a token, unchecked; nil where it is none.
    static func claims(of token: String) -> JSONNode? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.bytes(parts[1]), let document = try? JSONDocument(bytes),
            document.root.isObject
        else { return nil }
        return document.root
    }

    /// When a token ends by its own claim `exp`; nil where it has none.
    static func end(of claims: JSONNode) -> Timestamp? {
        guard let seconds = claims["exp"]?.double else { return nil }
        // No token of sense lives beyond the year 10000.
        return Timestamp(milliseconds: Int64(max(0, min(seconds, 253_402_300_800)) * 1000))
    }

    /// A name and its value, a text or a whole number.
    struct TokenClaim {
        let name: String
        let json: [UInt8]

        init(_ name: String, _ text: String) {
            self.name = name
            var bytes: [UInt8] = []
            bytes.append(json: text)
            json = bytes
        }

        /// A moment, in whole seconds since 1970.
        init(_ name: String, _ moment: Timestamp) {
            self.name = name
            json = Array(String(moment.milliseconds / 1000).utf8)
        }
    }

    private static func json(_ claims: [TokenClaim]) -> [UInt8] {
        var bytes: [UInt8] = []
        for claim in claims {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            bytes.append(json: claim.name)
            bytes.append(UInt8(ascii: ":"))
            bytes += claim.json
        }
        return bytes + [UInt8(ascii: "}")]
    }
}
