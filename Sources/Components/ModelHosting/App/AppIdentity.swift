internal import Services
internal import Domain
internal import Platform

/// What a request tells Firebase of the app: from the manifest, and where it leaves something out, from the app's
/// property list.
struct AppIdentity: Sendable {
    /// `PROJECT_ID`.
    private(set) var project: String?
    /// `GOOGLE_APP_ID`.
    private(set) var appID: String?
    /// `BUNDLE_ID`.
    private(set) var bundleID: String?
    /// `STORAGE_BUCKET`.
    private(set) var bucket: String?
    private let secret: Secret?
    private var listedKey: String?

    /// Reads what the manifest leaves out; no secret that it names.
    init(_ app: HostedModel.FirebaseApp) throws(HostingError) {
        project = app.project
        appID = app.appID
        bundleID = app.bundleID
        secret = app.apiKey
        guard let file = app.plist else { return }
        let list = try AppIdentity.list(file)
        func value(_ key: String, unless given: String? = nil) throws(HostingError) -> String? {
            if let given { return given }
            guard let text = list.strings[key], !text.isEmpty else { return nil }
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .setting(key: plistKey, reason: "\(file): \(key) holds a blank or a character that is not ASCII")
            }
            return text
        }
        project = try value("PROJECT_ID", unless: project)
        appID = try value("GOOGLE_APP_ID", unless: appID)
        listedKey = try value("API_KEY")
        bundleID = try value("BUNDLE_ID", unless: bundleID)
        bucket = try value("STORAGE_BUCKET")
    }

    /// `API_KEY`, a secret: the manifest's, else the property list's; nil where neither has one.
    func apiKey(_ reader: SecretReader) throws(HostingError) -> String? {
        guard let secret else { return listedKey }
        do throws(BackendError) { return try reader.token(secret) } catch { throw .credentials(error) }
    }

    private static func list(_ file: FilePath) throws(HostingError) -> PropertyList {
        let buffer = FileBuffer()
        do throws(SystemError) { try buffer.read(file, limit: 1 << 20) } catch {
            throw .setting(key: plistKey, reason: "\(file) cannot be read: \(error.reason)")
        }
        do throws(PropertyList.Problem) { return try PropertyList(buffer.copy) } catch {
            throw .setting(
                key: plistKey,
                reason: "\(file): \(error.reason); download GoogleService-Info.plist again from the console")
        }
    }
}

private let plistKey = "backend.hosted.plist"
