internal import Platform
package import Domain

/// Reads secrets from where the manifest says they are, each time they are needed; keeps none.
package struct SecretReader: Sendable {
    private let environment: [String: String]

    /// A reader of secrets of this process.
    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// A secret, without the line ends behind it.
    ///
    /// Missing or empty, it is an error that names the place. From the first one on, this process leaves no core file.
    package func text(_ secret: Secret) throws(BackendError) -> String {
        ProcessLimits.closeMemory()
        let text: String
        switch secret {
        case .environment(let name):
            guard let value = environment[name] else {
                throw .secret(
                    source: secret.isShown ? "the environment variable \(name)" : secret.source, reason: "is not set")
            }
            text = value
        case .file(let path): text = try contents(of: path, as: secret.source)
        }
        let lines = text.unicodeScalars.reversed().drop { $0 == "\n" || $0 == "\r" }
        guard !lines.isEmpty else { throw .secret(source: secret.source, reason: "is empty") }
        return String(String.UnicodeScalarView(lines.reversed()))
    }

    /// A secret that goes into a header field: an API key, a token.
    ///
    /// A line break in one would begin a header field of its own, and no key has any other blank either.
    package func token(_ secret: Secret) throws(BackendError) -> String {
        let text = try text(secret)
        guard isHeaderValue(text) else {
            throw .secret(
                source: secret.source,
                reason: "holds a line break, a blank or another character that no key and no token has")
        }
        return text
    }

    /// What people should know about the place of a secret: a sentence for a file that others may read.
    package func warning(about secret: Secret) -> String? {
        guard case .file(let path) = secret, let status = try? FileStatus(of: path), status.kind == .file,
            status.mode & 0o077 != 0
        else { return nil }
        let digits = String(status.mode & 0o777, radix: 8)
        let mode = String(repeating: "0", count: 4 - digits.count) + digits
        let what = status.mode & 0o044 != 0 ? "read" : "used"
        return "\(secret.source) can be \(what) by others (mode \(mode)); chmod 600 \(path)"
    }

    private func contents(of path: FilePath, as source: String) throws(BackendError) -> String {
        let buffer = FileBuffer()
        do throws(SystemError) {
            try buffer.read(path, limit: maxBytes)
        } catch {
            throw .secret(source: source, reason: "cannot be read: \(error.reason)")
        }
        guard let text = String(validating: buffer.copy, as: UTF8.self) else {
            throw .secret(source: source, reason: "is not UTF-8 text")
        }
        return text
    }
}

extension Secret {
    /// Whether the name of a variable may be shown, as it is written as those of variables are.
    fileprivate var isShown: Bool {
        if case .environment(let name) = self { name.utf8.allSatisfy(isVariableCharacter) } else { true }
    }

    /// The place as manifests write it: `env:NAME`, `file:PATH`.
    ///
    /// A name that is not written as those of variables are may be the secret itself, and is not shown.
    package var source: String {
        switch self {
        case .environment(let name) where isShown: "env:\(name)"
        case .environment: "env:*** (a name that may be the secret itself is not shown)"
        case .file(let path): "file:\(path)"
        }
    }
}

/// Whether a byte is in the names that variables usually have: `GOOGLE_API_KEY`.
private func isVariableCharacter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
}

/// Whether a text can stand in a header field as a key or token: visible ASCII only.
package func isHeaderValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// More than any key file has.
private let maxBytes: Int64 = 1 << 20
