package import Domain

/// The version of a hosted model that serves now, and how it came about.
package struct ResolvedModel: Sendable {
    /// How the version was chosen.
    package enum Origin: Sendable {
        /// It was downloaded for this call.
        case downloaded
        /// The service was asked, and says that the cached version is its newest.
        case notModified
        /// The service was not asked, or could not serve: the newest cached version.
        case cached(CacheReason)
    }

    /// The version.
    package var model: CachedModel
    /// How it was chosen.
    package var origin: Origin
    /// Whether the service is to be asked beside the work, for the next run (`when: background`): by `update`.
    package var wantsUpdate: Bool

    /// A version and where it comes from.
    package init(_ model: CachedModel, _ origin: Origin, wantsUpdate: Bool = false) {
        self.model = model
        self.origin = origin
        self.wantsUpdate = wantsUpdate
    }
}

/// Why a cached version serves, and not the service's newest.
package enum CacheReason: Sendable {
    /// A version is in the cache, and the manifest asks for no newer one (`when: missing`, a pinned `sha256`).
    case present
    /// The newer version is fetched beside the work, for the next run (`when: background`).
    case background
    /// The manifest forbids asking the service now.
    case blocked(DownloadBlock)
    /// The service failed; the error says why.
    case failed(HostingError)
}

extension CacheReason: CustomStringConvertible {
    /// A clause for people: `the service cannot be reached: ...`.
    package var description: String {
        switch self {
        case .present: "the manifest asks for no newer version"
        case .background: "when: background fetches the newer version for the next run"
        case .blocked(let block): block.description
        case .failed(let error): error.description
        }
    }
}

/// What in the manifest forbids asking the service now.
package enum DownloadBlock: Equatable, Sendable {
    /// The network is not used (`offline: true`).
    case offline
    /// It is not the time of day for downloads, which comes at a moment.
    case outsideWindow(DailyWindow, opens: Timestamp)
}

extension DownloadBlock: CustomStringConvertible {
    /// A clause for people.
    package var description: String {
        switch self {
        case .offline: "offline: true keeps to the cache"
        case .outsideWindow(let window, let opens):
            "downloads are allowed only at \(window) (hosted.between); next at \(DownloadBlock.words(opens))"
        }
    }
    /// A moment as all messages have it: `2026-11-23 02:00 UTC`.
    private static func words(_ moment: Timestamp) -> String {
        let iso = moment.iso8601
        return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(5)) UTC"
    }
}
