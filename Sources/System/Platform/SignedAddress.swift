/// Web addresses that open a private file to everybody who has them: what makes them do so is a secret.
///
/// Known are those of Google Cloud (`X-Goog-Signature`, or `Signature` with `Expires`), Amazon S3 and its likes
/// (`X-Amz-Signature`, `X-Amz-Security-Token`), CloudFront (`Signature` with `Policy`), Azure (`sig` with `se` or `sv`)
/// and Firebase (`token` of an object, `/v0/b/BUCKET/o/OBJECT`). A parameter of another name is not known to be secret.
package enum SignedAddress {
    /// The parameter that makes an address in a text a secret, as it is written there; nil where none is signed.
    package static func parameter(in text: [UInt8]) -> String? {
        secrets(in: text).first.map { String(decoding: text[$0.name], as: UTF8.self) }
    }

    /// A text with `***` in the place of each secret value.
    package static func masked(_ text: [UInt8]) -> [UInt8] {
        let secrets = secrets(in: text)
        guard !secrets.isEmpty else { return text }
        var masked: [UInt8] = []
        var end = 0
        for secret in secrets {
            masked += text[end..<secret.value.lowerBound] + Array("***".utf8)
            end = secret.value.upperBound
        }
        return masked + text[end...]
    }

    /// A parameter of an address: where its name and its value lie in a text.
    private struct Parameter {
        let name: Range<Int>
        let value: Range<Int>
    }

    private static func secrets(in text: [UInt8]) -> [Parameter] {
        var found: [Parameter] = []
        var start = 0
        // Texts without an address are the usual ones.
        while let scheme = text.firstPlace(of: authority, from: start) {
            let address = scheme..<(text[scheme...].firstIndex(where: endsAddress) ?? text.endIndex)
            start = max(address.upperBound, scheme + authority.count)
            guard let question = text[address].firstIndex(of: UInt8(ascii: "?")) else { continue }
            let parameters = parameters(in: text, question + 1..<address.upperBound)
            let names = parameters.map { String(decoding: text[$0.name], as: UTF8.self).lowercased() }
            let isObject = text.firstPlace(of: objectPath, from: scheme).map { $0 < question } ?? false
            for (parameter, name) in zip(parameters, names) where isSecret(name, among: names, ofObject: isObject) {
                found.append(parameter)
            }
        }
        return found
    }

    private static func parameters(in text: [UInt8], _ query: Range<Int>) -> [Parameter] {
        text[query].split(separator: UInt8(ascii: "&")).compactMap { part in
            part.firstIndex(of: UInt8(ascii: "=")).map { equals in
                Parameter(name: part.startIndex..<equals, value: equals + 1..<part.endIndex)
            }
        }
    }

    private static func isSecret(_ name: String, among names: [String], ofObject isObject: Bool) -> Bool {
        switch name {
        case "signature": names.contains("expires") || names.contains("policy")
        case "sig": names.contains("se") || names.contains("sv")
        case "token": isObject
        default: name.hasPrefix("x-") && (name.hasSuffix("-signature") || name.hasSuffix("-security-token"))
        }
    }

    /// Whether an address in a text is over: at a blank, a quotation mark or a bracket, none of which it holds.
    private static func endsAddress(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || "\"'`<>#".utf8.contains(byte)
    }
}

private let authority = Array("://".utf8)
private let objectPath = Array("/v0/b/".utf8)
