package import Domain

extension HostedModel.StoredObject.Access {
    /// Whether it is asked as Cloud Storage for Firebase.
    package var isFirebase: Bool {
        if case .firebase = self { true } else { false }
    }

    /// Where Google serves every bucket.
    package var publicEndpoint: String {
        isFirebase ? "https://firebasestorage.googleapis.com" : "https://storage.googleapis.com"
    }

    /// The emulator that the environment names, as Google's own clients read it: a host, with a scheme or without.
    package func emulator(_ variables: [String: String]) -> String? {
        let name = isFirebase ? "FIREBASE_STORAGE_EMULATOR_HOST" : "STORAGE_EMULATOR_HOST"
        return variables[name].flatMap { $0.isEmpty ? nil : $0.firstRange(of: "://") == nil ? "http://\($0)" : $0 }
    }
}
