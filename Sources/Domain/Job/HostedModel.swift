package import Crypto
package import Platform

/// `hosted:` below a backend: where the newest version of a model is served, and when it is asked for.
package struct HostedModel: Equatable, Sendable {
    /// The services that serve models.
    package enum Source: Equatable, Sendable {
        /// An object in Cloud Storage, plain or for Firebase.
        case storage(StoredObject)
        /// A file behind an https address.
        case url(PublishedFile)
        /// A model of Firebase ML, which ends on 15 June 2027.
        case firebaseML(FirebaseModel)
    }

    /// When the service is asked for a newer version.
    package enum Condition: String, CaseIterable, Sendable {
        /// Only while no version is in the cache.
        case missing
        /// Each time; a version is downloaded when it is not the cached one.
        case changed
        /// Each time, and it is downloaded each time.
        case always
        /// As `changed`, but the cached version serves now and the newer one the next run.
        case background
    }

    /// Where it is served.
    package var source: Source
    /// When the service is asked.
    package var when = Condition.changed
    /// Whether the network is never used: only the cache answers.
    package var isOffline = false
    /// The time of day in which downloads may run; nil: any.
    package var window: DailyWindow?
    /// The most bytes a second of a download; nil: as fast as it goes.
    package var rate: Int64?

    /// A hosted model, asked for a newer version each time.
    package init(_ source: Source) { self.source = source }
}

extension HostedModel {
    /// An object in Cloud Storage.
    package struct StoredObject: Equatable, Sendable {
        /// The interface that serves the object, and who asks.
        package enum Access: Equatable, Sendable {
            /// Cloud Storage's own; nil: without credentials, for an object that anyone may read.
            case plain(VisionSettings.Auth?)
            /// Cloud Storage for Firebase, whose security rules decide; nil: without a user.
            case firebase(FirebaseAuth?, appCheck: AppCheck?)

            /// Whether it takes the name of the Firebase project: to keep a user in a file, and to ask for App Check
            /// tokens.
            package var needsProject: Bool {
                guard case .firebase(let auth, let appCheck) = self else { return false }
                if case .signIn(.anonymousUser, _, _) = auth { return true }
                if case .exchange = appCheck { return true }
                return false
            }
        }

        /// The bucket; nil: the one that the app's property list names.
        package var bucket: String?
        /// The object's name in it, slashes included: `models/flowers.tflite`.
        package var object: String
        /// The interface, and who asks.
        package var access: Access
        /// The Firebase app; only Cloud Storage for Firebase is told of it.
        package var app = FirebaseApp()
        /// Scheme, host and port; nil: the emulator that the environment names, else Google's.
        package var endpoint: String?

        /// An object.
        package init(bucket: String?, object: String, access: Access) {
            self.bucket = bucket
            self.object = object
            self.access = access
        }
    }

    /// A file behind an https address.
    package struct PublishedFile: Equatable, Sendable {
        /// The address: https, or http on this machine.
        package var address: String
        /// The SHA-256 that the file must have; nil: whatever is served.
        package var digest: Digest?

        /// A file.
        package init(address: String, digest: Digest? = nil) {
            self.address = address
            self.digest = digest
        }
    }

    /// A model of Firebase ML.
    package struct FirebaseModel: Equatable, Sendable {
        /// The model's name in the project.
        package var name: String
        /// The app that asks.
        package var app: FirebaseApp
        /// Scheme, host and port of both services, models and installations; nil: Google's two hosts.
        package var endpoint: String?

        /// A model.
        package init(name: String, app: FirebaseApp, endpoint: String? = nil) {
            self.name = name
            self.app = app
            self.endpoint = endpoint
        }
    }

    /// What Firebase knows an app by; what the manifest leaves out is read from the property list when it is needed.
    package struct FirebaseApp: Equatable, Sendable {
        /// The project's id: `PROJECT_ID`.
        package var project: String?
        /// The app's id: `1:1234567890:ios:0123456789abcdef` (`GOOGLE_APP_ID`).
        package var appID: String?
        /// Where the project's API key is found (`API_KEY`).
        package var apiKey: Secret?
        /// The bundle to which the key may be restricted (`BUNDLE_ID`).
        package var bundleID: String?
        /// `GoogleService-Info.plist`, absolute.
        package var plist: FilePath?

        /// An app of which nothing is said.
        package init() {}
    }
}
