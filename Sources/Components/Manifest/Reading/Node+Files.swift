internal import Platform
internal import Domain
internal import YAML

extension Node {
    /// A path; a relative one starts from the manifest's folder.
    func filePath(_ expected: String) -> FilePath? {
        guard let text = text(expected) else { return nil }
        return filePath(from: text)
    }

    /// Where a secret is found.
    ///
    /// Whatever stands there instead is not shown, for it may be the secret.
    func secret() -> Secret? {
        let expected = "env:NAME or file:PATH, the place of the secret"
        let node = quiet
        guard case .string(let text) = value.content else { return node.mismatch(expected) }
        if text.hasPrefix("env:") {
            let name = String(text.dropFirst(4))
            guard !looksLikeSecret(name) else {
                report(
                    "expected env: and the name of an environment variable, found what looks like the secret itself; "
                        + "put it into a variable, and write the variable's name here")
                return nil
            }
            return NameRule.environment.accepts(name)
                ? .environment(name) : node.mismatch("env: and \(NameRule.environment)")
        }
        if text.hasPrefix("file:") {
            let path = String(text.dropFirst(5))
            guard !path.isEmpty, !path.utf8.contains(0) else { return node.mismatch("file: and a path") }
            return node.filePath(from: path).map { .file($0) }
        }
        // The name of a variable is not a secret.
        let variable = text.hasPrefix("$") ? text.filter { !"${}".contains($0) } : ""
        if NameRule.environment.accepts(variable), !looksLikeSecret(variable) {
            report("expected \(expected), found a variable of a shell", suggestion: "write env:\(variable)")
            return nil
        }
        report("expected \(expected), found a literal value; a secret is never written into a manifest")
        return nil
    }

    private func filePath(from text: String) -> FilePath? {
        guard !text.hasPrefix("~") else {
            report("`~` is not expanded; write the whole path, or one relative to the manifest's folder")
            return nil
        }
        guard !text.hasPrefix("$"), !text.contains("${") else {
            report(
                "variables of a shell are not expanded; write the whole path, or one relative to the manifest's folder"
                    + (text.contains("${") ? "" : "; a name that begins with $ is written ./\(text)"))
            return nil
        }
        return directory.appending(FilePath(text)).shortened
    }

    /// A pattern of paths.
    func glob() -> String? {
        guard let text = text("a pattern such as photos/**/*.jpg") else { return nil }
        guard !text.hasPrefix("~") else {
            report("`~` is not expanded; write the whole path, or one relative to the manifest's folder")
            return nil
        }
        guard let trouble = GlobSyntax.trouble(in: text) else { return text }
        report("\(trouble) in the pattern \(quoted(text))")
        return nil
    }
}
