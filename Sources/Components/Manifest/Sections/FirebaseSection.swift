internal import Domain
internal import YAML

enum FirebaseKey: String, SectionKey {
    case kind, project, account, region, function, url, sameAs, argument, auth, appCheck
    static let section = "firebase"
}

extension Node {
    /// The settings of `kind: firebase`.
    func firebase() -> FirebaseSettings? {
        guard var fields = Fields(self, "a mapping", keys: FirebaseKey.self) else { return nil }
        let function = function(&fields)
        let auth = fields.required(.auth, "{webKey: env:FIREBASE_WEB_KEY, anonymous: true}")?.firebaseAuth()
        let account = fields[.account]?.name(.project)
        let argument = fields[.argument]?.choice(FirebaseSettings.Argument.self)
        let sameAs = fields[.sameAs]?.functionIdentity()
        let appCheck = fields[.appCheck]?.appCheck(auth)
        let asksAppCheck = if case .exchange? = appCheck { true } else { false }
        let project = project(fields, account: account, asksAppCheck: asksAppCheck)
        guard let project, let function, let auth else { return nil }
        var settings = FirebaseSettings(project: project, function: function, auth: auth)
        settings.account = account
        settings.sameAs = sameAs
        settings.argument = argument ?? settings.argument
        settings.appCheck = appCheck
        return settings
    }

    /// What a function is known by: `my-project/annotateImage`, or an address.
    private func functionIdentity() -> String? {
        guard case .string(let text) = value.content, !text.contains("://") else { return serviceAddress() }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        if parts.count == 2, NameRule.project.accepts(parts[0]), NameRule.function.accepts(parts[1]) { return text }
        return mismatch("the address of the function as it was, or its project and name: my-project/annotateImage")
    }

    /// The project, or the account in its place.
    ///
    /// Where `url` says the whole address, the project only says whose bill it is, and the account may say that, too.
    /// App Check tokens are asked for in a project's name.
    private func project(_ fields: Fields<FirebaseKey>, account: String?, asksAppCheck: Bool) -> String? {
        guard fields[.project] == nil, fields[.url] != nil, fields[.function] == nil, !asksAppCheck else {
            return fields.required(.project, "my-project")?.name(.project)
        }
        if fields[.account] == nil, !fields.hasUnknownKeys {
            fields.report(
                "`project` or `account` is missing, such as `account: my-project`; it says whose bill it is")
        }
        return account
    }

    private func function(_ fields: inout Fields<FirebaseKey>) -> FirebaseSettings.Function? {
        switch (fields[.function], fields[.url]) {
        case (let name?, nil):
            let region = fields[.region].map { $0.name(.region) } ?? FirebaseSettings.defaultRegion
            guard let name = name.name(.function), let region else { return nil }
            return .named(name, region: region)
        case (nil, let url?):
            fields.refuse(.region, "`region` says where `function` is; `url` says it itself, so leave `region` out")
            return url.serviceAddress().map { .url($0) }
        case (_?, let url?):
            url.report("expected either `function` or `url`, found both")
        case (nil, nil):
            fields.report("`function` is missing, such as `function: annotateImage`; or `url`, its whole address")
        }
        return nil
    }
}
