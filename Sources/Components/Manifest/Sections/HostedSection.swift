internal import Domain
internal import Platform
internal import YAML

enum HostedKey: String, SectionKey {
    case storage, url, sha256, firebaseML, plist, project, auth, appCheck, endpoint, when, offline, between, rate
    static let section = "hosted"
    /// One of these says where the model is served.
    static let sources: [HostedKey] = [.storage, .url, .firebaseML]
}

extension Node {
    /// Where the newest version of a model is served, and when it is asked for.
    func hosted() -> HostedModel? {
        let expected = "a mapping such as {storage: gs://bucket/models/flowers.tflite}"
        guard var fields = Fields(self, expected, keys: HostedKey.self) else { return nil }
        let source = source(&fields)
        let when = fields[.when]?.choice(HostedModel.Condition.self)
        let isOffline = fields[.offline]?.flag()
        let window = fields[.between]?.dailyWindow()
        let rate = fields[.rate]?.bytesPerSecond()
        guard let source else { return nil }
        var hosted = HostedModel(source)
        hosted.when = when ?? hosted.when
        hosted.isOffline = isOffline ?? hosted.isOffline
        hosted.window = window
        hosted.rate = rate
        return hosted
    }

    private func source(_ fields: inout Fields<HostedKey>) -> HostedModel.Source? {
        let present = fields.present(HostedKey.sources)
        guard let key = present.first, present.count == 1, let node = fields[key] else {
            if present.isEmpty, fields.hasUnknownKeys { return nil }
            report(
                "expected exactly one of storage, url or firebaseML"
                    + (present.isEmpty ? "" : ", found \(present.map(\.rawValue).joined(separator: " and "))"))
            return nil
        }
        if key != .url { fields.refuse(.sha256, "`sha256` pins what a `url` serves; leave it out") }
        if key != .storage {
            fields.refuse(.auth, "`auth` goes with `storage`, not with `\(key.rawValue)`")
            fields.refuse(.appCheck, "`appCheck` goes with `storage`, not with `\(key.rawValue)`")
            fields.refuse(
                .project,
                key == .url
                    ? "`project` goes with `storage`, not with `url`" : "the project stands under `firebaseML`")
        }
        switch key {
        case .url:
            fields.refuse(.plist, "an address needs no Firebase app; leave `plist` out")
            fields.refuse(.endpoint, "`url` says the whole address; leave `endpoint` out")
            let digest = fields[.sha256].map { $0.sha256() }
            guard let address = node.modelAddress(), !(digest.map { $0 == nil } ?? false) else { return nil }
            return .url(HostedModel.PublishedFile(address: address, digest: digest ?? nil))
        case .storage: return node.storedModel(fields).map { .storage($0) }
        default:
            let plist = fields[.plist]?.plist()
            let endpoint = fields[.endpoint]?.serviceAddress()
            return node.firebaseModel(hasPlist: fields[.plist] != nil).map { model in
                var model = model
                model.app.plist = plist
                model.endpoint = endpoint
                return .firebaseML(model)
            }
        }
    }

    /// The property list that the Firebase console gives for an app.
    func plist() -> FilePath? { filePath("the path of a GoogleService-Info.plist") }

    /// The address of a model's file: credentials never go there, and what it serves is run.
    private func modelAddress() -> String? {
        let expected = "an address such as https://example.org/models/flowers.tflite"
        guard let text = text(expected) else { return nil }
        let authority = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !text.contains("://") || !authority.contains("@") else {
            return quiet.mismatch(
                "\(expected), without a user's name or password, which would be kept in every store")
        }
        guard let address = WebAddress(text) else {
            return (text.contains { "@?#".contains($0) } ? quiet : self).mismatch(
                expected, suggestion: text.contains(" ") ? "write a space as %20" : nil)
        }
        if let parameter = SignedAddress.parameter(in: Array(text.utf8)) {
            report(
                "the address is signed (\(parameter)), and would be kept in every store; "
                    + "give a public address, or `storage: gs://bucket/object` with `auth`")
            return nil
        }
        guard address.isSecure || address.isLoopback else {
            report(
                "expected \(expected), found plain http, which is for this machine alone: what is downloaded is run")
            return nil
        }
        return text
    }

    /// A part of each day: `01:00-05:00`.
    private func dailyWindow() -> DailyWindow? {
        let expected = "a part of the day, such as 01:00-05:00"
        guard let text = text(expected) else { return nil }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minuteOfDay)
        guard ends.count == 2, let start = ends[0], let end = ends[1] else { return mismatch(expected) }
        return DailyWindow(start: start, end: end) ?? mismatch("\(expected), whose two ends differ")
    }

    private func minuteOfDay(_ text: Substring) -> Int? {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 5, digits[2] == 0x3A - 0x30, [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
        else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }

    /// A rate in bytes a second: `500kB/s`, `2MB/s`.
    private func bytesPerSecond() -> Int64? {
        let expected = "a rate such as 500kB/s or 2MB/s"
        guard let text = text(expected) else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [Substring: Int64] = ["kB/s": 1000, "MB/s": 1_000_000, "GB/s": 1_000_000_000]
        guard (1...5).contains(digits.utf8.count), digits.first != "0", let count = Int64(digits),
            let unit = units[text.dropFirst(digits.count)]
        else { return mismatch(expected, suggestion: didYouMean(text, among: units.keys.map { "\(digits)\($0)" })) }
        return count * unit
    }
}
