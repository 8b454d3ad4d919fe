internal import Crypto
internal import Text
internal import Domain
internal import YAML

enum FirebaseModelKey: String, SectionKey {
    case name, project, appId, apiKey, bundleId
    static let section = "firebaseML"
    static let formerNames = ["appID": FirebaseModelKey.appId, "bundleID": .bundleId]
}

extension Node {
    /// A model of Firebase ML.
    ///
    /// - Parameter hasPlist: whether a property list of the app says what is left out here.
    func firebaseModel(hasPlist: Bool) -> HostedModel.FirebaseModel? {
        let expected = "a mapping such as {name: flowers, project: my-project}"
        guard let fields = Fields(self, expected, keys: FirebaseModelKey.self) else { return nil }
        func value(_ key: FirebaseModelKey, _ example: String) -> Node? {
            if let node = fields[key] { return node }
            if !hasPlist {
                fields.report(
                    "`\(key.rawValue)` is missing, such as `\(key.rawValue): \(example)`; "
                        + "or give `plist: GoogleService-Info.plist`, which says it, beside firebaseML")
            }
            return nil
        }
        let name = fields.required(.name, "flowers")?.name(.hostedModel)
        var app = HostedModel.FirebaseApp()
        app.project = value(.project, "my-project")?.name(.project)
        app.appID = value(.appId, "\"1:1234567890:ios:0123456789abcdef\"")?.name(.firebaseApp)
        app.apiKey = value(.apiKey, "env:FIREBASE_API_KEY")?.secret()
        app.bundleID = fields[.bundleId]?.name(.bundle)
        return name.map { HostedModel.FirebaseModel(name: $0, app: app) }
    }

    /// An object in Cloud Storage, and how it is asked for.
    func storedModel(_ fields: Fields<HostedKey>) -> HostedModel.StoredObject? {
        let place = storedPlace(hasPlist: fields[.plist] != nil)
        let plist = fields[.plist]?.plist()
        let endpoint = fields[.endpoint]?.serviceAddress()
        let access = access(fields)
        let project = access.flatMap { self.project(fields, $0) }
        guard let place, let access else { return nil }
        var object = HostedModel.StoredObject(bucket: place.bucket, object: place.object, access: access)
        object.app.plist = plist
        object.app.project = project
        object.endpoint = endpoint
        return object
    }

    /// The bucket and the object's name; with a property list, which names a bucket, the object's name alone will do.
    private func storedPlace(hasPlist: Bool) -> (bucket: String?, object: String)? {
        if hasPlist, case .string(let text) = value.content, !text.contains("://") {
            guard !text.hasPrefix("/") else { return mismatch("an object's name without a slash before it") }
            return self.text("an object's name, such as models/flowers.tflite").map { (nil, $0) }
        }
        guard let object = cloudStorageObject().flatMap({ CloudObject($0) }) else { return nil }
        return (object.bucket, object.name)
    }

    /// The Firebase project, where what asks needs one; a property list may name it, too.
    private func project(_ fields: Fields<HostedKey>, _ access: HostedModel.StoredObject.Access) -> String? {
        guard access.needsProject else {
            fields[.project]?.report(
                "`project` goes with a `userFile`, or with an `appCheck` that asks for tokens; leave it out")
            return nil
        }
        if let node = fields[.project] { return node.name(.project) }
        if fields[.plist] == nil {
            fields.report(
                "`project` is missing, such as `project: my-project`; "
                    + "a `userFile` and App Check tokens belong to a project; "
                    + "or give `plist: GoogleService-Info.plist`, which says it")
        }
        return nil
    }

    /// Which of the two interfaces of Cloud Storage is asked, and who asks.
    private func access(_ fields: Fields<HostedKey>) -> HostedModel.StoredObject.Access? {
        guard let node = fields[.auth] else {
            guard fields[.plist] != nil || fields[.appCheck] != nil else { return .plain(nil) }
            return appCheck(fields, nil).map { .firebase(nil, appCheck: $0) }
        }
        guard node.isFirebaseAuth else {
            fields[.appCheck]?.report(
                "`appCheck` goes with Cloud Storage for Firebase, and `auth` is of Google Cloud; leave one of them out")
            return node.visionAuth().map { .plain($0) }
        }
        guard let user = node.firebaseAuth() else {
            _ = appCheck(fields, nil)
            return nil
        }
        return appCheck(fields, user).map { .firebase(user, appCheck: $0) }
    }

    /// Where App Check tokens come from, if they are asked for; nil where that cannot be read.
    private func appCheck(_ fields: Fields<HostedKey>, _ user: FirebaseAuth?) -> AppCheck?? {
        guard let node = fields[.appCheck] else { return .some(nil) }
        if fields[.auth] == nil, case .mapping = node.value.content, node.value["webKey"] == nil {
            node.report("`webKey` is missing, such as `webKey: env:FIREBASE_WEB_KEY`; no `auth` here has one")
        }
        return node.appCheck(user, isOfFunction: false).map { .some($0) }
    }

    /// Whether the keys of a section `auth` are those of a Firebase sign-in rather than of Google Cloud's credentials.
    private var isFirebaseAuth: Bool {
        guard case .mapping(let entries) = value.content else { return false }
        let firebase = FirebaseAuthKey.allCases.map(\.rawValue)
        let google = VisionAuthKey.allCases.map(\.rawValue)
        if let known = entries.first(where: { (firebase + google).contains($0.key) }) {
            return firebase.contains(known.key)
        }
        let near = entries.lazy.compactMap { nearestName(to: $0.key, among: firebase + google, spelling: .words) }.first
        return near.map(firebase.contains) ?? false
    }

    /// A SHA-256 in hexadecimal digits, as `sha256sum` writes it.
    func sha256() -> Digest? {
        let expected = "a SHA-256 of 64 hexadecimal digits, as `sha256sum` writes it"
        guard let text = text(expected) else { return nil }
        let digits = text.utf8.compactMap { hexadecimalDigit($0) }
        guard digits.count == 64, text.utf8.count == 64 else { return mismatch(expected) }
        let bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return Digest(bytes: bytes) ?? mismatch(expected)
    }
}
